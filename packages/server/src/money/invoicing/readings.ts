import { scopes } from '@nani/contract'
import type { Permission } from '@nani/foundation/core/index.ts'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import {
  cellsEverOf,
  defineReading,
  needsOf,
  partInput,
  type ReadingContext,
  type Sentence,
} from '../../gateway/acts/index.ts'
import { readWallet, tierOf } from '../billing/index.ts'
import {
  billingRunSchema,
  billingShownSchema,
  forecastSchema,
  invoiceSchema,
  organizationMoneySchema,
  overdueInvoiceSchema,
  paymentSchema,
  proofSchema,
  reconciliationSchema,
  topUpSchema,
} from './billing-schemas.ts'
import { rehearse } from './invoices/cycle.ts'
import { type InvoicedCall, readInvoiceCalls } from './invoices/invoice-calls.ts'
import { listInvoices, readInvoiceObject } from './invoices/invoice-rows.ts'
import { byOperators, moneyInput, type OfOrganization, objectName, requireOrganization } from './money-act.ts'
import {
  databasesWithArchives,
  homeOf,
  type InvoicingPlatform,
  moneyTransaction,
  type ProvedPlatform,
} from './money-transaction.ts'
import { showBilling } from './organization-funds.ts'
import { listOrganizationMoney, listOverdue } from './overdue-organizations.ts'
import { listPayments } from './payments/payments.ts'
import { reconcile } from './payments/reconcile.ts'
import { listTopUps } from './payments/top-ups.ts'
import { type PriceListObject, readPrices } from './price-lists.ts'
import { prove } from './prove.ts'
import { forecast } from './spending-forecast.ts'

/** spec/organizations#roles: an administrator reads what the owner and the financial officer decide about. */
const byReaders: Permission = {
  operator: ['billing_officer', 'supervisor', 'auditor'],
  member: ['owner', 'administrator', 'financial_officer'],
  system: true,
}
/** The people of the installation alone. */
const byStaff: Permission = { operator: ['billing_officer', 'supervisor', 'auditor'], system: true }

type Context<Input, Needs extends InvoicingPlatform = InvoicingPlatform> = ReadingContext<Input, Needs>

/** An organization that never called gets its wallet with the first reading. */
const withWallet =
  <Input extends OfOrganization, Result>(read: (context: Context<Input>) => Promise<Result>) =>
  async (context: Context<Input>): Promise<Result> => {
    const { pool, needs, input } = context
    if (!(await readWallet(pool, input.organization_id))) {
      await requireOrganization(pool, input.organization_id)
      await moneyTransaction(needs, input.organization_id, async () => {})
    }
    return read(context)
  }

type OfOneOrganization<Properties extends TProperties> = ReturnType<typeof moneyInput<Properties>>

/** A reading of the money of one organization. */
const moneyReading = <
  Properties extends TProperties,
  Output extends TSchema,
  Needs extends InvoicingPlatform = InvoicingPlatform,
>({
  read,
  properties,
  ...declared
}: {
  name: `billing.${string}`
  sentence: Sentence
  actors: Permission
  properties: Properties
  output: Output
  /** `needsOf<ProvedPlatform>()`, where charges of archived days are read. */
  needs?: ReturnType<typeof needsOf<Needs>>
  read(context: Context<Static<OfOneOrganization<Properties>>, Needs>): Promise<Static<Output>>
}) =>
  defineReading({
    ...declared,
    input: moneyInput(properties) as TObject as OfOneOrganization<Properties>,
    needs: needsOf<Needs>(),
    refusals: ['billing_object_not_found', 'billing_value_invalid'],
    read: withWallet(
      read as unknown as (context: Context<OfOrganization>) => Promise<Static<Output>>,
    ) as never,
  })

const tiers = Object.fromEntries(scopes.map((scope) => [scope, tierOf(scope)]))

export const readMoney = moneyReading({
  name: 'billing.show',
  sentence: { en: 'Shows the wallet of an organization', fr: 'Montre le portefeuille d’une organisation' },
  actors: byReaders,
  properties: {},
  output: billingShownSchema,
  read: ({ pool, input }) => showBilling(pool, input.organization_id),
})

/** The use of this month, and its forecast. */
export const readUse = moneyReading({
  name: 'billing.forecast',
  sentence: { en: 'Shows the use of this month', fr: 'Montre l’usage de ce mois' },
  actors: byReaders,
  properties: {},
  output: forecastSchema,
  read: ({ pool, input, nowMs }) => forecast(pool, input.organization_id, nowMs),
})

export const readPriceList = moneyReading({
  name: 'billing.prices',
  sentence: { en: 'Shows the prices of an organization', fr: 'Montre les prix d’une organisation' },
  actors: byReaders,
  properties: {},
  output: Type.Unsafe<PriceListObject>(Type.Object({})),
  read: ({ pool, input, nowMs }) => readPrices(pool, input.organization_id, nowMs),
})

