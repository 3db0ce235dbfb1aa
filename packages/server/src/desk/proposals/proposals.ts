import { createHash } from 'node:crypto'
import {
  type Actor,
  bareName,
  personOf,
  Refusal,
  type SecondPersonRules,
  secondPersonFault,
} from '@nani/foundation/core/index.ts'
import { type Database, deleteInTurns } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { RegisterOutbox } from '../../register/register-outbox/index.ts'
import { type ProposalRow, proposalObject } from './proposal-rows.ts'
import { type Proposals, proposalsOfHome, proposalsOfRegister } from './proposal-store.ts'

/** A proposal can be executed for this time. */
export const proposalMs = 24 * 3_600_000

/** Why a person proposes or decides. Bytes are sealed by the module of the act. */
export type Reason = string | Buffer

/** An act that needs two people, with everything that the second person must see. */
export type ProposedAct = {
  act: string
  subject: string
  organizationId?: string | null
  /** The parameters of the act. Another choice is another proposal. */
  content: Record<string, unknown>
  /** The version of what the proposal is about. If it changes, the proposal ends. */
  version: number | null
  reason: Reason
  /** The proposal that the person agrees to. If it is not open, nothing is proposed. Null: none was read, and none is executed. */
  proposalId?: string | null | undefined
}

type Acting = {
  actor: Actor
  nowMs: number
  newId(prefix: string): string
  rules: SecondPersonRules
  /** The act is in a cell: its part there may have failed after home had the proposal, so that the same person may repeat it. */
  isInCell?: boolean
}

/** `changed`: the object changed after the proposal, which has ended now. The caller commits that and refuses. */
export type Step =
  /** `isNew`: false where the same person proposed the same before. */
  | { step: 'proposed'; proposal: ProposalRow; isNew: boolean }
  | { step: 'execute'; proposal: ProposalRow }
  | { step: 'changed'; refusal: Refusal }

/**
 * The rule of two people for acts: the first person proposes, and the same act by another person within 24 hours executes.
 * The caller holds the lock of the object and does the act in the same transaction.
 */
export const proposeOrExecute = (client: Database, proposed: ProposedAct, acting: Acting): Promise<Step> =>
  stepOf(proposalsOfHome(client), proposed, acting)

/** The same for an act on the register. */
export const proposeOrExecuteOnRegister = (
  client: pg.PoolClient,
  proposed: ProposedAct,
  acting: Acting & { registerOutbox: RegisterOutbox },
): Promise<Step> => stepOf(proposalsOfRegister(client, acting.registerOutbox), proposed, acting)

const stepOf = async (proposals: Proposals, proposed: ProposedAct, acting: Acting): Promise<Step> => {
  const open = await openProposal(proposals, proposed, acting.nowMs)
  const { proposalId } = proposed
  if (typeof proposalId === 'string' && open?.proposal_id !== proposalId)
    throw proposalNotOpen(proposalId, open && proposalObject(open))
  if (!open) return { step: 'proposed', proposal: await insert(proposals, proposed, acting), isNew: true }
  const person = personOf(acting.actor)
  const first = { name: open.proposed_by, account: open.proposed_account }
  const fault = secondPersonFault(first, person, acting.rules)
  const isCurrent = open.subject_version === proposed.version && sameContent(open.content, proposed.content)
  if (fault === 'second_account_required')
    throw new Refusal(fault, 'The proposal was made from the same account of the operating system.', {
      context: { subject: proposed.subject },
    })
  if (fault !== null) {
    // The same person again: the proposal stays, or a changed one takes its place.
    if (isCurrent) return { step: 'proposed', proposal: open, isNew: false }
    if (typeof proposalId === 'string') throw proposalNotOpen(proposalId, proposalObject(open))
    await close(proposals, open, { status: 'ended', acting, reason: null })
    return { step: 'proposed', proposal: await insert(proposals, proposed, acting), isNew: true }
  }
  if (open.subject_version !== proposed.version) {
    const ended = await close(proposals, open, { status: 'ended', acting, reason: null })
    return { step: 'changed', refusal: changed(ended) }
  }
  if (proposalId === null) throw proposalNotOpen(null, proposalObject(open))
  if (!isCurrent)
    throw new Refusal('state_conflict', 'Another proposal is open. Decide it first.', {
      context: { proposal_id: open.proposal_id },
    })
  const proposal = await close(proposals, open, { status: 'executed', acting, reason: proposed.reason })
  return { step: 'execute', proposal }
}

