import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { createApplication } from '../installation/applications.ts'
import { printedBy, printedByProgram } from '../installation/nani-command.ts'
import { newDataDir, removeInstallation } from '../installation/start-installation.ts'

const dataDir = inject('dataDir')
const elsewhere = newDataDir()

let application: Credentials
beforeAll(async () => {
  application = await createApplication(dataDir)
})
afterAll(() => removeInstallation(elsewhere))

const shown = () => ['applications', 'show', application.application_id]

test.each<[what: string, code: number, args: () => string[], dataDir: string, env?: NodeJS.ProcessEnv]>([
  ['a reading for people', 0, shown, dataDir],
  ['a reading as JSON', 0, () => [...shown(), '--json'], dataDir],
  ['an act', 0, () => ['applications', 'update', ...shown().slice(2), '--burst', '7', '--json'], dataDir],
  ['a refusal for people', 1, () => ['applications', 'show', 'app_none'], dataDir],
  ['a refusal as JSON', 1, () => ['applications', 'show', 'app_none', '--json'], dataDir],
  ['a setting that is invalid', 1, shown, dataDir, { NANI_MASTER_KEY: 'short' }],
  ['no installation', 1, shown, elsewhere],
  ['a file that does not exist', 1, () => ['register', 'import', 'none.ndjson'], dataDir],
  ['an unknown command', 2, () => ['applications', 'shw'], dataDir],
  ['a refusal of billing', 1, () => ['billing', 'invoice', 'inv_none', '--json'], dataDir],
  ['a reading of lists', 0, () => ['lists', 'threshold'], dataDir],
  ['a refusal of cases', 1, () => ['cases', 'show', 'none', '--json'], dataDir],
  ['a reading of audit', 0, () => ['audit', 'key', '--environment', 'sandbox'], dataDir],
  ['the help of an area', 0, () => ['billing', '--help'], dataDir],
])('the process for commands prints and ends as the program does: %s', async (...given) => {
  const [, code, args, of, env] = given
  const served = await printedBy(of, args(), env)
  expect(served).toEqual(await printedByProgram(of, args(), env))
  expect(served.code).toBe(code)
  expect(served.out + served.err).not.toBe('')
})

test('the program creates an application, and ends', async () => {
  const args = [
    ...['applications', 'create', '--environment', 'sandbox', '--name', 'Shop'],
    ...['--services', 'kyc_validation', '--json'],
  ]
  const { code, out, err } = await printedByProgram(dataDir, args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(Object.keys(JSON.parse(out))).toEqual(expect.arrayContaining(['application_id', 'secret_key']))
})
