import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../run.ts'
import { sayInMemory } from '../../testing/run-in-memory.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-batch-file-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const nani = (...args: string[]) => sayInMemory(run, args, { env: { XDG_CONFIG_HOME: folder }, cwd: folder })

test.each([
  ['an unknown column', 'reference,full_nam\na,b', 'The column "full_nam" is unknown.'],
  ['a column that is no field', 'reference,match.__proto__.x\na,b', 'is unknown.'],
  ['no rows', 'reference,identifier', 'has no rows'],
  ['a cell too many', 'reference,identifier\na,b,c', 'no CSV file'],
])('a file with %s is refused before any call', async (_what, text, message) => {
  writeFileSync(join(folder, 'bad.csv'), text)
  const { code, err } = await nani('batch', 'create', 'bad.csv')
  expect(code).toBe(1)
  expect(err).toContain('error invalid_value')
  expect(err).toContain(message)
})

test('a profile that does not exist names its file, and no name leads out of the folder', async () => {
  const missing = await nani('kyc', 'COD-0000-0000-0001', '--profile', 'none')
  expect(missing.code).toBe(1)
  expect(missing.err).toContain(join(folder, 'nani/profiles/none.json'))
  expect((await nani('kyc', 'COD-0000-0000-0001', '--profile', '../shop')).err).toContain('invalid_value')
})

test('nani trigger refuses an event that no call of the sandbox causes, and names those that one causes', async () => {
  const { code, err } = await nani('trigger', 'billing.invoice_issued')
  expect(code).toBe(2)
  expect(err).toContain('kyc_validation.completed')
})
