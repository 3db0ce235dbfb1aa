/* Writes dist/sbom.cdx.json from the lock file: `npm run sbom`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bomOf } from './notices/bom-of.ts'

const root = join(import.meta.dirname, '..')
const bom = bomOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
console.log(`dist/sbom.cdx.json: ${bom.components.length} packages`)
