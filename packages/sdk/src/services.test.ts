import { expect, expectTypeOf, it } from 'vitest'
import type { AgeVerification, Job, Nani } from './index.ts'
import { clientOf, ok, request } from './testing/client.ts'

const items = [{ reference: 'a', identifier: request.identifier }]
const batch = { purpose: 'customer_onboarding', items }

const business = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } as const
const businesses = [{ reference: 'a', identifier: business }]

const party = { full_name: 'Nsimba Kiala', date_of_birth: '1980-02-03', nationality: 'AGO' }
const creditItem = {
  reference: 'a',
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0008' },
  consent: { method: 'svc_app', consent_id: 'cns_sandbox_valid' },
} as const
const { reference: _reference, ...creditQuestion } = creditItem
const creditRequest = { ...creditQuestion, purpose: 'credit_assessment', product: 'microcredit' } as const
const fraud = { type: 'sim_swap', description: 'The number stopped working.' } as const
const parties = [{ reference: 'a', subject: { business: { identifier: business } }, monitoring: true }]

/** The four modes and reading again, for each service. */
const calls: [path: string, (nani: Nani) => Promise<unknown>[]][] = [
  [
    '/v1/kyc/validations',
    ({ kyc }) => [
      kyc.validate(request),
      kyc.validateAsync(request),
      kyc.validateBatch(batch),
      kyc.validateBatchAsync(batch),
      kyc.retrieve('kyc_1'),
    ],
  ],
  [
    '/v1/age/verifications',
    ({ age }) => [
      age.verify({ ...request, threshold: 21, disclosure: 'minimal' }),
      age.verifyAsync(request),
      age.verifyBatch({ ...batch, threshold: 16 }),
      age.verifyBatchAsync({ ...batch, disclosure: 'minimal' }),
      age.retrieve('age_1'),
    ],
  ],
  [
    '/v1/kyb/verifications',
    ({ kyb }) => [
      kyb.verify({ identifier: business, match: { legal_name: 'Mosaka' }, purpose: 'regulatory_compliance' }),
      kyb.verifyAsync({ identifier: business, purpose: 'regulatory_compliance' }),
      kyb.verifyBatch({ purpose: 'fraud_prevention', include: ['officers'], items: businesses }),
      kyb.verifyBatchAsync({ purpose: 'fraud_prevention', items: businesses }),
      kyb.retrieve('kyb_1'),
    ],
  ],
  [
    '/v1/aml/screenings',
    ({ aml }) => [
      aml.screen({ subject: party, checks: ['sanctions', 'pep'], purpose: 'regulatory_compliance' }),
      aml.screenAsync({ subject: { identifier: request.identifier }, purpose: 'regulatory_compliance' }),
      aml.screenBatch({ purpose: 'regulatory_compliance', items: parties }),
      aml.screenBatchAsync({ purpose: 'regulatory_compliance', scopes: [], items: parties }),
      aml.retrieve('aml_1'),
    ],
  ],
  [
    '/v1/credit/scores',
    ({ credit }) => [
      credit.score({ ...creditRequest, amount_requested: { value: 200, currency: 'USD' } }),
      credit.scoreAsync(creditRequest),
      credit.scoreBatch({ purpose: 'credit_assessment', product: 'bnpl', items: [creditItem] }),
      credit.scoreBatchAsync({
        purpose: 'credit_assessment',
        items: [{ ...creditItem, product: 'mortgage' }],
      }),
      credit.retrieve('crs_1'),
    ],
  ],
  [
    '/v1/fraud/reports',
    (nani) => [
      nani.fraud.report({
        ...fraud,
        subject: { phone_number: '+243810000001' },
        victims: [{ anonymous: true }],
      }),
      nani.fraud.reportAsync(fraud),
      nani.fraud.reportBatch({ items: [{ reference: 'a', ...fraud }] }),
      nani.fraud.reportBatchAsync({ purpose: 'fraud_prevention', items: [{ reference: 'a', ...fraud }] }),
      nani.fraud.retrieve('frd_1'),
    ],
  ],
]

it.each(calls)('%s: the four modes, and reading a result again', async (path, callAll) => {
  const { nani, seen } = await clientOf([ok({})])
  await Promise.all(callAll(nani))
  const made = seen.map(({ method, target, prefer }) => `${method} ${target} ${prefer}`.trim())
  expect(made.sort()).toEqual([
    expect.stringMatching(`^GET ${path}/\\w+_1$`),
    `POST ${path}`,
    `POST ${path} respond-async`,
    `POST ${path}/batches`,
    `POST ${path}/batches respond-async`,
  ])
})

it('reads the entry behind a hit', async () => {
  const { nani, seen } = await clientOf([ok({ object: 'aml_hit', position: 2 })])
  expect((await nani.aml.hit('aml_1', 2)).position).toBe(2)
  expect(seen.map(({ method, target }) => [method, target])).toEqual([
    ['GET', '/v1/aml/screenings/aml_1/hits/2'],
  ])
})

it('returns typed results', () => {
  expectTypeOf<Awaited<ReturnType<Nani['age']['verifyAsync']>>>().toEqualTypeOf<Job<AgeVerification>>()
  expectTypeOf<AgeVerification['age_check']['threshold']>().toEqualTypeOf<number>()
})
