import { OperatorError } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { useCase } from '../../../app/audit/index.ts'
import { type OfOrganization, requireOwnOrganization } from '../money-act.ts'
import type { InvoicingPlatform, MoneyContext } from '../money-transaction.ts'

/** A file that shows a payment, such as the receipt of a transfer. */
export type Proof = { name: string; content: Uint8Array }

const maxProofBytes = 5 * 1024 * 1024

const vaultOf = ({ vaultFor }: { vaultFor(use: string): Vault }): Vault => vaultFor('payment-proofs')
const contextOf = (paymentId: string) => `payment-proof:${paymentId}`

export const storeProof = async (
  context: MoneyContext,
  paymentId: string,
  { name, content }: Proof,
): Promise<void> => {
  if (content.length > maxProofBytes)
    throw new OperatorError('billing_value_invalid', 'The proof must not be larger than 5 MiB.')
  const sealed = vaultOf(context).seal(Buffer.from(content), contextOf(paymentId))
  await context.client.query(
    'insert into billing_payment_proofs (payment_id, file_name, sealed_file) values ($1, $2, $3)',
    [paymentId, name, sealed],
  )
}

/** The proof of a payment, for the person who decides about it. The reading is in the audit log. */
export const readProof = useCase({
  action: 'billing.read_proof',
  permission: { operator: ['billing_officer', 'auditor'], member: ['owner', 'financial_officer'] },
  async perform(input: OfOrganization & { id: string }, platform: InvoicingPlatform, record, actor) {
    requireOwnOrganization(actor, input, 'billing.read_proof')
    const { organizationId, id } = input
    const found = await findProof(platform.pool, organizationId, id)
    const content = vaultOf(platform).open(found.sealed_file, contextOf(id))
    return record(platform.pool, { subject: id }, { name: found.file_name, content })
  },
})

const findProof = async (pool: pg.Pool, organizationId: string, paymentId: string) => {
  const { rows } = await pool.query<{ file_name: string; sealed_file: Buffer }>(
    `select f.file_name, f.sealed_file from billing_payment_proofs f join billing_payments p using (payment_id)
     where p.organization_id = $1 and p.payment_id = $2`,
    [organizationId, paymentId],
  )
  if (!rows[0])
    throw new OperatorError('billing_object_not_found', `There is no proof of a payment ${paymentId}.`)
  return rows[0]
}
