import { dayMs } from '@nani/foundation/core/index.ts'
import { maintainPartitions } from '@nani/foundation/storage/index.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declarePayment,
  issueCreditNote,
  requestTopUp,
  returnUnapplied,
  runBilling,
  voidInvoice,
} from '../index.ts'
import { listInvoices } from '../invoices/invoice-rows.ts'
import { amina, type BilledOrganization, boris, both } from './organization.ts'

const topUp = async ({ of, platform }: BilledOrganization, amount: number): Promise<string> => {
  const { id } = await requestTopUp(amina, { ...of, amount }, platform)
  if (amount > 1_000_000_000) await both((actor) => approveTopUp(actor, { ...of, id }, platform))
  else await approveTopUp(amina, { ...of, id }, platform)
  return (await listInvoices(platform.pool, of.organization_id))[0]!.id
}

const pay = async ({ of, platform }: BilledOrganization, invoice: string, amount: number): Promise<void> => {
  const declared = {
    ...of,
    invoices: [invoice],
    amount,
    method: 'bank_transfer',
    reference: 'TRF-1',
  } as const
  const { id } = await declarePayment(amina, declared, platform)
  const approve = (actor: typeof amina) => approvePayment(actor, { ...of, id }, platform)
  if (amount > 1_000_000_000) await both(approve)
  else await approve(boris)
}

/** Everything that moves money, once. The clock is a month later at the end. */
export const liveOnce = async (one: BilledOrganization): Promise<void> => {
  const { of, platform, call } = one
  await both((actor) => adjustWallet(actor, { ...of, amount: 5_000_000, reason: 'Outage' }, platform))
  await call()
  await pay(one, await topUp(one, 2_000_000_000), 2_320_000_000)
  await pay(one, await topUp(one, 1_000_000), 3_000_000)
  await both((actor) => returnUnapplied(actor, { ...of, amount: 1_000_000, reason: 'Too much' }, platform))
  const wrong = await topUp(one, 500_000_000)
  await both((actor) =>
    issueCreditNote(actor, { ...of, id: wrong, amount: 1_160_000, reason: 'Less' }, platform),
  )
  platform.clock.advance(1_000)
  const limited = { ...of, mode: 'postpaid', credit_limit: 90_000_000 } as const
  await both((actor) => changeMode(actor, limited, platform))
  const other = await topUp(one, 3_000_000)
  await both((actor) => voidInvoice(actor, { ...of, id: other, reason: 'Not wanted' }, platform))
  await call()
  platform.clock.advance(33 * dayMs)
  await maintainPartitions(platform.pool, platform.clock.now())
  await runBilling(amina, { ...of, as_of_ms: platform.clock.now() }, platform)
  await call()
}
