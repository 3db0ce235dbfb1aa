import { type CreditConsentStatus, closed, creditConsentStatuses, idInput, textOrNull } from '@nani/contract'
import { type Permission, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { defineReading, type ReadingContext } from '../../gateway/acts/index.ts'
import { objectOf, openDetails, openReason } from './consent-record.ts'
import { dueChange } from './consent-states.ts'
import { decidedConsent } from './decide-consent.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { findAnyRecord, listRecords } from './read-consents.ts'
import type { DecidedConsent } from './write-decision.ts'

const environmentField = Type.Enum(['sandbox', 'production'])
const statusField = Type.Enum([...creditConsentStatuses])
const maxListed = 1_000

/** A record in the list of operators. It names no citizen. */
const listedConsent = Type.Object({
  id: Type.String(),
  application_id: Type.String(),
  application: Type.String(),
  organization: Type.String(),
  environment: environmentField,
  status: statusField,
  product: textOrNull,
  consent_id: textOrNull,
  created_at: Type.String(),
  changed_at: Type.String(),
})
export type ListedConsent = Static<typeof listedConsent>

const details = Type.Object({
  application_id: Type.String(),
  environment: environmentField,
  svc_id: Type.String(),
  amount_requested: Type.Union([Type.Object({ value: Type.Number(), currency: Type.String() }), Type.Null()]),
  changed_at: Type.String(),
  revocation_reason: textOrNull,
  uses: Type.Integer(),
})
/** Everything about a record. */
export type ShownConsent = DecidedConsent & Static<typeof details>

const readers: Permission = { operator: ['supervisor', 'auditor'] }

const filter = Type.Object(
  {
    environment: Type.Optional(environmentField),
    application_id: Type.Optional(Type.String()),
    status: Type.Optional(statusField),
    limit: Type.Integer({ minimum: 1 }),
  },
  closed,
)

/** Requests and consents of all applications or of one, the newest first. */
export const listConsents = defineReading({
  name: 'consents.list',
  sentence: { en: 'Lists credit consents', fr: 'Liste les consentements au crédit' },
  actors: readers,
  input: filter,
  output: Type.Array(listedConsent),
  async read({ pool, input, needs }: ReadingContext<Static<typeof filter>, ConsentDependencies>) {
    const { environment, application_id, status, limit } = input
    const records = await listRecords(pool, {
      environment: environment ?? null,
      applicationId: application_id ?? null,
      citizen: null,
      status: status ?? null,
      limit: Math.min(limit, maxListed),
    })
    return records.map((record) => ({
      id: record.record_id,
      application_id: record.application_id,
      application: record.application_name,
      organization: record.organization_name,
      environment: record.environment,
      status: statusOf(dueChange(record, needs.clock.now(), needs.newId)?.status, record.status),
      product: record.product,
      consent_id: record.consent_id,
      created_at: rfc3339(record.created_at.getTime()),
      changed_at: rfc3339(record.changed_at.getTime()),
    }))
  },
})

const statusOf = (due: CreditConsentStatus | undefined, status: CreditConsentStatus): CreditConsentStatus =>
  due === 'expired' ? due : status

/** A record with the data that is sealed. */
export const showConsent = defineReading({
  name: 'consents.show',
  sentence: {
    en: 'Reads a credit consent with its citizen',
    fr: 'Lit un consentement au crédit avec son citoyen',
  },
  actors: readers,
  input: idInput,
  output: Type.Unsafe<ShownConsent>(Type.Intersect([decidedConsent, details])),
  refusals: ['consent_not_found'],
  async read({ pool, input, needs }: ReadingContext<Static<typeof idInput>, ConsentDependencies>) {
    const { consentsVault } = needs
    const record = await findAnyRecord(pool, input.id, null)
    if (!record) throw new Refusal('consent_not_found', `There is no consent or request ${input.id}.`)
    const sealed = openDetails(consentsVault, record)
    const { rows } = await pool.query<{ uses: number }>(
      'select count(*)::integer as uses from credit_consent_uses where application_id = $1 and consent_id = $2',
      [record.application_id, record.consent_id],
    )
    return {
      ...objectOf(record, sealed),
      application_id: record.application_id,
      environment: record.environment,
      svc_id: sealed.svc_id,
      amount_requested: sealed.amount_requested,
      changed_at: rfc3339(record.changed_at.getTime()),
      revocation_reason: record.sealed_reason && openReason(consentsVault, record.sealed_reason, record),
      uses: rows[0]?.uses ?? 0,
    }
  },
  entry: ({ id }) => ({ subject: id }),
})
