import { expect, it } from 'vitest'
import { answer, nani } from '../testing/run-nani.ts'

const minimal = {
  id: 'age_01',
  object: 'age_verification',
  livemode: false,
  reference: null,
  status: 'completed',
  result: 'under_threshold',
  certified_account: true,
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0007' },
  age_check: { threshold: 21, comparison: 'at_least', method: 'register', assurance: null },
  scopes_applied: [],
  scopes_withheld: [],
  purpose: 'age_gating',
  created_at: '2026-09-21T00:00:00Z',
}

it('sends the given values only', async () => {
  const { seen } = await nani(
    ['age', 'SX0000007', '--type', 'passport', '--threshold', '21', '--minimal', '--scopes', ''],
    [answer(minimal)],
  )
  expect(seen[0]!.target).toBe('/v1/age/verifications')
  expect(seen[0]!.body).toEqual({
    identifier: { type: 'passport', value: 'SX0000007' },
    threshold: 21,
    disclosure: 'minimal',
    purpose: 'age_gating',
    scopes: [],
  })
  const bare = await nani(['age', 'COD-0000-0000-0007'], [answer(minimal)])
  expect(bare.seen[0]!.body).toEqual({ identifier: minimal.identifier, purpose: 'age_gating' })
})

it('prints the outcome only of a minimal answer', async () => {
  const { code, out } = await nani(['age', 'COD-0000-0000-0007', '--minimal'], [answer(minimal)])
  expect(code).toBe(0)
  expect(out).toBe(`UNDER_THRESHOLD  COD-0000-0000-0007  younger than 21 years

  age_01 · sandbox · age_gating · 2026-09-21T00:00:00Z
`)
})

it('prints the identity if the answer contains it, also as the result of a job', async () => {
  const basic = {
    full_name: 'Kabeya Jean',
    date_of_birth: '1988-07-21',
    age: 38,
    gender: 'male',
    nationality: 'COD',
  }
  const account = {
    svc_id: 'COD-0000-0000-0001',
    status: 'active',
    certified: true,
    level_of_assurance: 'LOA4',
  }
  const verification = {
    ...minimal,
    result: 'over_threshold',
    account: { ...account, created_at: '2021-03-01T00:00:00Z' },
    kyc: { basic, religion: 'Catholique' },
  }
  const { out } = await nani(['age', 'x'], [answer(verification)])
  for (const words of ['OVER_THRESHOLD', '21 years or older', 'Kabeya Jean', 'LOA4', 'Catholique'])
    expect(out).toContain(words)
  const job = {
    id: 'job_1',
    object: 'job',
    service: 'age_verification',
    status: 'completed',
    result: verification,
  }
  expect((await nani(['job', 'job_1'], [answer(job)])).out).toContain(out)
})

it('--async returns the job; a threshold that is not a number is a usage error', async () => {
  const job = { id: 'job_1', object: 'job', service: 'age_verification', status: 'pending' }
  const { out, seen } = await nani(['age', 'x', '--async'], [answer(job, 202)])
  expect(seen[0]!.prefer).toBe('respond-async')
  expect(out).toContain('PENDING  job_1')
  expect((await nani(['age', 'x', '--threshold', 'adult'], [answer(minimal)])).code).toBe(2)
})
