import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { repositoryRoot } from './start-installation.ts'

const sources = join(repositoryRoot, 'packages/')

/** Packages of many modules. The others stay outside, also those with native parts. */
const bundledPackages = [
  ...['csv-parse', 'fastify', 'jose', 'pg', 'pg-boss', 'pino', 'prom-client', 'saxes', 'typebox'],
]

export const hashOf = (source: string): string => createHash('sha256').update(source).digest('base64')

const addressOf = (path: string): string => JSON.stringify(pathToFileURL(path).href)

/** Where a module starts a thread from another module next to it. */
const threadAddress = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g

/** Threads are in the bundle too. A module of it keeps the address of its source, where its other files are. */
const addressesOfSources = (folder: string, hashes: Map<string, string>): Plugin => ({
  name: 'addresses-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources)) return null
    hashes.set(relative(repositoryRoot, id), hashOf(code))
    return code
      .replace(threadAddress, (_, name: string) => {
        const thread = join(dirname(id), name)
        const fileName = `${relative(sources, thread).replaceAll(sep, '-')}.js`
        this.emitFile({ type: 'chunk', id: thread, fileName })
        return `new URL(${addressOf(join(folder, fileName))})`
      })
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll(/import\.meta\.url\b/g, addressOf(id))
  },
})

export type ServerBundle = { program: string; remove(): void }

/** What a bundle was made from: the path of each source, and its hash. */
export const sourcesOf = (program: string): Record<string, string> =>
  JSON.parse(readFileSync(join(dirname(program), 'sources.json'), 'utf8')) as Record<string, string>

const prefix = 'server-of-tests-'
const dayMs = 86_400_000

/** A run that was killed left its bundle. */
const sweep = (cache: string): void => {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name)
    if (name.startsWith(prefix) && statSync(folder).mtimeMs < Date.now() - dayMs)
      rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The server in a few files, made from its sources at the begin of a run. To load a thousand modules takes half of the processor
 * time of a start. Only tests use it: `npm start` runs the sources.
 */
export const bundleServer = async (): Promise<ServerBundle> => {
  // Packages outside of the bundle are found from here.
  const cache = join(repositoryRoot, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  sweep(cache)
  const folder = mkdtempSync(join(cache, prefix))
  const hashes = new Map<string, string>()
  await build({
    ...{ configFile: false, root: repositoryRoot, logLevel: 'warn' },
    plugins: [addressesOfSources(folder, hashes)],
    ssr: { noExternal: [/^@nani\//, ...bundledPackages] },
    build: {
      ...{ ssr: 'packages/server/src/main.ts', outDir: folder, emptyOutDir: true, target: 'node24' },
      ...{ minify: false, copyPublicDir: false },
    },
  })
  // Without it, Node compiles each file twice to find out what it is.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(Object.fromEntries(hashes)))
  return { program: join(folder, 'main.js'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
