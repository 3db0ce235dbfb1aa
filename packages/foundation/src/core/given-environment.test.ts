import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenEnvironment } from './given-environment.ts'
import { secretSetting, wholeNumberSetting } from './settings.ts'

const settings = {
  port: wholeNumberSetting({
    variable: 'NANI_SANDBOX_PORT',
    purpose: 'A port',
    byDefault: '`1`',
    initial: 1,
    max: 9,
  }),
  key: secretSetting({ variable: 'NANI_MASTER_KEY', purpose: 'A key', byDefault: 'none' }),
  url: secretSetting({ variable: 'DATABASE_URL', purpose: 'A database', byDefault: 'none' }),
}
const given = (environment: Record<string, string>) =>
  givenEnvironment(environment, settings, ['NANI_OPERATOR'])

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test.each([
  ['NANI_SANDBOX_PRT', ' The most similar one is NANI_SANDBOX_PORT.'],
  ['NANI_MASTERKEY_FILE', ' The most similar one is NANI_MASTER_KEY_FILE.'],
  ['NANI_SOMETHING_ELSE', ''],
  // Only secrets come from files.
  ['NANI_SANDBOX_PORT_FILE', ''],
])('the unknown variable %s is refused with the nearest name', (name, nearest) => {
  const message = `There is no setting ${name}.${nearest}`
  expect(() => given({ [name]: 'value-of-it' })).toThrow(
    expect.objectContaining({ code: 'setting_invalid', message }),
  )
})

test('variables of others, and those that are no settings, are accepted', () => {
  const environment = { NANI_OPERATOR: 'amina', NANI_SANDBOX_PORT: '2', PATH: '/bin', MY_NANI_THING: '1' }
  expect(given(environment)).toEqual(environment)
})

test('a secret comes from the file that its variable names, without the last line end', () => {
  const environment = {
    NANI_MASTER_KEY_FILE: file('key', 'secret\n'),
    DATABASE_URL_FILE: file('url', 'postgres://db/nani'),
  }
  expect(given(environment)).toMatchObject({ NANI_MASTER_KEY: 'secret', DATABASE_URL: 'postgres://db/nani' })
})

test.each([
  [
    'both are set',
    () => ({ NANI_MASTER_KEY: 's3cret', NANI_MASTER_KEY_FILE: file('both', 's3cret') }),
    'Both NANI_MASTER_KEY',
  ],
  [
    'the file is missing',
    () => ({ NANI_MASTER_KEY_FILE: '/nowhere/key' }),
    '/nowhere/key, which cannot be read (ENOENT)',
  ],
  ['the file is empty', () => ({ NANI_MASTER_KEY_FILE: file('empty', '\n') }), 'is empty'],
])('a secret is refused where %s, without its value', (_what, environment, message) => {
  expect(() => given(environment())).toThrow(message)
  expect(() => given(environment())).not.toThrow('s3cret')
})
