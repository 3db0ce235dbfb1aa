import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { makeOnce } from '../core/index.ts'

/** A file of the built app, ready to be sent. */
export type AppFile = {
  contentType: string
  /** A name with a hash never changes its content. */
  isImmutable: boolean
  etag: string
  plain: Buffer
  /** Made at its first request: a start would spend a tenth of its time on them. */
  gzip: (() => Promise<Buffer>) | null
  brotli: (() => Promise<Buffer>) | null
}

const gzipped = promisify(gzip)
const brotliCompressed = promisify(brotliCompress)

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const compressible = /^text\/|json|svg/
const maxFiles = 300

/** Every file of the built app by its path, in memory. Empty if it was not built. */
export const readAppFiles = (folder: string): ReadonlyMap<string, AppFile> => {
  const files = new Map<string, AppFile>()
  for (const name of namesIn(folder).slice(0, maxFiles)) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const plain = readFileSync(join(folder, name))
    const isText = compressible.test(contentType)
    files.set(`/${name.split(sep).join('/')}`, {
      contentType,
      isImmutable: /-[\w-]{8,}\.\w+$/.test(name),
      etag: `"${plain.length.toString(36)}-${hashOf(plain)}"`,
      plain,
      gzip: isText ? makeOnce(() => gzipped(plain, { level: 9 })) : null,
      brotli: isText ? makeOnce(() => brotliCompressed(plain)) : null,
    })
  }
  return files
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
