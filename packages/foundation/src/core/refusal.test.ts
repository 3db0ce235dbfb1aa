import { errorCatalogue } from '@nani/contract/errors'
import { entryFor, type RefusalCode, refusals, shownCode } from '@nani/contract/refusals'
import { expect, test } from 'vitest'
import { asRefusal, Refusal } from './refusal.ts'

const staffCodes = Object.keys(refusals.staff) as RefusalCode[]
const citizenCodes = Object.keys(refusals.citizen) as RefusalCode[]

test('a caller gets the sentence of the code, and never the sentence of a case', () => {
  const refusal = new Refusal('not_found', 'There is no such file as /etc/passwd.', { context: { id: 'x' } })
  expect(refusal.body()).toEqual({ error: 'not_found', message: errorCatalogue.not_found.message, id: 'x' })
})

test('a code that callers do not have becomes an internal error without its context', () => {
  const thrown = new Refusal('billing_conflict', 'The wallet has 12.', { context: { balance: 12 } })
  expect(asRefusal(thrown).code).toBe('internal_error')
  const { internal_error } = errorCatalogue
  expect(thrown.body()).toEqual({ error: 'internal_error', message: internal_error.message })
  expect([thrown.status, thrown.itemError().code]).toEqual([500, 'internal_error'])
})

test('people see a refusal of another audience as their own code, or as an internal error', () => {
  const shown = (code: RefusalCode, context = {}) => {
    const { code: error, status, context: rest } = new Refusal(code, context).shownTo('citizen')
    return [error, status, rest]
  }
  expect(shown('overloaded', { retry_after: 5, reason: 'took_too_long' })).toEqual([
    'busy',
    503,
    { retry_after: 1 },
  ])
  // Staff get the time of the cause.
  const busy = new Refusal('overloaded', { retry_after: 5 }).shownTo('staff')
  expect([busy.code, busy.context]).toEqual(['busy', { retry_after: 5 }])
  expect(shown('rate_limited', { retry_after: 7 })).toEqual(['too_many_attempts', 429, { retry_after: 7 }])
  expect(shown('consent_not_pending', { id: 'cns_1' })).toEqual(['consent_ended', 422, {}])
  expect(shown('billing_conflict', { balance: 1 })).toEqual(['internal_error', 500, {}])
  expect(shown('database_unreachable')).toEqual(['internal_error', 500, {}])
})

test('staff get the reason of a conflict and the field of a wrong value', () => {
  const conflict = new Refusal('billing_conflict', 'Nothing is due.', { next: 'Read it.' }).shownTo('staff')
  expect(conflict).toEqual({
    ...{ code: 'conflict', status: 409, message: 'Nothing is due.', next: 'Read it.' },
    context: { reason: 'billing_conflict' },
  })
  expect(new Refusal('state_conflict', 'A batch is pending.').shownTo('staff').context).toEqual({})
  expect(new Refusal('value_invalid', 'It is wrong.').shownTo('staff')).toMatchObject({
    code: 'invalid_request',
    context: { field: '' },
  })
})

test('a code with a time to wait has it in the answer, unless the cause has a time of its own', () => {
  const contextOf = (given: object) =>
    new Refusal('payment_provider_unavailable', 'It did not answer.', given).shownTo('staff').context
  expect(contextOf({})).toEqual({ retry_after: 60 })
  expect(contextOf({ context: { retry_after: 5 } })).toEqual({ retry_after: 5 })
})

test('an object that is missing is answered like an object of another organization', () => {
  const missing = new Refusal('application_not_found', 'There is no app_7.', { context: { id: 'app_7' } })
  expect(missing.shownTo('staff')).toEqual(new Refusal('not_found').shownTo('staff'))
})

test('a refusal of the start is an internal error on every page', () => {
  for (const code of staffCodes.filter((one) => entryFor('staff', one)?.status === null))
    expect(new Refusal(code, 'The path is /srv/nani.').shownTo('staff')).toMatchObject({
      code: 'internal_error',
      message: 'Internal error.',
      context: {},
    })
})

test('a code has one status for all audiences', () => {
  const both = [...staffCodes, ...citizenCodes].flatMap((code) => {
    const statuses = Object.values(refusals)
      .map((entries) => (entries as Record<string, { status: number | null }>)[code]?.status)
      .filter((status) => status !== undefined)
    return new Set(statuses).size > 1 ? [code] : []
  })
  expect(both).toEqual([])
})

test('every code that people see has a message and a next step, in English and in French', () => {
  const incomplete = (['citizen', 'staff'] as const).flatMap((people) =>
    (Object.keys(refusals[people]) as RefusalCode[]).filter((code) => {
      const entry = entryFor(people, code)
      if (!entry) return true
      const { message, next, fr, status } = entry
      const french = fr === null ? (status === null ? [] : ['']) : [fr.message, fr.next]
      return ![message, next, ...french].every((text) => /^\S.*\S$/.test(text)) || fr?.message === message
    }),
  )
  expect(incomplete).toEqual([])
})

test('every code is shown as a code of its audience with the same status', () => {
  for (const people of ['citizen', 'staff'] as const)
    for (const code of Object.keys(refusals[people]) as RefusalCode[]) {
      const shown = shownCode(people, code)
      const status = entryFor(people, code)?.status ?? 500
      expect([people, code, entryFor(people, shown)?.status]).toEqual([people, code, status])
    }
})
