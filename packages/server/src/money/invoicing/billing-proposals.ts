import { actorId, dayMs, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import {
  actsWithNeeds,
  afterTime,
  askAll,
  type Databases,
  fileResult,
  partInput,
  requireAllRead,
} from '../../gateway/acts/index.ts'
import { proposalSchema } from './billing-schemas.ts'
import { byOperators } from './money-act.ts'
import { homeOf, type InvoicingPlatform } from './money-transaction.ts'
import { readProof } from './payments/payment-proofs.ts'
import { disabledOperators, lapsedForEarlierReleases } from './two-people.ts'

const { act, reading } = actsWithNeeds<InvoicingPlatform>()
const closed = { additionalProperties: false }
const maxListed = 500

type Row = {
  proposal_id: string
  organization_id: string
  organization: string
  action: string
  command: string
  proposed_by: string
  proposed_at: Date
  reason: string | null
  decided_by: string | null
  decided_at: Date | null
  decided_reason: string | null
}

const statuses = ['proposed', 'executed', 'declined'] as const
const textOrNull = Type.Union([Type.String(), Type.Null()])
const listedProposal = Type.Object({
  ...proposalSchema.properties,
  status: Type.Enum([...statuses]),
  ...{ organization_id: Type.String(), organization: Type.String() },
  ...{ decided_by: textOrNull, decided_reason: textOrNull, decided_at: textOrNull },
})

/**
 * $1: when a proposal that is open now was made at the earliest; $2 and $3: the position; $4: the most rows; $6: operators who are
 * disabled.
 */
const listings: Record<(typeof statuses)[number], string> = {
  proposed: `p.executed_at is null and p.declined_at is null and p.proposed_at > $1
       and p.proposed_by <> all($6)
       and ($2::timestamptz is null or (p.proposed_at, p.proposal_id) > ($2, $3))
     order by p.proposed_at, p.proposal_id`,
  executed: `p.executed_at is not null and $1::timestamptz is not null and $6::text[] is not null
       and ($2::timestamptz is null or (p.executed_at, p.proposal_id) < ($2, $3))
     order by p.executed_at desc, p.proposal_id desc`,
  declined: `p.declined_at is not null and $1::timestamptz is not null and $6::text[] is not null
       and ($2::timestamptz is null or (p.declined_at, p.proposal_id) < ($2, $3))
     order by p.declined_at desc, p.proposal_id desc`,
}

const listedObject = (row: Row, status: (typeof statuses)[number]): Static<typeof listedProposal> => {
  // A declined proposal has an earlier time, for processes of earlier releases.
  const proposedMs = row.proposed_at.getTime() + (status === 'declined' ? 2 * dayMs : 0)
  return {
    ...{ status, object: 'proposal' as const, id: row.proposal_id, action: row.action },
    ...{ organization_id: row.organization_id, organization: row.organization },
    command: Object.fromEntries(JSON.parse(row.command) as [string, unknown][]),
    ...{ proposed_by: row.proposed_by, reason: row.reason },
    ...{ proposed_at: rfc3339(proposedMs), expires_at: rfc3339(proposedMs + dayMs) },
    ...{ decided_by: row.decided_by, decided_reason: row.decided_reason },
    decided_at: row.decided_at && rfc3339(row.decided_at.getTime()),
  }
}

export const billingProposalFilters = {
  status: Type.Optional(Type.Enum([...statuses], { default: 'proposed' })),
  organization_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
}

/** The acts on money that wait for a second person, the oldest first. Decided ones have both people, the newest first. */
export const listBillingProposals = reading({
  name: 'billing.proposals',
  sentence: {
    en: 'Lists acts on money of two people',
    fr: 'Liste les actes financiers de deux personnes',
  },
  actors: { operator: ['billing_officer', 'supervisor', 'auditor'] },
  input: Type.Object({ ...billingProposalFilters, ...partInput }, closed),
  output: Type.Array(listedProposal),
  async read({ pool, nowMs, input, needs }) {
    const { status = 'proposed', organization_id: organization = null, after, limit } = input
    const disabled = status === 'proposed' ? await disabledOperators(homeOf(needs), null) : new Set()
    const { rows } = await pool.query<Row>(
      `select p.proposal_id, p.organization_id, o.name as organization, p.action, p.command, p.proposed_by, p.proposed_at,
         p.reason, coalesce(p.executed_by, p.declined_by) as decided_by, coalesce(p.executed_at, p.declined_at) as decided_at,
         coalesce(p.executed_reason, p.declined_reason) as decided_reason
       from billing_proposals p join organizations o using (organization_id)
       where ($5::text is null or p.organization_id = $5) and ${listings[status]} limit $4`,
      [
        ...[new Date(nowMs - dayMs), ...afterTime(after), Math.min(limit ?? maxListed, maxListed)],
        ...[organization, [...disabled]],
      ],
    )
    return rows.map((row) => listedObject(row, status))
  },
})

/** The proof of a payment by its id alone. */
export const readProofOfPayment = reading({
  name: 'billing.read_proof_of_payment',
  sentence: { en: 'Reads the proof of a payment', fr: 'Lit le justificatif d’un paiement' },
  actors: { operator: ['billing_officer', 'supervisor', 'auditor'] },
  routes: { operator: 'GET /billing/payments/{id}/proof' },
  input: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
  output: fileResult,
  refusals: ['billing_object_not_found'],
  async read({ pool, actor, input: { id }, needs }) {
    const { rows } = await pool.query<{ organization_id: string }>(
      'select organization_id from billing_payments where payment_id = $1',
      [id],
    )
    if (!rows[0]) throw new Refusal('billing_object_not_found', `There is no payment ${id}.`)
    const { content } = await readProof(actor, { organization_id: rows[0].organization_id, id }, needs)
    // The name of the stranger's file is not used, and no browser shows it in the origin of the desk.
    return { file_name: 'payment-proof.bin', content_type: 'application/octet-stream', content }
  },
})

/** The person who proposed may take the proposal back. */
export const declineBillingProposal = act({
  name: 'billing.decline_proposal',
  sentence: { en: 'Declines a proposed act on money', fr: 'Décline un acte financier proposé' },
  actors: byOperators,
  routes: { operator: 'POST /billing/proposals/{id}/decline' },
  input: Type.Object(
    {
      id: Type.String({ minLength: 1, maxLength: 64 }),
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' }),
    },
    closed,
  ),
  output: Type.Object({
    object: Type.Literal('proposal'),
    id: Type.String(),
    status: Type.Literal('declined'),
    organization_id: Type.String(),
    action: Type.String(),
  }),
  refusals: ['billing_object_not_found', 'billing_conflict'],
  async perform({ client, actor, input: { id, reason }, nowMs }) {
    const { rows } = await client.query<Row & { is_open: boolean }>(
      `select organization_id, action, proposed_by, reason, executed_at is null and declined_at is null and proposed_at > $2 as is_open
       from billing_proposals where proposal_id = $1 for update`,
      [id, new Date(nowMs - dayMs)],
    )
    const [row] = rows
    if (!row) throw new Refusal('billing_object_not_found', 'There is no such proposal.')
    if (!row.is_open) throw new Refusal('billing_conflict', 'The proposal is not open any more.')
    const { organization_id, action, proposed_by, reason: proposed_reason } = row
    await client.query(
      `update billing_proposals set declined_by = $2, declined_at = $3, declined_reason = $4,
         ${lapsedForEarlierReleases} where proposal_id = $1`,
      [id, actorId(actor), new Date(nowMs), reason],
    )
    return {
      result: { object: 'proposal' as const, id, status: 'declined' as const, organization_id, action },
      entry: {
        subject: id,
        organizationId: organization_id,
        after: { declined: action, proposed_by, proposed_reason, reason },
      },
    }
  },
})

const owners = {
  payment: 'select organization_id from billing_payments where payment_id = $1',
  proposal: 'select organization_id from billing_proposals where proposal_id = $1',
} as const

/** The organization of an object of money, in whatever database it is. Null: there is none. */
export const ownerOfMoney = async (
  databases: Databases,
  kind: keyof typeof owners,
  id: unknown,
): Promise<string | null> => {
  const { answers, unread } = await askAll(databases(), async (pool) => {
    const { rows } = await pool.query<{ organization_id: string }>(owners[kind], [id])
    return rows[0]?.organization_id ?? null
  })
  const found = answers.find(({ answer }) => answer !== null)?.answer ?? null
  if (found === null) requireAllRead(unread)
  return found
}
