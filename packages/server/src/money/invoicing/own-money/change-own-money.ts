import {
  newPayment,
  newTopUp,
  organizationId,
  payment,
  thresholdChange,
  topUp,
  wallet,
} from '@nani/contract/console'
import Type from 'typebox'
import { requireVersion, versionInput } from '../../../gateway/acts/index.ts'
import { paymentObject, type TopUpRow, topUpObject } from '../billing-objects.ts'
import { nameOf } from '../money-act.ts'
import {
  announceEvents,
  closeContext,
  currencyOf,
  openContext,
  touchWallet,
  walletNow,
} from '../money-transaction.ts'
import { insertDeclared, payableIds, requireNewTransfer } from '../payments/payments.ts'
import { requireCents } from '../payments/top-ups.ts'
import { keepersOfMoney, microsOf, moneyOfOwnAct } from './needs.ts'

const closed = { additionalProperties: false }
const own = { organization_id: organizationId }
const path = '/organizations/{organization_id}' as const

export const setOwnThreshold = moneyOfOwnAct({
  name: 'billing.set_own_threshold',
  sentence: { en: 'Sets the alert threshold', fr: "Fixe le seuil d'alerte" },
  actors: { member: keepersOfMoney },
  routes: { member: `PUT ${path}/wallet/threshold` },
  input: Type.Object({ ...own, ...thresholdChange.properties, version: versionInput }, closed),
  output: wallet,
  refusals: ['value_invalid', 'billing_value_invalid', 'changed_meanwhile'],
  async perform({ client, input, needs }) {
    const { organization_id: id, version, alert_threshold } = input
    const context = await openContext(client, id, needs)
    const before = walletNow(context)
    const current = context.funds.wallet.thresholdVersion
    requireVersion(version, { ...before, version: current })
    await touchWallet(context, {
      ...{ alertThreshold: microsOf(context, alert_threshold), thresholdVersion: current + 1 },
    })
    const informed = await closeContext(context)
    const after = walletNow(context)
    return {
      result: { ...after, version: current + 1 },
      entry: {
        subject: id,
        before: { alert_threshold: before.alert_threshold },
        after: { alert_threshold: after.alert_threshold },
      },
      afterCommit: () => announceEvents(needs, informed),
    }
  },
})

/** A request for money in the wallet, net of VAT. An operator approves it, and its invoice is issued. */
export const requestOwnTopUp = moneyOfOwnAct({
  name: 'billing.request_own_top_up',
  sentence: { en: 'Asks for a top-up', fr: 'Demande une recharge' },
  actors: { member: keepersOfMoney },
  routes: { member: `POST ${path}/top-ups` },
  answers: 201,
  input: Type.Object({ ...own, ...newTopUp.properties }, closed),
  output: topUp,
  refusals: ['value_invalid', 'billing_value_invalid'],
  async perform({ client, actor, input, needs, nowMs }) {
    const context = await openContext(client, input.organization_id, needs)
    const amount = microsOf(context, input.amount)
    requireCents(amount)
    const row: TopUpRow = {
      ...{ topup_id: needs.newId('top'), status: 'submitted', amount, invoice_id: null, reason: null },
      ...{ created_at: new Date(nowMs), decided_at: null },
    }
    await client.query(
      `insert into billing_topups (topup_id, organization_id, status, amount, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [row.topup_id, input.organization_id, row.status, amount, row.created_at, nameOf(actor)],
    )
    const result = topUpObject(row, currencyOf(context))
    return { result, entry: { subject: row.topup_id, after: { amount: result.amount, status: row.status } } }
  },
})

/** Money that was paid outside, for some invoices. It counts once an operator approves it. */
export const declareOwnPayment = moneyOfOwnAct({
  name: 'billing.declare_own_payment',
  sentence: { en: 'Declares a payment', fr: 'Déclare un paiement' },
  actors: { member: keepersOfMoney },
  routes: { member: `POST ${path}/payments` },
  answers: 201,
  input: Type.Object({ ...own, ...newPayment.properties }, closed),
  output: payment,
  refusals: ['value_invalid', 'billing_value_invalid', 'billing_object_not_found', 'billing_conflict'],
  async perform({ client, actor, input, needs }) {
    const context = Object.assign(await openContext(client, input.organization_id, needs), { actor })
    const amount = microsOf(context, input.amount)
    requireCents(amount)
    const { method, external_reference: reference } = input
    const invoiceIds = await payableIds(context, input.invoice_ids)
    await requireNewTransfer(context, { invoiceIds, amount, method, reference })
    const row = await insertDeclared(context, { invoiceIds, amount, method, reference })
    const result = paymentObject(row, currencyOf(context))
    return {
      result,
      entry: { subject: row.payment_id, after: { amount: result.amount, method, invoices: row.invoice_ids } },
    }
  },
})
