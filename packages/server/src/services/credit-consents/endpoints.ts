import {
  type CreditConsentRequest,
  creditPurpose,
  individualIdentifierTypes,
  limits,
  type NewCreditConsentRequest,
  newCreditConsentRequest,
  normalizeIdentifier,
} from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type CallsDependencies,
  checkPurpose,
  checkShape,
  completeRequest,
  type DescribedEndpoint,
  originOf,
  singleForm,
  stripUnknownFields,
} from '../../calls/calls/index.ts'
import { ageOn, isCertified } from '../../calls/disclosure/index.ts'
import {
  type AskedConsent,
  type ConsentDependencies,
  readConsentRequest,
  requestConsent,
  requestsElsewhere,
} from '../../citizens/consents/index.ts'
import type { Application, IdempotencyLock, OpenCall } from '../../gateway/gateway/index.ts'
import type { Citizen, Register } from '../../register/register/index.ts'
import { docsOfConsentReceipt, docsOfReading, docsOfRequesting } from './docs.ts'

/** What the endpoints need in addition to those of calls. */
export type CreditConsentsDependencies = {
  calls: CallsDependencies
  consents: ConsentDependencies
  register: Pick<Register, 'findCitizen'>
}

const path = '/v1/credit/consents'
const common = { service: 'credit_scoring', bodyLimitBytes: limits.singleBodyBytes } as const
const ageOfMajority = 18

/** Requesting the consent of a citizen, and reading the request (spec/consents#consent-request). */
export const creditConsentEndpoints = (dependencies: CreditConsentsDependencies): DescribedEndpoint[] => [
  {
    ...common,
    method: 'POST',
    path,
    body: 'required',
    form: singleForm(path, newCreditConsentRequest),
    docs: docsOfRequesting,
    disclosedBy: (body) => [(body as { id: string }).id],
    prepare(call) {
      const request = readRequest(call)
      return {
        usesQuotaOf: null,
        run: async (lock) => ({
          status: 202,
          body: await respond(request, call, lock, dependencies),
          audited: true,
        }),
      }
    },
  },
  {
    ...common,
    method: 'GET',
    path: `${path}/:id`,
    body: 'none',
    docs: docsOfReading,
    prepare: ({ request, application }) => ({
      usesQuotaOf: null,
      async run() {
        const found = await findRequest(request.params.id, application, dependencies)
        return { status: 200, body: JSON.stringify(found), audited: false, disclosedIds: [found.id] }
      },
    }),
  },
  {
    ...common,
    method: 'GET',
    path: `${path}/:id/receipt`,
    body: 'none',
    docs: docsOfConsentReceipt,
    prepare: ({ request, application }) => ({
      usesQuotaOf: null,
      async run() {
        const { applicationId, environment } = application
        const result = await findRequest(request.params.id, application, dependencies)
        const receipt = await dependencies.calls.issueReceipt({ applicationId, environment, result })
        return { status: 200, body: JSON.stringify(receipt), audited: false, disclosedIds: [result.id] }
      },
    }),
  },
]

const findRequest = async (
  id: string | undefined,
  { applicationId }: Application,
  { consents }: CreditConsentsDependencies,
): Promise<CreditConsentRequest> => {
  const found = await readConsentRequest(applicationId, id ?? '', consents)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Fields, identifier and purpose, in the order of spec/checks#order-of-checks. */
const readRequest = ({ body, application }: OpenCall): NewCreditConsentRequest => {
  const request = stripUnknownFields(newCreditConsentRequest, body) as NewCreditConsentRequest
  checkShape(newCreditConsentRequest, request)
  const { identifier, purpose } = request
  const accepted: readonly string[] = individualIdentifierTypes
  if (!accepted.includes(identifier.type))
    throw new Refusal('unsupported_identifier_type', { field: 'identifier.type', accepted })
  const normal = normalizeIdentifier(identifier)
  if (!normal) throw new Refusal('invalid_identifier', { field: 'identifier.value' })
  checkCreditPurpose(purpose, application)
  return { ...request, identifier: normal }
}

/** A credit has one purpose, which must also be approved. */
const checkCreditPurpose = (purpose: string, application: Application): void => {
  checkPurpose(purpose, application)
  if (purpose !== creditPurpose) throw new Refusal('purpose_not_approved', { purpose })
}

const respond = async (
  request: NewCreditConsentRequest,
  { request: incoming, application }: OpenCall,
  lock: IdempotencyLock | null,
  { calls, consents, register }: CreditConsentsDependencies,
): Promise<string> => {
  const { applicationId, environment, clockAheadMs } = application
  const { identifier, product, amount_requested, reference } = request
  const citizen = await register.findCitizen(identifier, environment)
  calls.onLookup?.({ applicationId, identifier, found: citizen !== null })
  // Whether the person exists is not distinguished from whether the account is certified.
  if (!citizen || !isCertified(citizen))
    throw new Refusal('invalid_identifier', { field: 'identifier.value' })
  const origin = originOf(incoming, application)
  const nowMs = consents.clock.now()
  const order = {
    ...{ applicationId, environment, clockAheadMs, product, origin },
    svcId: citizen.svc_id,
    isMinor: isMinor(citizen, nowMs + clockAheadMs),
    amountRequested: amount_requested ?? null,
    reference: reference ?? null,
  }
  const askedElsewhere = await requestsElsewhere(order, consents)
  const completed = { applicationId, service: common.service, origin, atMs: nowMs, lock, status: 202 }
  let asked: AskedConsent | null = null
  const body = await completeRequest(calls.pool, calls.answersVault, completed, async (client) => {
    const requested = await requestConsent(client, { ...order, askedElsewhere }, consents)
    asked = requested.asked
    return { body: JSON.stringify(requested.request), disclosedIds: [requested.request.id] }
  })
  calls.wakeDeliveries(applicationId)
  if (asked) consents.announce(asked)
  return body
}

const isMinor = ({ date_of_birth }: Citizen, nowMs: number): boolean =>
  ageOn(date_of_birth, nowMs) < ageOfMajority