/** The refusal of a decision about a proposal that is not the open one. `current`: what it can be about now. */
export const proposalNotOpen = (proposalId: string | null | undefined, current: object | null): Refusal =>
  new Refusal('changed_meanwhile', 'The proposal is not open any more, or it has other values.', {
    context: { proposal_id: proposalId, current },
    next: 'Read the object and its proposals again.',
  })

const changed = (ended: ProposalRow): Refusal =>
  new Refusal('changed_meanwhile', 'The object changed after the proposal, which has ended.', {
    context: { proposal_id: ended.proposal_id, current: proposalObject(ended) },
    next: 'Read the object, and propose the act again.',
  })

/** A version of what a proposal is about, where the object has other parts with changes of their own. */
export const versionOf = (about: unknown): number =>
  createHash('sha256').update(ordered(about)).digest().readInt32BE(0)

/** JSON of the database and of a request have the same members in another order. */
const sameContent = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other)
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** The open proposal, locked. One that lapsed, or whose person was disabled, ends here. */
const openProposal = async (
  proposals: Proposals,
  { act, subject }: Pick<ProposedAct, 'act' | 'subject'>,
  nowMs: number,
): Promise<ProposalRow | null> => {
  const found = await proposals.open({ act, subject })
  if (!found) return null
  const { is_disabled, ...row } = found
  if (row.expires_at.getTime() > nowMs && !is_disabled) return row
  await proposals.write({ ...row, status: 'ended', decided_at: new Date(nowMs) })
  return null
}

const insert = async (
  proposals: Proposals,
  { act, subject, organizationId = null, content, version, reason }: ProposedAct,
  { actor, nowMs, newId }: Acting,
): Promise<ProposalRow> => {
  const { name, account } = personOf(actor)
  const row: ProposalRow = {
    ...{ proposal_id: newId('prp'), act, subject, organization_id: organizationId, content },
    status: 'proposed',
    ...{ subject_version: version, proposed_by: name, proposed_account: account },
    ...{ reason: textOf(reason) ?? '', sealed_reason: sealedOf(reason) },
    ...{ proposed_at: new Date(nowMs), expires_at: new Date(nowMs + proposalMs) },
    ...{ decided_by: null, decided_account: null, decided_at: null },
    ...{ decided_reason: null, sealed_decided_reason: null },
  }
  await proposals.write(row)
  return row
}

const textOf = (reason: Reason | null): string | null => (typeof reason === 'string' ? reason : null)
const sealedOf = (reason: Reason | null): Buffer | null => (typeof reason === 'string' ? null : reason)

type Closing = {
  status: 'executed' | 'declined' | 'ended'
  acting: Pick<Acting, 'actor' | 'nowMs'>
  reason: Reason | null
}

const close = async (
  proposals: Proposals,
  open: ProposalRow,
  { status, acting: { actor, nowMs }, reason }: Closing,
): Promise<ProposalRow> => {
  const { name, account } = personOf(actor)
  const row: ProposalRow = {
    ...{ ...open, status, decided_by: name, decided_account: account, decided_at: new Date(nowMs) },
    ...{ decided_reason: textOf(reason), sealed_decided_reason: sealedOf(reason) },
  }
  await proposals.write(row)
  return row
}

/**
 * Proposes an act whose execution is another act. Throws where a proposal is open, unless the same person repeats it for a cell.
 */
export const proposeAct = async (
  client: Database,
  proposed: ProposedAct,
  acting: Acting,
): Promise<ProposalRow> => {
  const proposals = proposalsOfHome(client)
  const open = await openProposal(proposals, proposed, acting.nowMs)
  if (open?.subject_version === proposed.version) {
    const isOwn = acting.isInCell && bareName(open.proposed_by) === bareName(personOf(acting.actor).name)
    if (isOwn && open.reason === proposed.reason && sameContent(open.content, proposed.content)) return open
    throw new Refusal('state_conflict', 'Another proposal is open. Decide it first.', {
      context: { proposal_id: open.proposal_id },
    })
  }
  if (open) await close(proposals, open, { status: 'ended', acting, reason: null })
  return insert(proposals, proposed, acting)
}

