import { readFileSync } from 'node:fs'
import { operatorRefusals } from '@nani/contract/refusals'
import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { startFailure } from './start-failure.ts'

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test.each<[string, unknown]>([
  ['a JSON parser', thrownBy(() => JSON.parse('{"name": Kabeya}'))],
  [
    'PostgreSQL',
    Object.assign(new Error('invalid input syntax: "Kabeya"'), { name: 'error', code: '22P02' }),
  ],
  ['an error without a class', new Error('unknown citizen Kabeya')],
  ['a cause', new Error('the migration', { cause: new Error('Kabeya') })],
  ['a thrown text', 'Kabeya'],
])('a start that fails by %s quotes no data, and shows where it was thrown', (_what, thrown) => {
  expect(startFailure(thrown)).not.toContain('Kabeya')
  expect(startFailure(thrown)).toMatch(/^Nani could not start: \w+/)
  if (thrown instanceof Error) expect(startFailure(thrown)).toContain('start-failure.test.ts')
})

test('a start that an operator can repair says how, without a stack', () => {
  const thrown = new Refusal('setting_invalid', 'NANI_SANDBOX_PORT is not a port.')
  const start = 'Nani could not start: error setting_invalid: NANI_SANDBOX_PORT is not a port.'
  expect(startFailure(thrown)).toBe(`${start}\n${operatorRefusals.setting_invalid.next}`)
  expect(startFailure(thrown, ({ code }) => `Look up ${code}.`)).toBe(`${start}\nLook up setting_invalid.`)
})

test('the cause of an operator error is described without its message', () => {
  const failure = startFailure(new Refusal('migration_failed', 'It failed.', { cause: new Error('Kabeya') }))
  expect(failure).toMatch(
    /^Nani could not start: error migration_failed: It failed\.\ncaused by Error\n {4}at /,
  )
})

test('an error of the operating system names the path', () => {
  const failure = startFailure(thrownBy(() => readFileSync('/nowhere/master-key')))
  expect(failure).toContain("no such file or directory, open '/nowhere/master-key'")
})
