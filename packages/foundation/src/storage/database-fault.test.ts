import pg from 'pg'
import { expect, test } from 'vitest'
import { Refusal } from '../core/index.ts'
import { asAnswerableRefusal, isDatabaseFault } from './database-fault.ts'

const coded = (code: string, message = 'text') => Object.assign(new Error(message), { code })

test.each([
  ['connection refused', coded('ECONNREFUSED')],
  ['reset', coded('ECONNRESET')],
  ['no socket file', coded('ENOENT')],
  ['shutting down', coded('57P01')],
  ['starting up', coded('57P03')],
  ['statement cancelled', coded('57014')],
  ['too many connections', coded('53300')],
  ['deadlock', coded('40P01')],
  ['a stand-by', coded('25006')],
  ['broken', new Error('Connection terminated unexpectedly')],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['hanging', new Error('Query read timeout')],
])('%s is a database that is away: 503 overloaded, retry', (_name, error) => {
  expect(isDatabaseFault(error)).toBe(true)
  const refusal = asAnswerableRefusal(error)
  expect([refusal.status, refusal.body()]).toEqual([
    503,
    { error: 'overloaded', message: expect.any(String), retry_after: 1 },
  ])
})

test.each([
  ['a mistake in a statement', coded('42601')],
  ['a broken rule', coded('23505')],
  ['a mistake of ours', new TypeError('x is undefined')],
  ['no error at all', 'Connection terminated'],
  ['nothing', undefined],
])('%s is not: 500', (_name, error) => {
  expect(isDatabaseFault(error)).toBe(false)
  expect(asAnswerableRefusal(error).body()).toEqual({ error: 'internal_error', message: expect.any(String) })
})

test('a refusal stays what it is', () => {
  const refusal = new Refusal('register_unavailable')
  expect([isDatabaseFault(refusal), asAnswerableRefusal(refusal)]).toEqual([false, refusal])
})

test('an error of the driver without a listener is one', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const error = await pool.query('select 1').catch((thrown: unknown) => thrown)
  expect(isDatabaseFault(error)).toBe(true)
  await pool.end()
})
