import { expect, test } from 'vitest'
import { type LogLevel, readTraceContext, withinTrace } from '../core/index.ts'
import { openLog } from './open-log.ts'

const logInto = (lines: string[], least: LogLevel = 'info') =>
  openLog(least, { write: (line) => void lines.push(line) })

test('an entry is one line of JSON with its level, its time and its text', () => {
  const lines: string[] = []
  const log = logInto(lines)
  log('clock: it is late')
  log('database: first line\nsecond line', 'error')
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries).toMatchObject([
    { level: 'info', msg: 'clock: it is late' },
    { level: 'error', msg: 'database: first line\nsecond line' },
  ])
  for (const { time } of entries) expect(new Date(time).toISOString()).toBe(time)
})

test('entries below the level of the setting are not written', () => {
  const lines: string[] = []
  const log = logInto(lines, 'warn')
  log('a detail', 'debug')
  log('a fact')
  log('a warning', 'warn')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a warning'])
})

test('an entry names the trace of the call that caused it', () => {
  const lines: string[] = []
  const trace = readTraceContext('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined)
  withinTrace(trace, () => logInto(lines)('internal error: req_1', 'error'))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    parent_id: '00f067aa0ba902b7',
  })
})

const secret = 'c2VjcmV0LW9mLTMyLWJ5dGVzLWFiY2Q'

test.each([
  ['a Secret Key', `sk_live_${secret}`, 'sk_live_[hidden]'],
  ['a Payload Encryption Key', `pek_test_${secret}`, 'pek_test_[hidden]'],
  ['the password of a URL', `postgres://nani:${secret}@db/nani`, 'postgres://nani:[hidden]@db/nani'],
  ['a credential of a header', `authorization: Bearer ${secret}`, 'authorization: Bearer [hidden]'],
  ['a private key', `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`, '[hidden]'],
])('the text of an entry has no secret: %s', (_which, text, shown) => {
  const lines: string[] = []
  logInto(lines)(`a library said ${text} and went on`, 'error')
  expect(lines[0]).toContain(shown)
  expect(lines[0]).toContain('and went on')
  expect(lines[0]).not.toContain(secret)
})
