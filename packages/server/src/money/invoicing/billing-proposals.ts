import { actorId, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { actsWithNeeds, fileResult } from '../../gateway/acts/index.ts'
import { proposalSchema } from './billing-schemas.ts'
import { byOperators } from './money-act.ts'
import type { InvoicingPlatform } from './money-transaction.ts'
import { readProof } from './payments/payment-proofs.ts'

const { act, reading } = actsWithNeeds<InvoicingPlatform>()
const closed = { additionalProperties: false }
const dayMs = 86_400_000
const maxListed = 500

type Row = {
  proposal_id: string
  organization_id: string
  organization: string
  action: string
  command: string
  proposed_by: string
  proposed_at: Date
}

/** The acts on money that wait for a second person, the oldest first. */
const listBillingProposals = reading({
  name: 'billing.proposals',
  sentence: {
    en: 'Lists acts on money that wait for a second person',
    fr: 'Liste les actes financiers qui attendent une seconde personne',
  },
  actors: { operator: ['billing_officer', 'supervisor', 'auditor'] },
  routes: { operator: 'GET /billing/proposals' },
  input: Type.Object({}, closed),
  output: Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        ...proposalSchema.properties,
        organization_id: Type.String(),
        organization: Type.String(),
      }),
    ),
  }),
  async read({ pool, nowMs }) {
    const { rows } = await pool.query<Row>(
      `select p.proposal_id, p.organization_id, o.name as organization, p.action, p.command, p.proposed_by, p.proposed_at
       from billing_proposals p join organizations o using (organization_id)
       where p.executed_at is null and p.declined_at is null and p.proposed_at > $1
         and not exists (select from operators where name = p.proposed_by and disabled_at is not null)
       order by p.proposed_at, p.proposal_id limit $2`,
      [new Date(nowMs - dayMs), maxListed],
    )
    return {
      object: 'list' as const,
      data: rows.map(({ proposal_id, command, proposed_at, ...row }) => ({
        ...{ status: 'proposed' as const, object: 'proposal' as const, id: proposal_id },
        ...row,
        command: Object.fromEntries(JSON.parse(command) as [string, unknown][]),
        proposed_at: rfc3339(proposed_at.getTime()),
        expires_at: rfc3339(proposed_at.getTime() + dayMs),
      })),
    }
  },
})

/** The proof of a payment by its id alone. */
const readProofOfPayment = reading({
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
const declineBillingProposal = act({
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
      `select organization_id, action, proposed_by, executed_at is null and declined_at is null and proposed_at > $2 as is_open
       from billing_proposals where proposal_id = $1 for update`,
      [id, new Date(nowMs - dayMs)],
    )
    const [row] = rows
    if (!row) throw new Refusal('billing_object_not_found', 'There is no such proposal.')
    if (!row.is_open) throw new Refusal('billing_conflict', 'The proposal is not open any more.')
    const { organization_id, action, proposed_by } = row
    // A process of an earlier release does not read `declined_at`. With an earlier time, the proposal has lapsed for it.
    await client.query(
      `update billing_proposals set declined_by = $2, declined_at = $3, declined_reason = $4,
         proposed_at = proposed_at - interval '48 hours' where proposal_id = $1`,
      [id, actorId(actor), new Date(nowMs), reason],
    )
    return {
      result: { object: 'proposal' as const, id, status: 'declined' as const, organization_id, action },
      entry: {
        subject: id,
        organizationId: organization_id,
        after: { declined: action, proposed_by, reason },
      },
    }
  },
})

/** What the desk reads of proposals and proofs of money, and the end of a proposal. */
export const billingProposalActs = [listBillingProposals, readProofOfPayment, declineBillingProposal] as const
