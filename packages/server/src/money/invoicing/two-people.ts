import type { Actor } from '@nani/foundation/core/index.ts'
import { type Person, personOf, Refusal, rfc3339, secondPersonFault } from '@nani/foundation/core/index.ts'
import type { ActEntry } from '../../gateway/acts/index.ts'
import type { BillingProposal } from './billing-schemas.ts'
import type { MoneyContext } from './money-transaction.ts'

const proposalMs = 86_400_000

export type { BillingProposal } from './billing-schemas.ts'

export const isProposed = (result: object): result is BillingProposal =>
  'object' in result && result.object === 'proposal'

type ProposalRow = {
  proposal_id: string
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
const textOf = (command: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(command).toSorted(([a], [b]) => (a < b ? -1 : 1)))

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
  command: Record<string, unknown>
  /** Why this person agrees. It is no part of the command. Absent: the reason in the command, which both people give. */
  reason?: string | null
  /** The proposal that the person agrees to. If it cannot be executed, nothing is proposed in its place. */
  proposalId: string | undefined
}

const reasonIn = ({ reason }: Record<string, unknown>): string | null =>
  typeof reason === 'string' ? reason : null

/**
 * spec/billing#second-person: the first command proposes. The same command under another name within 24 hours executes.
 * The lock of the wallet is held, so that two people do not both propose.
 */
export const withSecondPerson = async <Result>(
  context: MoneyContext & { actor: Actor },
  { action, command, reason = reasonIn(command), proposalId }: SharedAct,
  execute: () => Promise<{ result: Result; entry: ActEntry }>,
): Promise<{ result: Result | BillingProposal; entry: ActEntry }> => {
  const { client, organizationId, nowMs, actor, newId } = context
  const text = textOf(command)
  const person = personOf(actor)
  const { rows } = await client.query<ProposalRow>(
    `select proposal_id, proposed_by, proposed_account, proposed_at, reason from billing_proposals
     where organization_id = $1 and action = $2 and command = $3 and executed_at is null and declined_at is null and proposed_at > $4
       and ($5::text is null or proposal_id = $5)
       and not exists (select from operators o where o.name = proposed_by and o.disabled_at is not null)
     order by proposed_at, proposal_id for update`,
    [organizationId, action, text, new Date(nowMs - proposalMs), proposalId ?? null],
  )
  const byOther = findExecutable(rows, person, context)
  if (byOther) {
    await client.query(
      'update billing_proposals set executed_by = $2, executed_at = $3, executed_reason = $4 where proposal_id = $1',
      [byOther.proposal_id, person.name, new Date(nowMs), reason],
    )
    const { result, entry } = await execute()
    const first = { proposed_by: byOther.proposed_by, proposed_reason: byOther.reason }
    return { result, entry: { ...entry, after: { ...entry.after, ...first, reason } } }
  }
  if (proposalId !== undefined)
    throw new Refusal(
      'billing_conflict',
      'The proposal is not open for this person, or it has other values. Read the proposals again.',
    )
  const own = rows[0] ?? {
    ...{ proposal_id: newId('prp'), proposed_by: person.name, proposed_account: person.account },
    ...{ proposed_at: new Date(nowMs), reason },
  }
  if (!rows[0])
    await client.query(
      `insert into billing_proposals (proposal_id, organization_id, action, command, proposed_by, proposed_account,
         proposed_at, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[own.proposal_id, organizationId, action, text, own.proposed_by, own.proposed_account],
        ...[own.proposed_at, own.reason],
      ],
    )
  const proposed = proposalObject(own, action, command)
  const after = { proposed: action, ...command, ...(reason !== null && { reason }) }
  return { result: proposed, entry: { subject: organizationId, after } }
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
