import { invoice, organizationId, payment, prices, topUp, wallet } from '@nani/contract/console'
import type pg from 'pg'
import Type from 'typebox'
import { fileResult, listOf, pageInput, readPage } from '../../../gateway/acts/index.ts'
import { readCommittedFunds, readWallet, walletObject } from '../../billing/index.ts'
import { createDrawnInvoices } from '../invoices/drawn-invoices.ts'
import { listInvoices, readInvoiceObject } from '../invoices/invoice-rows.ts'
import { requireOrganization } from '../money-act.ts'
import { type InvoicingPlatform, moneyTransaction } from '../money-transaction.ts'
import { listPayments } from '../payments/payments.ts'
import { listTopUps } from '../payments/top-ups.ts'
import { readPrices } from '../price-lists.ts'
import { moneyOfOwnReading, readersOfMoney } from './needs.ts'

const closed = { additionalProperties: false }
const own = { organization_id: organizationId }
const path = '/organizations/{organization_id}' as const
const invoiceInput = { ...own, id: Type.String({ minLength: 1, maxLength: 60 }) }

/** Reads the wallet, or what holds it. An organization that never called gets its wallet first. */
const withWallet = async <Found>(
  read: (database: pg.Pool, id: string) => Promise<Found | null>,
  needs: InvoicingPlatform,
  id: string,
): Promise<Found> => {
  const found = await read(needs.pool, id)
  if (found) return found
  await moneyTransaction(needs, id, async () => {})
  return (await read(needs.pool, id)) as Found
}

export const readOwnWallet = moneyOfOwnReading({
  name: 'billing.read_wallet',
  sentence: { en: 'Reads the wallet', fr: 'Lit le portefeuille' },
  actors: { member: readersOfMoney },
  routes: { member: `GET ${path}/wallet` },
  input: Type.Object(own, closed),
  output: wallet,
  async read({ input, needs }) {
    const funds = await withWallet(readCommittedFunds, needs, input.organization_id)
    return { ...walletObject(funds), version: funds.wallet.thresholdVersion }
  },
})

export const listOwnInvoices = moneyOfOwnReading({
  name: 'billing.list_invoices',
  sentence: { en: 'Lists the invoices', fr: 'Liste les factures' },
  actors: { member: readersOfMoney },
  routes: { member: `GET ${path}/invoices` },
  input: Type.Object({ ...own, ...pageInput }, closed),
  output: listOf(invoice),
  refusals: ['value_invalid'],
  read: ({ pool, actor, input, needs: { cursors } }) =>
    readPage(
      { name: 'invoices', actor, input, cursors },
      {
        rows: (after, limit) => listInvoices(pool, input.organization_id, { after, limit }),
        positionOf: ({ number }) => [number],
        itemOf: (one) => one,
      },
    ),
})

export const readOwnInvoice = moneyOfOwnReading({
  name: 'billing.read_invoice',
  sentence: { en: 'Reads an invoice', fr: 'Lit une facture' },
  actors: { member: readersOfMoney },
  routes: { member: `GET ${path}/invoices/{id}` },
  input: Type.Object(invoiceInput, closed),
  output: invoice,
  refusals: ['billing_object_not_found'],
  read: ({ pool, input }) => readInvoiceObject(pool, input.organization_id, input.id),
})

// The library of PDF is loaded only here.
const drawnInvoice = createDrawnInvoices(async (facts) =>
  (await import('../invoices/invoice-pdf.ts')).invoicePdf(facts),
)

export const readOwnInvoicePdf = moneyOfOwnReading({
  name: 'billing.read_invoice_pdf',
  sentence: { en: 'Reads an invoice as PDF', fr: 'Lit une facture en PDF' },
  actors: { member: readersOfMoney },
  routes: { member: `GET ${path}/invoices/{id}/pdf` },
  input: Type.Object({ ...invoiceInput, language: Type.Optional(Type.Enum(['fr', 'en'])) }, closed),
  output: fileResult,
  refusals: ['billing_object_not_found'],
  async read({ pool, input, needs: { checkKey } }) {
    const found = await readInvoiceObject(pool, input.organization_id, input.id)
    const customer = await requireOrganization(pool, input.organization_id)
    const { language = 'fr' } = input
    return {
      file_name: `${found.number.toLowerCase()}.pdf`,
      content_type: 'application/pdf',
      content: await drawnInvoice({ invoice: found, customer, language, checkKey }),
    }
  },
})

export const listOwnPayments = moneyOfOwnReading({
  name: 'billing.list_payments',
  sentence: { en: 'Lists the payments', fr: 'Liste les paiements' },
  actors: { member: readersOfMoney },
  routes: { member: `GET ${path}/payments` },
  input: Type.Object({ ...own, ...pageInput }, closed),
  output: listOf(payment),
  refusals: ['value_invalid'],
  async read({ pool, actor, input, needs }) {
    await withWallet(readWallet, needs, input.organization_id)
    return readPage(
      { name: 'payments by time', actor, input, cursors: needs.cursors },
      {
        rows: (after, limit) => listPayments(pool, input.organization_id, { after, limit }),
        positionOf: ({ declared_at, id }) => [Date.parse(declared_at), id],
        itemOf: (one) => one,
      },
    )
  },
})

export const listOwnTopUps = moneyOfOwnReading({
  name: 'billing.list_top_ups',
  sentence: { en: 'Lists the top-ups', fr: 'Liste les recharges' },
  actors: { member: readersOfMoney },
  routes: { member: `GET ${path}/top-ups` },
  input: Type.Object({ ...own, ...pageInput }, closed),
  output: listOf(topUp),
  refusals: ['value_invalid'],
  async read({ pool, actor, input, needs }) {
    await withWallet(readWallet, needs, input.organization_id)
    return readPage(
      { name: 'top-ups by time', actor, input, cursors: needs.cursors },
      {
        rows: (after, limit) => listTopUps(pool, input.organization_id, { after, limit }),
        positionOf: ({ created_at, id }) => [Date.parse(created_at), id],
        itemOf: (one) => one,
      },
    )
  },
})

export const readOwnPrices = moneyOfOwnReading({
  name: 'billing.read_prices',
  sentence: { en: 'Reads the prices', fr: 'Lit les prix' },
  actors: { member: readersOfMoney },
  routes: { member: `GET ${path}/prices` },
  input: Type.Object(own, closed),
  output: prices,
  read: async ({ pool, input, nowMs }) => ({ ...(await readPrices(pool, input.organization_id, nowMs)) }),
})
