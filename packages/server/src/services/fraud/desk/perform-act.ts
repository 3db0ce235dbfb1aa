import type { Environment } from '@nani/contract'
import { type Clock, type IdSource, isSamePerson, Refusal } from '@nani/foundation/core/index.ts'
import { dayOf, inTransaction, type Vault, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { auditEffect, systemOrigin } from '../../../app/audit/index.ts'
import { eventsEffect } from '../../../calls/outbox/index.ts'
import { proposalNotOpen } from '../../../desk/proposals/index.ts'
import { type ActCell, homeIn } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'
import type { CaseVaults } from '../../../risk/fraud-network/index.ts'
import { sealText } from '../case-report.ts'
import { type FraudCase, findCaseForUpdate } from '../case-row.ts'
import { statusEvents } from '../status-events.ts'
import { timeOfCase } from '../time-of-case.ts'
import {
  type CompareParties,
  type CurrentCase,
  currentCase,
  disabledAmong,
  type FirstAct,
  readActFacts,
} from './act-facts.ts'
import { applyAct } from './apply-act.ts'
import type { Act, ActResult } from './case-act-types.ts'
import type { DeskPerson, DeskRules } from './desk-person.ts'
import { caseObject } from './reading/case-object.ts'

/** What other services see of cases. It is changed in the transaction of the act. */
export type CaseNetwork = {
  join(client: pg.PoolClient, fraudCase: FraudCase, confirmedOn: string): Promise<void>
  leave(client: pg.PoolClient, fraudCase: FraudCase): Promise<void>
  /** What the reporter wrote about each party, compared with the register. */
  compare: CompareParties
}

export type DeskDependencies = {
  pool: pg.Pool
  /** Where the cases are in a cell. */
  cell?: ActCell | undefined
  clock: Clock
  newId: IdSource
  vaults: CaseVaults
  /** Seals events until they are sent. */
  requestsVault: Vault
  rules: DeskRules
  network: CaseNetwork
  wakeDeliveries(applicationId: string): void
}

const service = 'fraud_reporting'

export type CaseInput = { environment: Environment; fraudCase: string }

/** A case before an act, and after it. */
export type CaseChange = { before: FraudCase; next: FraudCase }

/**
 * Does one act on a case: its state, its timeline, the network, the audit entry and the events change in one
 * transaction. Of several acts at the same time each sees what the ones before it left. Throws `Refusal`.
 */
export const performAct = async (
  person: DeskPerson,
  { act, ...input }: CaseInput & { act: Act },
  dependencies: DeskDependencies,
): Promise<FraudCase> => {
  const changes = await inTransaction(dependencies.pool, (client) =>
    performActsWithin(client, person, { ...input, acts: [act] }, dependencies),
  )
  wakeAfter(changes, dependencies)
  return lastOf(changes)
}

/** The same for acts that follow each other, in a transaction of the caller. Each has its entry and its event. */
export const performActsWithin = async (
  client: pg.PoolClient,
  person: DeskPerson,
  { environment, fraudCase: idOrNumber, acts }: CaseInput & { acts: readonly Act[] },
  dependencies: DeskDependencies,
): Promise<CaseChange[]> => {
  const found = await findCaseForUpdate(client, environment, idOrNumber)
  if (!found) throw new Refusal('case_not_found')
  const changes: CaseChange[] = []
  const nowMs = await timeOfCase(client, found, dependencies.clock)
  const findDisabled = (names: readonly string[]) =>
    inHome(homeIn(dependencies), client, (home) => disabledAmong(home, names))
  const current = await currentCase(client, findDisabled, found, nowMs)
  let before = current.fraudCase
  for (const act of acts) {
    requireAgreed({ act, person }, { ...current, fraudCase: before }, nowMs)
    const { rules, vaults, network } = dependencies
    const facts = await readActFacts(client, before, act, { vaults, compare: network.compare })
    const result = applyAct(before.state, act, { person, rules, facts })
    const next: FraudCase = { ...before, state: result.state, revision: before.revision + 1 }
    const at = new Date(nowMs)
    await writeChange(client, { before, next, act, person, text: result.text, at }, dependencies)
    await followNetwork(client, { next, result, on: dayOf(nowMs) }, network)
    changes.push({ before, next })
    before = next
  }
  return changes
}

/** The acts by which a second person answers, and what the answer is about. */
const answered: Partial<Record<Act['act'], FirstAct>> = {
  ...{ accept: 'propose', reject: 'propose' },
  ...{ decide_objection: 'decide_objection', decline_objection_decision: 'decide_objection' },
  ...{ false_report: 'false_report', decline_false_report: 'false_report' },
}

/** To decline needs no reading of what was added. */
const agreeing: readonly Act['act'][] = ['accept', 'decide_objection', 'false_report']

/** A person who read another proposal, or not what others added to the case after it, decides nothing. */
const requireAgreed = (
  { act, person }: { act: Act; person: DeskPerson },
  { fraudCase, waiting }: CurrentCase,
  nowMs: number,
): void => {
  const first = answered[act.act]
  if (!first) return
  const agreed = 'proposalId' in act ? act.proposalId : undefined
  const { id = null, notedBy = [] } = waiting[first] ?? {}
  const isOther = agreed !== undefined && agreed !== id
  // Who agrees and names no proposal knows only what that person wrote.
  const isUnread =
    agreed === undefined &&
    agreeing.includes(act.act) &&
    notedBy.some((name) => !isSamePerson(name, person.name))
  if (isOther || isUnread) throw proposalNotOpen(agreed, caseObject(fraudCase, new Date(nowMs)))
}

/** Called after the commit: the events of the acts are delivered. */
export const wakeAfter = (changes: readonly CaseChange[], dependencies: DeskDependencies): void => {
  const moved = changes.find(({ before, next }) => before.state.status !== next.state.status)
  if (moved) dependencies.wakeDeliveries(moved.next.applicationId)
}

export const lastOf = (changes: readonly CaseChange[]): FraudCase => {
  const last = changes.at(-1)
  if (!last) throw new Error('no act was done')
  return last.next
}

type CaseUpdate = {
  before: FraudCase
  next: FraudCase
  act: Act
  person: DeskPerson
  text: string | null
  /** By the time of the case. The audit entry has real time. */
  at: Date
}

const writeChange = async (
  client: pg.PoolClient,
  written: CaseUpdate,
  dependencies: DeskDependencies,
): Promise<void> => {
  const { next } = written
  const atMs = dependencies.clock.now()
  await updateCase(client, written)
  await insertEntry(client, written, dependencies.vaults)
  const events = statusEvents(written.before.state.status, next, dependencies)
  await writeChanges(client, next.applicationId, [
    {
      id: dependencies.newId('act'),
      service,
      scopes: null,
      atMs,
      fence: null,
      effects: [
        auditEffect({
          ...systemOrigin,
          actor: 'operator',
          http_status: null,
          error_code: null,
          purpose: 'fraud_prevention',
          makesResult: false,
          outcome: `${written.act.act} ${next.caseNumber}`,
          subject: null,
          read_ids: [next.caseId],
        }),
        ...(events.length > 0 ? [eventsEffect(events)] : []),
      ],
    },
  ])
}

const updateCase = async (client: pg.PoolClient, { before, next, at }: CaseUpdate): Promise<void> => {
  const { status, assignee, priority, proposal, duplicateOf, choice, objection, falseReport } = next.state
  const firstOfTwo = falseReport === true ? null : falseReport
  await client.query({
    name: 'change-fraud-case',
    text: `update fraud_cases set status = $3, assignee = $4, priority = $5, proposed_status = $6, proposed_by = $7,
        proposed_account = $8, duplicate_of = $9, revision = $10, changed_at = case when status = $3 then changed_at else $11 end,
        listed_victims = $13, despite_mismatch = $14, objected_by = $15, objection_decision = $16,
        objection_decision_by = $17, objection_decision_account = $18, false_report = $19, false_report_by = $20,
        false_report_account = $21
      where application_id = $1 and case_id = $2 and revision = $12`,
    values: [
      next.applicationId,
      next.caseId,
      status,
      assignee,
      priority,
      ...[proposal?.status ?? null, proposal?.by ?? null, proposal?.account ?? null],
      duplicateOf,
      next.revision,
      at,
      before.revision,
      ...[choice && [...choice.victims], choice?.despiteMismatch ?? null],
      ...[objection?.by ?? null, objection?.proposal?.decision ?? null],
      ...[objection?.proposal?.by ?? null, objection?.proposal?.account ?? null],
      ...[falseReport === true, firstOfTwo?.by ?? null, firstOfTwo?.account ?? null],
    ],
  })
}

/** The entry of an act has the revision that it made as its place in the timeline. */
const insertEntry = async (
  client: pg.PoolClient,
  { before, next, act, person, text, at }: CaseUpdate,
  vaults: CaseVaults,
): Promise<void> => {
  const isMove = before.state.status !== next.state.status
  const sealedText = text === null ? null : sealEntry(next, text, vaults)
  await client.query({
    name: 'write-fraud-case-entry',
    text: `insert into fraud_case_entries
        (application_id, case_id, position, at, act, actor, account, status, previous_status, sealed_text)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      next.applicationId,
      next.caseId,
      next.revision,
      at,
      act.act,
      person.name,
      person.account,
      isMove ? next.state.status : null,
      isMove ? before.state.status : null,
      sealedText,
    ],
  })
}

const sealEntry = (fraudCase: FraudCase, text: string, vaults: CaseVaults): Buffer => {
  if (!fraudCase.sealedKey) throw new Refusal('case_erased')
  const vault = vaults.open(fraudCase, fraudCase.sealedKey)
  return sealText(vault, fraudCase, placeOfEntry(fraudCase.revision), text)
}

export const placeOfEntry = (position: number): string => `entry ${position}`

const followNetwork = async (
  client: pg.PoolClient,
  { next, result, on }: { next: FraudCase; result: ActResult; on: string },
  network: CaseNetwork,
): Promise<void> => {
  if (result.network === true) await network.join(client, next, on)
  if (result.network === false) await network.leave(client, next)
}
