/** Writes docs/acts.md from the declarations of acts and readings. `npm run docs:acts` */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { actsPage } from '../testing/acts-page.ts'

writeFileSync(join(import.meta.dirname, '../docs/acts.md'), await actsPage())
// Modules that were imported may hold the process.
process.exit(0)
