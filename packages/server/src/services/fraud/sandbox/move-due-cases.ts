import type { FraudCaseStatus } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import { type Change, dayOf, inTransaction, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { auditEffect, systemOrigin } from '../../../app/audit/index.ts'
import { eventsEffect } from '../../../calls/outbox/index.ts'
import type { OpenCaseNetwork } from '../case-network.ts'
import { type FraudCase, reportOfCase, selectCasesBy } from '../case-row.ts'
import { isInNetwork, sandboxOutcome } from '../case-states.ts'
import { type ListingChoice, victimPlaces } from '../listing-choice.ts'
import { type StatusEventDependencies, statusEvents } from '../status-events.ts'

export type MoveDependencies = StatusEventDependencies & {
  pool: pg.Pool
  /** The time of the database, so that every process moves a case at the same time. */
  clock: Clock
  network: Pick<OpenCaseNetwork, 'prepare'>
  wakeDeliveries(applicationId: string): void
  /** In a cell: carries to home what the moves change in the network. */
  carry?(): Promise<void>
  onError(error: unknown): void
}

/** The time that a sandbox case spends in each open state (spec/sandbox#sandbox-fraud-cases). */
export const stateMs = 5_000
const applicationsOfTurn = 100
const casesOfTurn = 100
/** The search for due cases reads all of them. It is not repeated for each turn of a large backlog. */
const turnsOfSearch = 10

/**
 * Moves sandbox cases whose time has come, and returns how many. Any number of processes may run it: a case that one of
 * them has locked is left to it. `mayContinue` is asked after each turn of every application, with its duration.
 */
export const moveDueCases = async (
  dependencies: MoveDependencies,
  mayContinue: (tookMs: number) => Promise<boolean> = async () => true,
): Promise<number> => {
  const { clock } = dependencies
  let applications = await findDueApplications(new Date(clock.now() - stateMs), dependencies)
  let moved = 0
  for (let turn = 0; turn < turnsOfSearch && applications.length > 0; turn++) {
    const startMs = clock.now()
    const unfinished: DueApplication[] = []
    for (const application of applications) {
      const count = await moveOfApplication(application, dependencies)
      moved += count
      if (count === casesOfTurn) unfinished.push(application)
    }
    applications = unfinished
    if (!(await mayContinue(Math.max(0, clock.now() - startMs)))) break
  }
  return moved
}

/** An application with due cases, and how far its test clock is ahead. */
type DueApplication = { applicationId: string; aheadMs: number }

const findDueApplications = async (until: Date, { pool }: MoveDependencies): Promise<DueApplication[]> => {
  const { rows } = await pool.query<{ application_id: string; test_clock_ms: string }>({
    name: 'find-due-sandbox-cases',
    text: `select distinct c.application_id, coalesce(a.test_clock_ms, 0) as test_clock_ms
      from fraud_cases c left join applications a using (application_id)
      where c.environment = 'sandbox' and c.status in ('received', 'under_review')
        and c.changed_at <= $1::timestamptz + coalesce(a.test_clock_ms, 0) * interval '1 millisecond' limit $2`,
    values: [until, applicationsOfTurn],
  })
  return rows.map((row) => ({ applicationId: row.application_id, aheadMs: Number(row.test_clock_ms) }))
}

/** One transaction moves a group of cases. If a case cannot be moved, the others are moved one by one. */
const moveOfApplication = async (
  { applicationId, aheadMs }: DueApplication,
  dependencies: MoveDependencies,
): Promise<number> => {
  const { pool, clock, wakeDeliveries, carry, onError } = dependencies
  const until = new Date(clock.now() + aheadMs - stateMs)
  const moveSome = (caseId: string | null) =>
    inTransaction(pool, async (client) => {
      const found = await lockDue(client, applicationId, until, caseId)
      await moveLocked(client, { applicationId, aheadMs }, found, dependencies)
      return found.length
    })
  let moved = 0
  try {
    moved = await moveSome(null)
  } catch (error) {
    onError(error)
    const due = await inTransaction(pool, (client) => lockDue(client, applicationId, until, null))
    for (const { caseId } of due)
      moved += await moveSome(caseId).catch((failed: unknown) => {
        onError(failed)
        return 0
      })
  }
  if (moved > 0) wakeDeliveries(applicationId)
  if (moved > 0) await carry?.().catch(onError)
  return moved
}

/** Locks the case with this id, or the first that are due. */
const lockDue = (
  client: pg.ClientBase,
  applicationId: string,
  until: Date,
  caseId: string | null,
): Promise<FraudCase[]> =>
  selectCasesBy(
    client,
    `where c.application_id = $1 and c.environment = 'sandbox' and c.status in ('received', 'under_review')
       and c.changed_at <= $2 and ($3::text is null or c.case_id = $3)
     order by c.changed_at, c.case_id limit $4 for update of c skip locked`,
    [applicationId, until, caseId, casesOfTurn],
  )

const nextStatus = ({ state, type, hasIdentifiedParty, evidenceCount }: FraudCase): FraudCaseStatus =>
  state.status === 'received'
    ? 'under_review'
    : sandboxOutcome({ type, hasIdentifiedParty, hasEvidence: evidenceCount > 0 })

/** No one chooses: every named victim is listed, and no name that the register does not confirm. */
const sandboxChoice = (one: FraudCase, { vaults }: Pick<MoveDependencies, 'vaults'>): ListingChoice => {
  const report = reportOfCase(one, vaults)
  return { victims: report ? victimPlaces(report) : [], despiteMismatch: false }
}

type Move = { previous: FraudCaseStatus; next: FraudCase }

/** The states, the timeline, the audit, the events and the network change in one transaction. */
const moveLocked = async (
  client: pg.PoolClient,
  { applicationId, aheadMs }: DueApplication,
  found: readonly FraudCase[],
  dependencies: MoveDependencies,
): Promise<void> => {
  if (found.length === 0) return
  const nowMs = dependencies.clock.now()
  const at = new Date(nowMs + aheadMs)
  const moves = found.map((one): Move => {
    const status = nextStatus(one)
    const choice = isInNetwork(status) ? sandboxChoice(one, dependencies) : null
    const state = { ...one.state, status, choice, proposal: null }
    return { previous: one.state.status, next: { ...one, state, revision: one.revision + 1 } }
  })
  const changes = moves.map((move) => changeOf(move, nowMs, dependencies))
  const confirmed = moves.filter(({ next }) => isInNetwork(next.state.status)).map(({ next }) => next)
  const joinNetwork = await dependencies.network.prepare(client, confirmed, dayOf(at.getTime()))
  await writeStates(client, applicationId, moves, at)
  // From here on, other calls of the application wait for the position of their events.
  await writeChanges(client, applicationId, changes)
  await joinNetwork(client)
}

const writeStates = async (
  client: pg.PoolClient,
  applicationId: string,
  moves: readonly Move[],
  at: Date,
): Promise<void> => {
  await client.query({
    name: 'move-sandbox-cases',
    text: `with moved as (
        update fraud_cases c set status = m.status, proposed_status = null, proposed_by = null,
          proposed_account = null, revision = m.revision, changed_at = $2,
          listed_victims = m.listed_victims::smallint[], despite_mismatch = case when m.listed_victims is not null then false end
        from unnest($3::text[], $4::text[], $5::integer[], $7::text[]) as m(case_id, status, revision, listed_victims)
        where c.application_id = $1 and c.case_id = m.case_id
      )
      insert into fraud_case_entries (application_id, case_id, position, at, act, actor, status, previous_status)
      select $1, m.case_id, m.revision, $2, 'sandbox', 'system', m.status, m.previous_status
      from unnest($3::text[], $4::text[], $5::integer[], $6::text[]) as m(case_id, status, revision, previous_status)`,
    values: [
      applicationId,
      at,
      moves.map(({ next }) => next.caseId),
      moves.map(({ next }) => next.state.status),
      moves.map(({ next }) => next.revision),
      moves.map(({ previous }) => previous),
      // The text of an array, because `unnest` takes arrays apart.
      moves.map(({ next: { state } }) => state.choice && `{${state.choice.victims.join(',')}}`),
    ],
  })
}

const changeOf = ({ previous, next }: Move, atMs: number, dependencies: MoveDependencies): Change => ({
  id: dependencies.newId('act'),
  service: 'fraud_reporting',
  scopes: null,
  atMs,
  fence: null,
  effects: [
    auditEffect({
      ...systemOrigin,
      actor: 'system',
      http_status: null,
      error_code: null,
      purpose: 'fraud_prevention',
      makesResult: false,
      outcome: `${next.state.status} ${next.caseNumber}`,
      subject: null,
      read_ids: [next.caseId],
    }),
    eventsEffect(statusEvents(previous, next, dependencies)),
  ],
})
