import { createHash } from 'node:crypto'
import type { Actor } from '@nani/foundation/core/index.ts'
import {
  actorId,
  isSamePerson,
  type Person,
  personOf,
  Refusal,
  rfc3339,
  secondPersonFault,
} from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type ActEntry, type AgreedId, homeIn } from '../../gateway/acts/index.ts'
import { inHome } from '../../register/register-outbox/index.ts'
import type { BillingProposal } from './billing-schemas.ts'
import type { MoneyContext } from './money-transaction.ts'

const proposalMs = 86_400_000

export type { BillingProposal } from './billing-schemas.ts'

export const isProposed = (result: object): result is BillingProposal =>
  'object' in result && result.object === 'proposal'

type ProposalRow = {
  proposal_id: string
  command: string
  subject_version: number | null
  proposed_by: string
  proposed_account: string | null
  proposed_at: Date
  reason: string | null
}

/** The acts of money that need two people, by the word that a proposal has. */
const acts = {
  adjust: 'billing.adjust',
  mode: 'billing.change_mode',
  void: 'billing.void_invoice',
  'credit-note': 'billing.credit_note',
  'approve-payment': 'billing.approve_payment',
  'approve-top-up': 'billing.approve_top_up',
  'return-unapplied': 'billing.return_unapplied',
} as const
type ProposedAction = keyof typeof acts

/** The name of the act of a proposal. */
export const actOfBillingProposal = (action: string): string =>
  acts[action as ProposedAction] ?? `billing.${action}`

