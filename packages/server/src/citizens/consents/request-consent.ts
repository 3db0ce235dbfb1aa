import type { CreditAmount, CreditConsentRequest, CreditProduct, Environment } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { type Database, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { pseudonym, type RequestOrigin } from '../../app/audit/index.ts'
import { type ConsentRecord, openDetails, recordColumns, requestOf, sealDetails } from './consent-record.ts'
import { answerMs, dueChange } from './consent-states.ts'
import type { AskedConsent, ConsentDependencies } from './dependencies.ts'
import { sandboxAnswer } from './sandbox-consents.ts'
import { changeOf, creationOf } from './write-consents.ts'

/** A request for the consent of a certified citizen. */
export type ConsentOrder = {
  applicationId: string
  environment: Environment
  svcId: string
  /** A person under 18 is not asked. */
  isMinor: boolean
  /** How far the test clock of the application is ahead. */
  clockAheadMs: number
  product: CreditProduct
  amountRequested: CreditAmount | null
  reference: string | null
  origin: RequestOrigin
  /** When other databases asked the citizen (`requestsElsewhere`). */
  askedElsewhere?: readonly Date[]
}

export type RequestedConsent = {
  request: CreditConsentRequest
  /** A new request that waits, to announce after the commit. Null for any other. */
  asked: AskedConsent | null
}

const windowMs = 86_400_000
/** The most new requests to one citizen in the window, in production (spec/consents#rules-of-consent-requests). */
const maxRequests = { ofApplication: 3, ofAll: 10 } as const

/**
 * When the citizen was asked in the other databases. It is read before the transaction, so requests of one moment may reach the maximum in
 * each database.
 */
export const requestsElsewhere = async (
  { svcId, environment }: Pick<ConsentOrder, 'svcId' | 'environment'>,
  { askOthers, clock, subjectKey }: ConsentDependencies,
): Promise<Date[]> => {
  if (environment !== 'production') return []
  const citizen = pseudonym(subjectKey, svcId)
  const found = await askOthers((pool) => recentRequests(pool, citizen, clock.now()))
  return found.flat().map((row) => row.created_at)
}

/**
 * Requests a consent in the transaction of the caller, or returns the request that is pending already. Requests to one
 * citizen happen one after the other, so that the maximum holds with any number of processes.
 */
export const requestConsent = async (
  client: pg.PoolClient,
  order: ConsentOrder,
  dependencies: ConsentDependencies,
): Promise<RequestedConsent> => {
  const { clock, consentsVault, subjectKey } = dependencies
  const citizen = pseudonym(subjectKey, order.svcId)
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `consents of ${order.environment} ${citizen}`,
  ])
  const nowMs = clock.now()
  const pending = await findPending(client, order.applicationId, citizen)
  const due = pending && dueChange(pending, nowMs, dependencies.newId)
  if (pending?.answer_by && !due)
    return {
      request: requestOf(pending, pending.answer_by, openDetails(consentsVault, pending)),
      asked: null,
    }
  if (pending && due) {
    const change = changeOf(pending, due, { by: { actor: 'system' } }, dependencies)
    await writeChanges(client, order.applicationId, [change])
  }
  if (order.environment === 'production') await checkRate(client, order, citizen, nowMs)
  return insertRequest(client, order, { citizen, nowMs }, dependencies)
}

const findPending = async (
  client: pg.PoolClient,
  applicationId: string,
  citizen: string,
): Promise<ConsentRecord | null> => {
  const { rows } = await client.query<ConsentRecord>({
    name: 'find-pending-consent',
    text: `select ${recordColumns} from credit_consents c
           where c.application_id = $1 and c.citizen = decode($2, 'hex') and c.status = 'pending' for update`,
    values: [applicationId, citizen],
  })
  return rows[0] ?? null
}

type AskedBefore = { application_id: string; created_at: Date }

/** The newest requests to a citizen in the window, in one database. */
const recentRequests = async (database: Database, citizen: string, nowMs: number): Promise<AskedBefore[]> => {
  const { rows } = await database.query<AskedBefore>({
    name: 'recent-consent-requests',
    text: `select application_id, created_at from credit_consents
           where citizen = decode($1, 'hex') and environment = 'production' and answer_by is not null
             and created_at > $2
           order by created_at desc limit 100`,
    values: [citizen, new Date(nowMs - windowMs)],
  })
  return rows
}

const checkRate = async (
  client: pg.PoolClient,
  { applicationId, askedElsewhere = [] }: ConsentOrder,
  citizen: string,
  nowMs: number,
): Promise<void> => {
  const here = await recentRequests(client, citizen, nowMs)
  const own = here.filter((row) => row.application_id === applicationId)
  const all = [...here, ...askedElsewhere.map((created_at) => ({ created_at }))].toSorted(
    (one, other) => other.created_at.getTime() - one.created_at.getTime(),
  )
  const waits = [waitMs(own, maxRequests.ofApplication, nowMs), waitMs(all, maxRequests.ofAll, nowMs)]
  const longestMs = Math.max(...waits)
  if (longestMs > 0) throw new Refusal('rate_limited', { retry_after: Math.ceil(longestMs / 1000) })
}

/** How long until one more request is allowed: until the oldest of the newest requests leaves the window. */
const waitMs = (newestFirst: readonly { created_at: Date }[], max: number, nowMs: number): number => {
  const oldest = newestFirst[max - 1]
  return oldest ? Math.max(1, oldest.created_at.getTime() + windowMs - nowMs) : 0
}

const insertRequest = async (
  client: pg.PoolClient,
  order: ConsentOrder,
  { citizen, nowMs: realMs }: { citizen: string; nowMs: number },
  dependencies: ConsentDependencies,
): Promise<RequestedConsent> => {
  const { applicationId, environment, svcId, isMinor, clockAheadMs } = order
  const { product, amountRequested, reference } = order
  const nowMs = realMs + clockAheadMs
  const { newId, consentsVault, wakeAt } = dependencies
  const id = { application_id: applicationId, record_id: newId('cnr') }
  const answerBy = new Date(nowMs + answerMs)
  const automatic =
    environment === 'sandbox'
      ? sandboxAnswer(svcId, nowMs)
      : { dueStatus: 'expired' as const, dueAt: answerBy }
  const details = { svc_id: svcId, amount_requested: amountRequested, reference }
  const record: ConsentRecord = {
    ...id,
    environment,
    citizen: Buffer.from(citizen, 'hex'),
    status: isMinor ? 'declined' : 'pending',
    product,
    sealed_details: sealDetails(consentsVault, details, id),
    created_at: new Date(nowMs),
    answer_by: answerBy,
    consent_id: null,
    granted_at: null,
    lapses_at: null,
    due_status: isMinor ? null : automatic.dueStatus,
    due_at: isMinor ? null : automatic.dueAt,
    changed_at: new Date(nowMs),
    ahead_ms: clockAheadMs,
  }
  const by = { actor: isMinor ? ('system' as const) : ('application' as const), origin: order.origin }
  const change = creationOf(record, by, dependencies, isMinor ? 'pending' : null)
  await writeChanges(client, applicationId, [change])
  if (!isMinor) wakeAt(automatic.dueAt.getTime() - clockAheadMs)
  const asked = { environment, citizen: record.citizen, applicationId, requestId: record.record_id }
  return { request: requestOf(record, answerBy, details), asked: isMinor ? null : asked }
}
