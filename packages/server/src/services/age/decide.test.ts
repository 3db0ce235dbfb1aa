import { type Identifier, scopes } from '@nani/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testCitizen } from '../../testing/citizen.ts'
import { decide, type Facts } from './decide.ts'

const identifier: Identifier = { type: 'svc_id', value: 'COD-1111-2222-3333' }

const asked = (changes: Partial<Facts> = {}): Facts => ({
  citizen: testCitizen(),
  identifier,
  threshold: 18,
  isMinimal: false,
  scopes: ['kyc.basic'],
  nowMs: Date.parse('2026-03-02T09:30:00Z'),
  ...changes,
})

const outcomeOn = (bornOn: string, at: string, threshold: number) =>
  decide(asked({ citizen: testCitizen({ date_of_birth: bornOn }), threshold, nowMs: Date.parse(at) })).outcome

describe('the side of the threshold', () => {
  test.each([
    ['2008-03-03', '2026-03-02T23:59:59.999Z', 'under_threshold', 'the day before the birthday'],
    ['2008-03-03', '2026-03-03T00:00:00.000Z', 'over_threshold', 'the birthday, from midnight UTC'],
    ['2008-03-03', '2026-03-04T00:00:00.000Z', 'over_threshold', 'the day after'],
    ['2008-02-29', '2026-02-28T23:59:59.999Z', 'under_threshold', 'born on 29 February, on 28 February'],
    ['2008-02-29', '2026-03-01T00:00:00.000Z', 'over_threshold', 'born on 29 February, on 1 March'],
    ['2004-02-29', '2024-02-29T00:00:00.000Z', 'over_threshold', 'born on 29 February, in a leap year'],
  ])('born %s, asked at %s: %s (%s)', (bornOn, at, outcome) => {
    expect(outcomeOn(bornOn, at, at.startsWith('2024') ? 20 : 18)).toBe(outcome)
  })

  test('the threshold is reached on the birthday of that year, for all dates', () => {
    const dayMs = 86_400_000
    const day = (minimum: string, maximum: string) =>
      fc.integer({ min: Date.parse(minimum) / dayMs, max: Date.parse(maximum) / dayMs })
    fc.assert(
      fc.property(
        day('1920-01-01', '2025-12-31'),
        day('2026-01-01', '2100-12-31'),
        fc.integer({ min: 1, max: 120 }),
        (bornDay, askedDay, threshold) => {
          const born = new Date(bornDay * dayMs)
          // The calendar of JavaScript turns 29 February into 1 March in other years.
          const reached = Date.UTC(born.getUTCFullYear() + threshold, born.getUTCMonth(), born.getUTCDate())
          const outcome = outcomeOn(
            born.toISOString().slice(0, 10),
            new Date(askedDay * dayMs).toISOString(),
            threshold,
          )
          expect(outcome).toBe(askedDay * dayMs >= reached ? 'over_threshold' : 'under_threshold')
        },
      ),
    )
  })
})

describe('the content of each result (spec/age#age-result)', () => {
  test('over_threshold: account, kyc and the applied scopes, and the comparison', () => {
    const { outcome, fields, scopesApplied, scopesWithheld, svcId } = decide(
      asked({ citizen: testCitizen({ emails: [] }), scopes: ['kyc.basic', 'kyc.emails', 'kyc.languages'] }),
    )
    expect(outcome).toBe('over_threshold')
    expect(fields).toEqual({
      certified_account: true,
      identifier,
      age_check: { threshold: 18, comparison: 'at_least', method: 'register', assurance: 'LOA3' },
      account: expect.objectContaining({ svc_id: identifier.value, level_of_assurance: 'LOA3' }),
      kyc: { basic: expect.objectContaining({ age: 37 }), languages: ['fra', 'lin'] },
    })
    expect([scopesApplied, scopesWithheld]).toEqual([['kyc.basic', 'kyc.languages'], ['kyc.emails']])
    expect(svcId).toBe(identifier.value)
  })

  test.each([{ certified: false }, { status: 'deleted' as const }])(
    'not_certified for %o: the account alone, however old the person is',
    (changes) => {
      const { outcome, fields, scopesApplied } = decide(asked({ citizen: testCitizen(changes) }))
      expect(outcome).toBe('not_certified')
      expect(fields).toEqual({
        certified_account: false,
        identifier,
        age_check: { threshold: 18, comparison: 'at_least', method: 'register', assurance: 'LOA3' },
        account: expect.objectContaining({ certified: false }),
      })
      expect(scopesApplied).toEqual([])
    },
  )

  test('not_found: no account, and therefore no assurance', () => {
    expect(decide(asked({ citizen: null, threshold: 65 }))).toEqual({
      outcome: 'not_found',
      fields: {
        certified_account: false,
        identifier,
        age_check: { threshold: 65, comparison: 'at_least', method: 'register', assurance: null },
      },
      scopesApplied: [],
      scopesWithheld: [],
      svcId: null,
    })
  })
})

describe('minimal disclosure', () => {
  const minimalResult = (changes: Partial<Facts>) => {
    // The person of the call is recorded in the audit and not in the response.
    const { svcId: _svcId, ...answer } = decide(asked({ isMinimal: true, scopes, ...changes }))
    return answer
  }

  test('two people on one side of the threshold cannot be distinguished', () => {
    const adult = minimalResult({ citizen: testCitizen() })
    const other = testCitizen({
      svc_id: 'COD-9999-8888-7777',
      status: 'suspended',
      level_of_assurance: 'LOA4',
      created_at: '2024-06-01T00:00:00.000Z',
      full_name: 'Masika Kahindo Rachel',
      date_of_birth: '1951-01-09',
      gender: 'female',
      documents: [],
      emails: [],
    })
    expect(minimalResult({ citizen: other })).toEqual(adult)
    expect(adult).toEqual({
      outcome: 'over_threshold',
      fields: {
        certified_account: true,
        identifier,
        age_check: { threshold: 18, comparison: 'at_least', method: 'register', assurance: null },
      },
      scopesApplied: [],
      scopesWithheld: [],
    })
  })

  test('a minor differs in the result only', () => {
    const minor = minimalResult({ citizen: testCitizen({ date_of_birth: '2019-06-15' }) })
    expect(minor).toEqual({ ...minimalResult({}), outcome: 'under_threshold' })
  })

  test('an account that is not certified is not disclosed', () => {
    const { outcome, fields } = minimalResult({ citizen: testCitizen({ certified: false }) })
    expect(outcome).toBe('not_certified')
    expect(fields).not.toHaveProperty('account')
    expect(fields).toMatchObject({ age_check: { assurance: null } })
  })

  test('the audit contains the person of the call', () => {
    expect(decide(asked({ isMinimal: true })).svcId).toBe(identifier.value)
  })
})
