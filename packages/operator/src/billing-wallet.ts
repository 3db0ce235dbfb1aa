import { OperatorError } from '@nani/server/core/index.ts'
import { moneyTransaction } from '@nani/server/invoicing/index.ts'
import type { Of } from './billing-command.ts'

/** An organization that never called has its wallet from here on. */
export const withWallet = async ({ organizationId, installation }: Of): Promise<void> => {
  const { rowCount } = await installation.pool.query('select from organizations where organization_id = $1', [
    organizationId,
  ])
  if (rowCount === 0)
    throw new OperatorError('billing_object_not_found', `There is no organization ${organizationId}.`)
  await moneyTransaction(installation, organizationId, async () => {})
}
