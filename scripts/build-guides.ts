/*
 * Builds the guides in `docs` as a site in `dist/guides`, which the sandbox serves at /guides/: `npm run docs`.
 * The generator is installed by the first run. It is no part of the installation, because it has 125 packages.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brokenLinksOf } from './guides/broken-links.ts'

const root = join(import.meta.dirname, '..')
const docs = join(root, 'docs')
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: docs, stdio: 'inherit' })

const installed = join(docs, 'node_modules/.package-lock.json')
const changedAt = (path: string): number => statSync(path).mtimeMs
if (!existsSync(installed) || changedAt(installed) < changedAt(join(docs, 'package-lock.json'))) {
  run('node', '../scripts/check-lock-file.mjs', 'package-lock.json')
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
}
run('node', 'node_modules/vitepress/bin/vitepress.js', 'build', '.')

const broken = brokenLinksOf(join(root, 'dist/guides'))
if (broken.length > 0) {
  console.error(`Links of the guides that lead nowhere:\n  ${broken.join('\n  ')}`)
  process.exitCode = 1
} else
  console.log('dist/guides: every link leads somewhere. A sandbox that starts now serves it at /guides/.')
