import { expect, test } from 'vitest'
import { describeError, errorLine } from './describe-error.ts'
import { asRefusal } from './refusal.ts'

const secret = 'Kabeya Ilunga 1988-07-21'
const thrownBy = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const quoting: [string, unknown][] = [
  ['a JSON parser', thrownBy(() => JSON.parse(`{"name": ${secret}}`))],
  ['a URL parser', thrownBy(() => new URL(secret))],
  ['a message of several lines', new Error(`no\n    at ${secret} (file:///x.ts:1:1)\n    at y`)],
  ['a message changed afterwards', Object.assign(new Error(secret), { message: 'other' })],
  ['a name and a code', Object.assign(new Error('x'), { name: secret, code: secret })],
  ['a cause', new Error('outer', { cause: new Error(secret) })],
  [
    'a database',
    Object.assign(new Error(`invalid input: "${secret}"`), { code: '22P02', detail: secret, where: secret }),
  ],
  ['what is no error', secret],
  ['an object', { message: secret, stack: secret }],
]

test.each(quoting)('the log line of a 500 shows nothing that %s quotes', (_what, error) => {
  const { detail } = asRefusal(error)
  expect(detail).not.toBe('')
  for (const part of secret.split(' ')) expect(detail).not.toContain(part)
})

test('it shows class, code, what of the schema was violated, and where it was thrown', () => {
  const violated = Object.assign(new Error('duplicate key value'), {
    name: 'error',
    code: '23505',
    table: 'results',
    constraint: 'results_pkey',
  })
  expect(errorLine(violated)).toBe('error [23505] table=results constraint=results_pkey')
  const [line, ...frames] = describeError(thrownBy(() => JSON.parse('{'))).split('\n')
  expect(line).toBe('SyntaxError')
  expect(frames.some((frame) => frame.includes('describe-error.test.ts'))).toBe(true)
})

test.each([
  ["Cannot read properties of undefined (reading 'x')", 'TypeError: Cannot read properties of undefined'],
  ['Connection terminated unexpectedly', 'TypeError: Connection terminated unexpectedly'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'TypeError: connect ECONNREFUSED 127.0.0.1:5432'],
  [`connect ECONNREFUSED ${secret}`, 'TypeError'],
])('a message that quotes nothing is shown: %s', (message, line) => {
  expect(errorLine(new TypeError(message))).toBe(line)
})

test('causes are included, and a cycle of causes ends', () => {
  const error = new Error('outer', { cause: new TypeError('inner') })
  expect(describeError(error)).toContain('caused by TypeError')
  ;(error.cause as Error).cause = error
  expect(describeError(error).match(/caused by/g)).toHaveLength(3)
})
