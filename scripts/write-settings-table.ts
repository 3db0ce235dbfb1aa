/** Writes the table of docs/operating.md from the settings. `npm run docs:settings` */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSettingsTable } from '../testing/settings-table.ts'

const page = join(import.meta.dirname, '../docs/operating.md')
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8')))
// Modules that were imported may hold the process.
process.exit(0)