/** The same values have the same text, in whatever order they were given. */
const textOf = (command: Command): string =>
  JSON.stringify(Object.entries(command).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Command = Record<string, unknown>
const commandOf = ({ command }: Pick<ProposalRow, 'command'>): Command =>
  Object.fromEntries(JSON.parse(command) as [string, unknown][])

/** The values of a command. Its reason is that of a person. */
const valuesOf = ({ reason: _, ...values }: Command): string => textOf(values)

const versionOf = (about: Command): number =>
  createHash('sha256').update(textOf(about)).digest().readInt32BE(0)

/** The proposal that the person may execute. A person with two names, which one account of the operating system gives, is refused. */
const findExecutable = (
  rows: readonly ProposalRow[],
  person: Person,
  rules: { oneAccountMayBeTwo: boolean },
): ProposalRow | null => {
  const judged = rows.map((row) => {
    const first = { name: row.proposed_by, account: row.proposed_account }
    return { row, fault: secondPersonFault(first, person, rules) }
  })
  const executable = judged.find(({ fault }) => fault === null)
  if (executable) return executable.row
  if (judged.some(({ fault }) => fault === 'second_account_required'))
    throw new Refusal(
      'second_account_required',
      'The proposal was made from the same account of the operating system.',
    )
  return null
}

type SharedAct = {
  action: ProposedAction
  command: Command
  /** Why this person agrees. It is no part of the command. Absent: the reason in the command, which both people give. */
  reason?: string | null
  /**
   * The proposal that the person agrees to, who may give another reason. If it cannot be executed, nothing is proposed in its
   * place. Null: the person read none, and executes none.
   */
  proposalId: AgreedId
  /** What the proposal is about, as it is now. If it changes, the proposal ends. Absent: nothing but the command itself. */
  about?: Command
  /** Refuses what the object does not permit now. A proposal that a change of the object has ended is refused before. */
  check?: () => void | Promise<void>
}
type Shared<Result> = { result: Result | BillingProposal; entry: ActEntry; refusal?: Refusal }

const reasonIn = ({ reason }: Command): string | null => (typeof reason === 'string' ? reason : null)

/**
 * spec/billing#second-person: the first command proposes. The same command under another name within 24 hours executes, with the
 * reason that was proposed. The lock of the wallet is held, so that two people do not both propose.
 */
export const withSecondPerson = async <Result>(
  context: MoneyContext & { actor: Actor },
  { action, command, reason = reasonIn(command), proposalId, about, check }: SharedAct,
  execute: (proposedReason: string) => Promise<{ result: Result; entry: ActEntry }>,
): Promise<Shared<Result>> => {
  const { client, organizationId, nowMs, actor } = context
  const person = personOf(actor)
  const rows = await readOpen(context, { action, command })
  const isNamed = (row: ProposalRow) =>
    typeof proposalId === 'string' ? row.proposal_id === proposalId : row.command === textOf(command)
  const byOther = findExecutable(rows.filter(isNamed), person, context)
  const isStale = ({ subject_version: version }: ProposalRow) =>
    about !== undefined && version !== null && version !== versionOf(about)
  if (byOther && isStale(byOther)) return endChanged(context, byOther)
  await check?.()
  if (byOther && proposalId === null) throw notExecutable(null, proposalObject(byOther, action, command))
  if (byOther) {
    await client.query(
      'update billing_proposals set executed_by = $2, executed_at = $3, executed_reason = $4 where proposal_id = $1',
      [byOther.proposal_id, person.name, new Date(nowMs), reason],
    )
    const { result, entry } = await execute(reasonIn(commandOf(byOther)) ?? reason ?? '')
    const first = { proposed_by: byOther.proposed_by, proposed_reason: byOther.reason }
    return { result, entry: { ...entry, after: { ...entry.after, ...first, reason } } }
  }
  if (typeof proposalId === 'string') throw notExecutable(proposalId, null)
  // What the same person proposed before the object changed cannot be executed any more: a new proposal takes its place.
  const ended = rows.filter((row) => isStale(row) && isSamePerson(row.proposed_by, person.name))
  for (const row of ended) await endProposal(context, row.proposal_id, objectChanged)
  const own =
    rows.find((row) => isNamed(row) && !ended.includes(row)) ??
    (await insertProposal(context, { action, command, reason, about }))
  const proposed = proposalObject(own, action, command)
  const after = {
    ...{ proposed: action, ...command },
    ...(reason !== null && { reason }),
    ...(ended.length > 0 && { ended: ended.map(({ proposal_id }) => proposal_id) }),
  }
  return { result: proposed, entry: { subject: organizationId, after } }
}

const notExecutable = (proposalId: string | null, current: BillingProposal | null): Refusal =>
  new Refusal(
    'changed_meanwhile',
    'The proposal is not open for this person, or it has other values. Read the proposals again.',
    { context: { proposal_id: proposalId, current } },
  )

/** The open proposals of an act with the same values, locked. Their reasons may differ. */
const readOpen = async (
  context: MoneyContext,
  { action, command }: Pick<SharedAct, 'action' | 'command'>,
): Promise<ProposalRow[]> => {
  const { client, organizationId, nowMs } = context
  const { rows } = await client.query<ProposalRow>(
    `select proposal_id, command, subject_version, proposed_by, proposed_account, proposed_at, reason from billing_proposals
     where organization_id = $1 and action = $2 and executed_at is null and declined_at is null and proposed_at > $3
     order by proposed_at, proposal_id for update`,
    [organizationId, action, new Date(nowMs - proposalMs)],
  )
  const names = rows.map(({ proposed_by }) => proposed_by)
  const disabled = await inHome(homeIn(context), client, (home) => disabledOperators(home, names))
  return rows.filter(
    (row) => !disabled.has(row.proposed_by) && valuesOf(commandOf(row)) === valuesOf(command),
  )
}

/** What a disabled person proposed does not count any more. Home has the operators. */
export const disabledOperators = async (
  home: Database,
  names: readonly string[] | null,
): Promise<ReadonlySet<string>> => {
  if (names?.length === 0) return new Set()
  const { rows } = await home.query<{ name: string }>(
    'select name from operators where disabled_at is not null and ($1::text[] is null or name = any($1))',
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

type NewProposal = Pick<SharedAct, 'action' | 'command' | 'about'> & { reason: string | null }

const insertProposal = async (
  { client, organizationId, nowMs, newId, actor }: MoneyContext & { actor: Actor },
  { action, command, reason, about }: NewProposal,
): Promise<ProposalRow> => {
  const { name, account } = personOf(actor)
  const row: ProposalRow = {
    ...{ proposal_id: newId('prp'), command: textOf(command), proposed_by: name, proposed_account: account },
    ...{ proposed_at: new Date(nowMs), reason, subject_version: about ? versionOf(about) : null },
  }
  await client.query(
    `insert into billing_proposals (proposal_id, organization_id, action, command, proposed_by, proposed_account,
       proposed_at, reason, subject_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[row.proposal_id, organizationId, action, row.command, row.proposed_by, row.proposed_account],
      ...[row.proposed_at, row.reason, row.subject_version],
    ],
  )
  return row
}

/** A process of an earlier release does not read `declined_at`. With an earlier time, the proposal has lapsed for it. */
export const lapsedForEarlierReleases = `proposed_at = proposed_at - interval '48 hours'`

const objectChanged = 'The object changed after the proposal.'

const endProposal = async (
  { client, nowMs, actor }: MoneyContext & { actor: Actor },
  id: string,
  reason: string,
): Promise<void> => {
  await client.query(
    `update billing_proposals set declined_at = $2, declined_by = $3, declined_reason = $4, ${lapsedForEarlierReleases}
     where proposal_id = $1`,
    [id, new Date(nowMs), actorId(actor), reason],
  )
}

/** Ends what waits for a second person about an object that another act decided, and returns the ids for the entry of that act. */
export const endProposalsAbout = async (
  context: MoneyContext & { actor: Actor },
  { action, command, reason }: Pick<SharedAct, 'action' | 'command'> & { reason: string },
): Promise<{ ended?: string[] }> => {
  const open = await readOpen(context, { action, command })
  for (const { proposal_id } of open) await endProposal(context, proposal_id, reason)
  return open.length > 0 ? { ended: open.map(({ proposal_id }) => proposal_id) } : {}
}

const endChanged = async (
  context: MoneyContext & { actor: Actor },
  { proposal_id: id, proposed_by, reason }: ProposalRow,
): Promise<Shared<never>> => {
  const { organizationId } = context
  await endProposal(context, id, objectChanged)
  return {
    result: undefined as never,
    entry: { subject: organizationId, after: { ended: id, proposed_by, proposed_reason: reason } },
    refusal: new Refusal('changed_meanwhile', 'The object changed after the proposal, which has ended.', {
      context: { proposal_id: id, current: { object: 'proposal', id, status: 'ended' } },
      next: 'Read the object, and propose the act again.',
    }),
  }
}

const proposalObject = (
  { proposal_id, proposed_by, proposed_at, reason }: ProposalRow,
  action: string,
  command: Record<string, unknown>,
): BillingProposal => ({
  status: 'proposed',
  object: 'proposal',
  id: proposal_id,
  action,
  command,
  proposed_by,
  reason,
  proposed_at: rfc3339(proposed_at.getTime()),
  expires_at: rfc3339(proposed_at.getTime() + proposalMs),
})