export const readInvoices = moneyReading({
  name: 'billing.invoices',
  sentence: { en: 'Lists the invoices', fr: 'Liste les factures' },
  actors: byReaders,
  properties: partInput,
  output: Type.Array(invoiceSchema),
  read: ({ pool, input }) => listInvoices(pool, input.organization_id, input),
})

/** An invoice, by its id or its number, and the name of its customer. */
export const showInvoice = moneyReading({
  name: 'billing.invoice',
  sentence: { en: 'Shows an invoice', fr: 'Montre une facture' },
  actors: byReaders,
  properties: { invoice: objectName },
  output: Type.Object({ invoice: invoiceSchema, customer: Type.String() }),
  read: async ({ pool, input: { organization_id, invoice } }) => ({
    invoice: await readInvoiceObject(pool, organization_id, invoice),
    customer: await requireOrganization(pool, organization_id),
  }),
})

/** The calls behind a line of an invoice, in pages. */
export const readCallsOfLine = moneyReading({
  name: 'billing.calls_of_line',
  sentence: {
    en: 'Lists the calls behind a line of an invoice',
    fr: 'Liste les appels d’une ligne de facture',
  },
  actors: byReaders,
  properties: { invoice: objectName, position: Type.Number() },
  needs: needsOf<ProvedPlatform>(),
  output: Type.Unsafe<AsyncGenerator<InvoicedCall[]>>({}),
  read: async ({ needs, input: { organization_id, invoice, position } }) =>
    readInvoiceCalls(needs, organization_id, { invoice, position }),
})

export const readTopUps = moneyReading({
  name: 'billing.top_ups',
  sentence: { en: 'Lists the requests for a top-up', fr: 'Liste les demandes de recharge' },
  actors: byReaders,
  properties: partInput,
  output: Type.Array(topUpSchema),
  read: ({ pool, input }) => listTopUps(pool, input.organization_id, input),
})

export const readPayments = moneyReading({
  name: 'billing.payments',
  sentence: { en: 'Lists the payments', fr: 'Liste les paiements' },
  actors: byReaders,
  properties: partInput,
  output: Type.Array(paymentSchema),
  read: ({ pool, input }) => listPayments(pool, input.organization_id, input),
})

/** It needs a body. An auditor has GET alone, so that the methods show that an auditor changes nothing. */
export const reconcileStatement = moneyReading({
  name: 'billing.reconcile',
  sentence: { en: 'Compares a bank statement', fr: 'Compare un relevé bancaire' },
  actors: byOperators,
  properties: { text: Type.String() },
  output: reconciliationSchema,
  read: ({ pool, input }) => reconcile(pool, input.organization_id, input.text),
})

export const rehearseCycle = moneyReading({
  name: 'billing.rehearse',
  sentence: {
    en: 'Shows what the billing cycle would do',
    fr: 'Montre ce que ferait le cycle de facturation',
  },
  actors: byStaff,
  properties: { until_ms: Type.Number() },
  output: billingRunSchema,
  read: ({ needs, input }) => rehearse(needs, input.organization_id, input.until_ms),
})

export const proveBooks = moneyReading({
  name: 'billing.prove',
  sentence: { en: 'Proves the books of an organization', fr: 'Prouve les comptes d’une organisation' },
  actors: byStaff,
  properties: {},
  output: proofSchema,
  needs: needsOf<ProvedPlatform>(),
  async read({ pool, input, nowMs, needs }) {
    const home = homeOf(needs)
    const databases = databasesWithArchives(needs)
    return prove(pool, input.organization_id, {
      ...{ tiers, nowMs, archive: needs.archive },
      ...(databases && { numbers: { home, databases } }),
      wasIn: await cellsEverOf(home, input.organization_id),
    })
  },
})

const ofAll = Type.Object(partInput, { additionalProperties: false })

/** The overdue invoices of all organizations. */
export const readOverdue = defineReading({
  name: 'billing.overdue',
  sentence: { en: 'Lists the overdue invoices of all', fr: 'Liste les factures en retard de tous' },
  actors: byStaff,
  input: ofAll,
  output: Type.Array(overdueInvoiceSchema),
  read: ({ pool, nowMs, input }) => listOverdue(pool, nowMs, input),
})

/** The money of all organizations. */
export const readOrganizations = defineReading({
  name: 'billing.organizations',
  sentence: { en: 'Lists the money of all organizations', fr: 'Liste l’argent de toutes les organisations' },
  actors: byStaff,
  input: ofAll,
  output: Type.Array(organizationMoneySchema),
  read: ({ pool, input }) => listOrganizationMoney(pool, input),
})
