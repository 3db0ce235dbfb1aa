import { Refusal } from '@nani/foundation/core/index.ts'
import { describe, expect, test } from 'vitest'
import { applySettings, type SettingsInput } from './application-settings.ts'

const created = (input: SettingsInput = {}) =>
  applySettings({}, { name: 'Shop', environment: 'sandbox', ...input })

describe('a new application', () => {
  test('has a burst of 50, and in the sandbox 10,000 calls a month of each service', () => {
    expect(created({ services: ['kyc_validation', 'age_verification'] })).toEqual({
      name: 'Shop',
      environment: 'sandbox',
      services: ['kyc_validation', 'age_verification'],
      approved_services: [],
      suspended_services: [],
      withheld_approvals: [],
      scopes: [],
      purposes: [],
      ip_allowlist: [],
      burst_per_second: 50,
      quotas: {
        kyc_validation: { limit: 10_000, period: 'month' },
        age_verification: { limit: 10_000, period: 'month' },
      },
      batch_items_per_day: null,
      may_omit_liveness: false,
      service_settings: { face_recognition: { may_omit_liveness: false } },
      redirect_uris: [],
    })
  })

  test('has no quota in production, and no service of an approval', () => {
    const settings = created({ environment: 'production', services: ['kyc_validation'] })
    expect([settings.quotas, settings.approved_services]).toEqual([{}, []])
  })
})

describe('an invalid value is refused with the valid ones', () => {
  test.each<[string, SettingsInput, RegExp]>([
    ['an environment', { environment: 'staging' }, /sandbox, production/],
    ['a service', { services: ['kyc'] }, /"kyc".*kyc_validation/],
    ['a scope', { scopes: ['kyc.everything'] }, /kyc\.basic/],
    ['a scope of the prototype', { scopes: ['constructor'] }, /Unknown scope/],
    ['a purpose', { purposes: ['curiosity'] }, /customer_onboarding/],
    ['a name', { name: '   ' }, /1 to 200/],
    ['a long name', { name: 'x'.repeat(201) }, /1 to 200/],
    ['a network', { allow_ip: ['203.0.113.0/24', '10.0.0.0/99'] }, /"10\.0\.0\.0\/99"/],
    ['no burst', { burst: 0 }, /burst/],
    ['half a burst', { burst: 1.5 }, /burst/],
    ['a burst that is no number', { burst: Number.NaN }, /burst/],
    ['a burst without measure', { burst: 1_000_001 }, /burst/],
    ['a quota without a period', { quota: ['kyc_validation=10'] }, /kyc_validation=10000\/month/],
    ['a quota of a year', { quota: ['kyc_validation=10/year'] }, /is not a quota/],
    ['a quota of no service', { quota: ['coffee=10/day'] }, /is not a quota/],
    ['a negative quota', { quota: ['kyc_validation=-1/day'] }, /is not a quota/],
    ['a negative batch quota', { batch_quota: -1 }, /batch quota/],
    ['half a batch item', { batch_quota: 0.5 }, /batch quota/],
    ['a batch quota that is no number', { batch_quota: Number.NaN }, /batch quota/],
    ['more batch items than a column holds', { batch_quota: 3_000_000_000 }, /batch quota/],
  ])('%s', (_name, input, message) => {
    expect(() => created(input)).toThrow(Refusal)
    expect(() => created(input)).toThrow(message)
  })
})

describe('an update', () => {
  const before = created({
    services: ['kyc_validation'],
    scopes: ['kyc.emails'],
    purposes: ['age_gating'],
    allow_ip: ['203.0.113.0/24'],
    burst: 9,
    quota: ['kyc_validation=5/day'],
    batch_quota: 100,
  })

  test('keeps what was not typed', () => {
    expect(applySettings(before, {})).toEqual(before)
  })

  test('replaces what was, an empty list included', () => {
    expect(applySettings(before, { scopes: [], allow_ip: [], batch_quota: null })).toEqual({
      ...before,
      scopes: [],
      ip_allowlist: [],
      batch_items_per_day: null,
    })
  })

  test('gives a service that is added the sandbox quota, and keeps the others', () => {
    expect(applySettings(before, { services: ['kyc_validation', 'age_verification'] }).quotas).toEqual({
      kyc_validation: { limit: 5, period: 'day' },
      age_verification: { limit: 10_000, period: 'month' },
    })
  })

  test('sets, changes and lifts quotas', () => {
    expect(applySettings(before, { quota: ['kyc_validation=0/month'] }).quotas).toEqual({
      kyc_validation: { limit: 0, period: 'month' },
    })
    expect(applySettings(before, { quota: ['kyc_validation=none'] }).quotas).toEqual({})
  })
})

describe('production approval', () => {
  const approved = created({ environment: 'production', services: ['kyc_validation'], approved: true })

  test('covers the services that it was given for; one added later needs its own', () => {
    expect(approved.approved_services).toEqual(['kyc_validation'])
    const more = applySettings(approved, { services: ['kyc_validation', 'face_recognition'] })
    expect(more.approved_services).toEqual(['kyc_validation'])
    expect(applySettings(more, { approved: true }).approved_services).toEqual([
      'kyc_validation',
      'face_recognition',
    ])
  })

  test('can be withdrawn, and means nothing in the sandbox', () => {
    expect(applySettings(approved, { approved: false }).approved_services).toEqual([])
    expect(created({ services: ['kyc_validation'], approved: true }).approved_services).toEqual([])
  })
})
