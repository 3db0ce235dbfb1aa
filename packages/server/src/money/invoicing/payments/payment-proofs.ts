import { Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineReading, needsOf } from '../../../gateway/acts/index.ts'
import { moneyInput, objectName } from '../money-act.ts'
import type { InvoicingPlatform, MoneyContext } from '../money-transaction.ts'

/** A file that shows a payment, such as the receipt of a transfer. */
export type PaymentProof = { name: string; content: Uint8Array }

const maxProofBytes = 5 * 1024 * 1024

const vaultOf = ({ vaultFor }: { vaultFor(use: string): Vault }): Vault => vaultFor('payment-proofs')
const contextOf = (paymentId: string) => `payment-proof:${paymentId}`

export const storeProof = async (
  context: MoneyContext,
  paymentId: string,
  { name, content }: PaymentProof,
): Promise<void> => {
  if (content.length > maxProofBytes)
    throw new Refusal('billing_value_invalid', 'The proof must not be larger than 5 MiB.')
  const sealed = vaultOf(context).seal(Buffer.from(content), contextOf(paymentId))
  await context.client.query(
    'insert into billing_payment_proofs (payment_id, file_name, sealed_file) values ($1, $2, $3)',
    [paymentId, name, sealed],
  )
}

/** The proof of a payment, for the person who decides about it. The reading is in the log of acts. */
export const readProof = defineReading({
  name: 'billing.read_proof',
  sentence: { en: 'Reads the proof of a payment', fr: 'Lit le justificatif d’un paiement' },
  actors: { operator: ['billing_officer', 'supervisor', 'auditor'], member: ['owner', 'financial_officer'] },
  input: moneyInput({ id: objectName }),
  output: Type.Object({ name: Type.String(), content: Type.Unsafe<Uint8Array>({}) }),
  needs: needsOf<InvoicingPlatform>(),
  refusals: ['billing_object_not_found'],
  async read({ pool, input: { organization_id, id }, needs }) {
    const found = await findProof(pool, organization_id, id)
    return { name: found.file_name, content: vaultOf(needs).open(found.sealed_file, contextOf(id)) }
  },
  entry: (_result, { input }) => ({ subject: input.id, organizationId: input.organization_id }),
})

const findProof = async (pool: pg.Pool, organizationId: string, paymentId: string) => {
  const { rows } = await pool.query<{ file_name: string; sealed_file: Buffer }>(
    `select f.file_name, f.sealed_file from billing_payment_proofs f join billing_payments p using (payment_id)
     where p.organization_id = $1 and p.payment_id = $2`,
    [organizationId, paymentId],
  )
  if (!rows[0]) throw new Refusal('billing_object_not_found', `There is no proof of a payment ${paymentId}.`)
  return rows[0]
}
