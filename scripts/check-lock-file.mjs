/**
 * Fails if a package of the lock file has no checksum: npm would install it without comparing it with anything.
 * It runs before the installation, so it imports no package. Plain JavaScript, because an older Node may run it.
 * Usage: node check-lock-file.mjs [FILE]
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = process.argv[2] ?? fileURLToPath(new URL('../package-lock.json', import.meta.url))
const { packages } = JSON.parse(readFileSync(file, 'utf8'))

// A link leads to a workspace of this repository and has no checksum.
const unchecked = Object.entries(packages)
  .filter(([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity)
  .map(([path, { version }]) => `${path} ${version}`)

if (unchecked.length > 0) {
  console.error(`The lock file has no checksum of these packages:\n  ${unchecked.join('\n  ')}`)
  console.error('Choose versions that the registry has for every platform, and create the entries again.')
  process.exitCode = 1
}
