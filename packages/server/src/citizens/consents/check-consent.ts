import type { KeyObject } from 'node:crypto'
import type { CreditConsent, CreditProduct, Environment, Identifier } from '@nani/contract'
import { createKeyedBatcher, Refusal } from '@nani/foundation/core/index.ts'
import type { Effect } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { pseudonym } from '../../app/audit/index.ts'
import type { Register } from '../../register/register/index.ts'
import { type ConsentRecord, consentOf } from './consent-record.ts'
import { consentUse } from './consent-use.ts'
import { type FixedConsent, fixedConsent } from './sandbox-consents.ts'

/** A call that needs a consent, with the field `consent` of its request. */
export type ConsentQuestion = {
  applicationId: string
  environment: Environment
  identifier: Identifier
  consent: { consent_id?: string | null } | null | undefined
  product: CreditProduct
  /** The time of the application. */
  nowMs: number
  /** How far its test clock is ahead. */
  clockAheadMs: number
}

/** A consent that was valid when the call was checked. */
export type ValidConsent = {
  /** The citizen who granted it. */
  svcId: string
  /** The member `consent` of the result. */
  consent: CreditConsent
  /** Records the use, and requires in the commit that the consent is still valid. */
  use: Effect
}

export type ConsentCheck = {
  /** @throws Refusal `consent_required`, for every fault with the same work (spec/consents#consent-checks). */
  require(question: ConsentQuestion): Promise<ValidConsent>
}

/** What is wrong with a consent. Only the audit contains it. */
export type ConsentFault =
  | 'consent_missing'
  | 'consent_unknown'
  | 'consent_pending'
  | 'consent_expired'
  | 'consent_revoked'
  | 'consent_of_another_citizen'
  | 'consent_for_another_product'

type FoundConsent = Pick<
  ConsentRecord,
  'consent_id' | 'status' | 'citizen' | 'product' | 'granted_at' | 'lapses_at'
>

/** Looked up in place of an id that is missing, so that a missing consent takes the same time. */
const noId = 'cns_none'
/** Any other text is the id of no consent. The database could not hold every text. */
const idForm = /^cns_\w{1,124}$/

type Dependencies = { pool: pg.Pool; register: Pick<Register, 'findCitizen'>; subjectKey: KeyObject }

export const createConsentCheck = ({ pool, register, subjectKey }: Dependencies): ConsentCheck => {
  const lookUp = createLookUp(pool)

  /** Only a number of the register is the identity itself. The work depends on the type, never on the consent. */
  const svcIdOf = async (identifier: Identifier, environment: Environment): Promise<string | null> =>
    identifier.type === 'svc_id'
      ? identifier.value
      : ((await register.findCitizen(identifier, environment))?.svc_id ?? null)

  return {
    async require({ applicationId, environment, identifier, consent, product, nowMs, clockAheadMs }) {
      const consentId = consent?.consent_id ?? null
      const [stored, svcId] = await Promise.all([
        lookUp(applicationId, consentId !== null && idForm.test(consentId) ? consentId : noId),
        svcIdOf(identifier, environment),
      ])
      const fixed = environment === 'sandbox' && consentId !== null ? fixedConsent(consentId, nowMs) : null
      const found = fixed ? recordOf(fixed, consentId as string, subjectKey) : stored
      const citizen = pseudonym(subjectKey, svcId ?? '')
      const fault = consentId === null ? 'consent_missing' : faultOf(found, { citizen, product, nowMs })
      const granted = found && consentOf(found)
      if (fault || !granted || svcId === null)
        throw new Refusal('consent_required', {}, { outcome: fault ?? 'consent_unknown' })
      return {
        svcId,
        consent: granted,
        use: consentUse({
          consentId: granted.consent_id,
          environment,
          citizen,
          isFixed: fixed !== null,
          clockAheadMs,
        }),
      }
    },
  }
}

const faultOf = (
  found: FoundConsent | null,
  { citizen, product, nowMs }: { citizen: string; product: string; nowMs: number },
): ConsentFault | null => {
  if (!found) return 'consent_unknown'
  if (found.citizen.toString('hex') !== citizen) return 'consent_of_another_citizen'
  if (found.status === 'revoked') return 'consent_revoked'
  if (found.status === 'expired' || (found.lapses_at?.getTime() ?? 0) <= nowMs) return 'consent_expired'
  if (found.status !== 'approved') return 'consent_pending'
  if (found.product !== null && found.product !== product) return 'consent_for_another_product'
  return null
}

const recordOf = (
  { status, svcId, grantedAt, lapsesAt }: FixedConsent,
  consentId: string,
  subjectKey: KeyObject,
): FoundConsent => ({
  consent_id: consentId,
  status,
  citizen: Buffer.from(pseudonym(subjectKey, svcId), 'hex'),
  product: null,
  granted_at: grantedAt,
  lapses_at: lapsesAt,
})

/** Consents of one application that are asked for together share a statement. Nothing is cached: a revocation counts at once. */
const createLookUp = (pool: pg.Pool) =>
  createKeyedBatcher<string, FoundConsent | null>(
    async (applicationId, ids) => {
      const { rows } = await pool.query<FoundConsent>({
        name: 'look-up-consents',
        text: `select consent_id, status, citizen, product, granted_at, lapses_at from credit_consents
               where application_id = $1 and consent_id = any($2::text[])`,
        values: [applicationId, ids],
      })
      const byId = new Map(rows.map((row) => [row.consent_id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    },
    {
      maxInFlight: 2,
      maxGroup: 256,
      maxWaiting: 5_000,
      overflow: () =>
        new Refusal('overloaded', { retry_after: 1 }, { detail: 'too many consents are looked up' }),
    },
  )
