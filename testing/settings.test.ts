import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSettings } from '../packages/server/src/app/app/index.ts'
import { settingsTable, withSettingsTable } from './settings-table.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
const settings = Object.values(allSettings)

test('the table of settings in docs/operating.md is current: run npm run docs:settings', () => {
  expect(settings.length).toBeGreaterThan(50)
  expect(page).toBe(withSettingsTable(page))
})

test('the table has each setting with its default and its bounds', () => {
  const table = settingsTable()
  expect(table).toContain('| `NANI_DATABASE_CONNECTIONS` | `16` | 2 to 500 | Connections of one process |\n')
  for (const { variable } of settings) expect(table).toContain(`\`${variable}\``)
})

test('the page names each secret that may come from a file', () => {
  const [paragraph = ''] = /\*\*Secrets from files\.\*\*[\s\S]*?\n\n/.exec(page) ?? []
  for (const { variable, secret } of settings)
    if (secret) expect(paragraph.replace('_FILE=', '`')).toContain(`\`${variable}\``)
})

test('two modules never read the same variable', () => {
  const variables = settings.map(({ variable }) => variable)
  expect(variables).toEqual([...new Set(variables)])
})