type Decision = {
  act: string
  subject: string
  version: number | null
  accept: boolean
  reason: string | null
  /** The proposal that the person read. If it is not open, nothing is decided in its place. */
  proposalId?: string | null | undefined
  /** Whether the proposal needs another person than its first one. */
  needsSecond(proposal: ProposalRow): boolean
}
export type Decided =
  | { step: 'execute' | 'declined'; proposal: ProposalRow }
  | { step: 'changed'; refusal: Refusal }

/** Decides an open proposal. Of two decisions at the same moment, the second one finds no open proposal. */
export const decideOpen = async (
  client: Database,
  { act, subject, version, accept, reason, proposalId, needsSecond }: Decision,
  acting: Acting,
): Promise<Decided> => {
  const proposals = proposalsOfHome(client)
  const open = await openProposal(proposals, { act, subject }, acting.nowMs)
  if (proposalId !== undefined && open?.proposal_id !== proposalId)
    throw proposalNotOpen(proposalId, open && proposalObject(open))
  if (!open) throw new Refusal('state_conflict', 'There is no open proposal. It ends after 24 hours.')
  if (open.subject_version !== version) {
    const ended = await close(proposals, open, { status: 'ended', acting, reason: null })
    return { step: 'changed', refusal: changed(ended) }
  }
  if (!accept)
    return {
      step: 'declined',
      proposal: await close(proposals, open, { status: 'declined', acting, reason }),
    }
  const first = { name: open.proposed_by, account: open.proposed_account }
  const fault = needsSecond(open) ? secondPersonFault(first, personOf(acting.actor), acting.rules) : null
  const text = 'Another person must decide than the one who proposed.'
  if (fault !== null) throw new Refusal(fault, text, { context: { subject } })
  return { step: 'execute', proposal: await close(proposals, open, { status: 'executed', acting, reason }) }
}

/** Declines an open proposal. The person who proposed may take it back. */
export const declineOpen = async (
  client: Database,
  id: string,
  acting: {
    actor: Actor
    nowMs: number
    reasonOf(row: ProposalRow): Reason
    mayDecline(row: ProposalRow): boolean
  },
): Promise<ProposalRow> => {
  const { rows } = await client.query<ProposalRow>(
    'select * from proposals where proposal_id = $1 for update',
    [id],
  )
  const [row] = rows
  if (!row || !acting.mayDecline(row)) throw new Refusal('object_not_found', 'There is no such proposal.')
  if (row.status !== 'proposed' || row.expires_at.getTime() <= acting.nowMs)
    throw new Refusal('state_conflict', 'The proposal is not open any more.')
  return close(proposalsOfHome(client), row, { status: 'declined', acting, reason: acting.reasonOf(row) })
}

/** Ends the open proposal about an object that something else decided or changed, and returns its id. The caller holds the lock of the object. */
export const endProposalAbout = async (
  client: Database,
  of: Pick<ProposedAct, 'act' | 'subject'>,
  { nowMs, mayEnd = () => true }: { nowMs: number; mayEnd?(open: ProposalRow): boolean },
): Promise<string | null> => {
  const proposals = proposalsOfHome(client)
  const open = await openProposal(proposals, of, nowMs)
  if (!open || !mayEnd(open)) return null
  await proposals.write({ ...open, status: 'ended', decided_at: new Date(nowMs) })
  return open.proposal_id
}

/** Ends every open proposal of a person, whose account was disabled. */
export const endProposalsOf = async (client: Database, name: string, nowMs: number): Promise<void> => {
  const { rows } = await client.query<ProposalRow>(
    `select * from proposals where status = 'proposed' for update`,
  )
  const own = rows.filter(({ proposed_by }) => bareName(proposed_by) === bareName(name))
  await client.query(
    `update proposals set status = 'ended', decided_at = $2 where proposal_id = any($1::text[])`,
    [own.map(({ proposal_id }) => proposal_id), new Date(nowMs)],
  )
}

/** Deletes the proposals of an act that ended so long ago. */
export const forgetProposals =
  (act: string, keptMs: number) =>
  async (ownerPool: Database, nowMs: number): Promise<void> => {
    const text = `delete from proposals where proposal_id in (
      select proposal_id from proposals where act = $1 and expires_at < $2 limit $3)`
    await deleteInTurns(ownerPool, text, [act, new Date(nowMs - keptMs)])
  }
