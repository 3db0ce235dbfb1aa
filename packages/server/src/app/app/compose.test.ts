import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

test('the list of modules has at most 120 lines', () => {
  const lines = readFileSync(join(source, 'app/app/compose.ts'), 'utf8').split('\n')
  expect(lines.filter((line) => line.startsWith('  .use(')).length).toBeGreaterThan(20)
  expect(lines.length).toBeLessThanOrEqual(120)
})

test('the root of the server has at most two files', () => {
  const files = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeLessThanOrEqual(2)
})
