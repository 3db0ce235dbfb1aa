import { createSecretKey, randomBytes } from 'node:crypto'
import {
  consentMethod,
  creditProductField,
  type Identifier,
  identifierSchema,
  optional,
  purposeField,
  referenceField,
} from '@nani/contract'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { defineService, type Service } from '../calls/calls/index.ts'
import {
  type AskedConsent,
  type ConsentCheck,
  type ConsentDependencies,
  createConsentCheck,
} from '../citizens/consents/index.ts'
import { type AskOthers, noOthers } from '../gateway/acts/index.ts'
import type { Citizen } from '../register/register/index.ts'
import { creditConsentEndpoints } from '../services/credit-consents/index.ts'
import { testCitizen, testRegister } from './citizen.ts'
import { type ModesOptions, startModes } from './modes.ts'

/*
 * Consents in the four modes: their endpoints, and a service of the name of Credit Scoring that needs a consent and does
 * nothing else.
 */

const loanRequest = Type.Object({
  identifier: identifierSchema,
  consent: optional(
    Type.Object({ method: optional(Type.Enum([consentMethod])), consent_id: optional(Type.String()) }),
  ),
  purpose: purposeField,
  product: creditProductField,
  reference: referenceField,
})

const loan = Type.Object({
  id: Type.String(),
  object: Type.Literal('loan'),
  livemode: Type.Boolean(),
  reference: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(['completed']),
  purpose: Type.String(),
  created_at: Type.String(),
  consent: Type.Object({
    method: Type.Enum([consentMethod]),
    consent_id: Type.String(),
    granted_at: Type.String(),
    expires_at: Type.String(),
  }),
})

export const loansPath = '/v1/loans'

/** `duringCall` runs between the check and the commit. */
const createLoans = (check: ConsentCheck, duringCall: () => Promise<void>): Service =>
  defineService({
    name: 'credit_scoring',
    object: 'loan',
    idPrefix: 'crs',
    path: loansPath,
    title: 'Loans',
    summary: 'A call that needs a consent.',
    actions: { call: 'Ask for a loan', batch: 'Ask for a batch of loans', result: 'a loan' },
    description: 'A call that needs a consent.',
    examples: [],
    refusals: ['consent_required'],
    request: loanRequest,
    result: loan,
    batchFields: ['purpose', 'product'],
    identifierTypes: { identifier: ['svc_id', 'passport', 'national_id'] },
    authorise: ({ request, identifier, environment, applicationId, nowMs, clockAheadMs }) =>
      check.require({
        ...{ applicationId, environment, identifier, nowMs, clockAheadMs },
        consent: request.consent,
        product: request.product,
      }),
    async perform({ authorised: { consent, use } }) {
      await duringCall()
      return { outcome: 'completed', fields: { consent }, effects: [use] }
    },
  })

export const holder = 'COD-1111-2222-3333'
export const minor = 'COD-1111-2222-0017'
export const uncertified = 'COD-1111-2222-0002'
export const otherPerson = 'COD-1111-2222-0001'
const passportOf: Readonly<Record<string, string>> = { [holder]: 'OP1234567' }

const people: Citizen[] = [
  testCitizen(),
  testCitizen({ svc_id: otherPerson, documents: [] }),
  testCitizen({ svc_id: minor, date_of_birth: '2015-01-01', documents: [] }),
  testCitizen({ svc_id: uncertified, certified: false, documents: [] }),
  ...['0008', '0014', '0015'].map((number) =>
    testCitizen({ svc_id: `COD-0000-0000-${number}`, documents: [] }),
  ),
]

export type ConsentWorld = Awaited<ReturnType<typeof startConsents>>

export const startConsents = async (options: Pick<ModesOptions, 'environment'> = {}) => {
  const random = systemRandom()
  const rootKey = randomBytes(32)
  const subjectKey = createSecretKey(randomBytes(32))
  const register = {
    ...testRegister(people),
    findCitizen: async ({ type, value }: Identifier) =>
      people.find(({ svc_id, documents }) =>
        type === 'svc_id' ? svc_id === value : documents.some(({ number }) => number === value),
      ) ?? null,
  }
  const hooks = { duringCall: async () => {}, askOthers: noOthers as AskOthers }
  const woken: number[] = []
  const asked: AskedConsent[] = []
  let consents: ConsentDependencies | null = null
  const modes = await startModes({
    ...options,
    service: (pool) =>
      createLoans(createConsentCheck({ pool, register, subjectKey }), () => hooks.duringCall()),
    endpoints: (calls) => {
      consents = {
        ...{ pool: calls.pool, clock: calls.clock, newId: calls.newId, subjectKey },
        approvalKey: createSecretKey(randomBytes(32)),
        consentsVault: createVault(rootKey, 'consents', random),
        requestsVault: calls.requestsVault,
        wakeDeliveries: () => {},
        wakeAt: (atMs) => void woken.push(atMs),
        announce: (one) => void asked.push(one),
        askOthers: (ask) => hooks.askOthers(ask),
      }
      return creditConsentEndpoints({ calls, consents, register })
    },
  })
  if (!consents) throw new Error('the endpoints were not opened')
  return { ...modes, consents: consents as ConsentDependencies, hooks, register, woken, asked, passportOf }
}
