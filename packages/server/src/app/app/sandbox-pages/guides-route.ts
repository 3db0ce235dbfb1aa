import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** Where `npm run docs` writes the guides. */
export const builtGuides = fileURLToPath(new URL('../../../../../../dist/guides', import.meta.url))

/** The container image has the guides (scripts/image-context.ts). A clone has them after `npm run docs`. */
export const hasGuides = (folder = builtGuides): boolean => existsSync(join(folder, 'index.html'))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const missing = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>The guides are not built</title></head><body><main><h1>The guides are not built</h1><p>Run <code>npm run docs</code>, and start Nani again. The same pages are in the folder <code>docs</code>. The <a href="/docs">reference</a> needs no build.</p></main></body></html>`

/** The built files by their path below `/guides/`. No other file can be read. */
const filesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile() && extname(entry.name) in types)
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(folder, path).replaceAll('\\', '/'), path]),
  )

/** Permits the scripts inside the page by their hashes, and files of this origin. */
const policyOf = (html: string): string => {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return `default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** A path of the site may leave out `.html`, and `index` at the end of a folder. */
const candidates = (path: string): string[] =>
  path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]

/** Serves the guides as a site. Without a build, the page says how to build it. */
export const addGuides = (app: FastifyInstance, folder = builtGuides): void => {
  const files = filesOf(folder)
  app.get('/guides', (_request, reply) => reply.redirect('/guides/', 308))
  app.get<{ Params: { '*': string } }>('/guides/*', async (request, reply) => {
    reply.headers({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' })
    const found = candidates(request.params['*']).find((path) => files.has(path))
    const isPage = found === undefined || found.endsWith('.html')
    if (found === undefined && files.size > 0 && !files.has('404.html')) return reply.callNotFound()
    const path = files.get(found ?? '404.html')
    const body = path === undefined ? Buffer.from(missing) : await readFile(path)
    if (isPage) reply.header('Content-Security-Policy', policyOf(body.toString('utf8')))
    const isFixed = found?.startsWith('assets/') === true
    return reply
      .code(found === undefined ? 404 : 200)
      .header('Cache-Control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type(types[extname(path ?? 'missing.html')] ?? 'application/octet-stream')
      .send(body)
  })
}
