import { scopes } from '@nani/contract'
import type { Actor, Permission } from '@nani/foundation/core/index.ts'
import { requirePermission } from '../../app/audit/index.ts'
import { readWallet, tierOf } from '../billing/index.ts'
import { listOrganizationMoney, listOverdue } from './desk.ts'
import { rehearse } from './invoices/cycle.ts'
import { readInvoiceCalls } from './invoices/invoice-calls.ts'
import { listInvoices, readInvoiceObject } from './invoices/invoice-rows.ts'
import { type OfOrganization, requireOrganization, requireOwnOrganization } from './money-act.ts'
import { type InvoicingPlatform, moneyTransaction } from './money-transaction.ts'
import { listPayments } from './payments/payments.ts'
import { reconcile } from './payments/reconcile.ts'
import { listTopUps } from './payments/top-ups.ts'
import { readPrices } from './prices.ts'
import { prove } from './prove.ts'
import { showBilling } from './show.ts'
import { forecast } from './use-of-money.ts'

/** spec/organizations#roles: an administrator reads what the owner and the financial officer decide about. */
const byReaders: Permission = {
  operator: ['billing_officer', 'auditor'],
  member: ['owner', 'administrator', 'financial_officer'],
  system: true,
}
/** What only the people of the installation read. */
const byStaff: Permission = { operator: ['billing_officer', 'auditor'], system: true }

type Reading<Input, Result> = {
  (actor: Actor, input: Input, platform: InvoicingPlatform): Promise<Result>
  readonly action: string
  readonly permission: Permission
}

/** What an actor reads. It changes nothing, and has no entry in the audit log. */
const reading = <Input extends object, Result>(
  action: string,
  permission: Permission,
  read: (platform: InvoicingPlatform, input: Input, actor: Actor) => Promise<Result>,
): Reading<Input, Result> => {
  const run = async (actor: Actor, input: Input, platform: InvoicingPlatform): Promise<Result> => {
    requirePermission(action, permission, actor)
    return read(platform, input, actor)
  }
  return Object.assign(run, { action, permission })
}

/** A reading of one organization. A member reads the own one only. An organization that never called gets its wallet. */
const ofOrganization = <Input extends OfOrganization, Result>(
  name: string,
  permission: Permission,
  read: (platform: InvoicingPlatform, input: Input) => Promise<Result>,
): Reading<Input, Result> => {
  const action = `billing.${name}`
  return reading(action, permission, async (platform, input: Input, actor) => {
    requireOwnOrganization(actor, input, action)
    await openWallet(platform, input)
    return read(platform, input)
  })
}

const openWallet = async (platform: InvoicingPlatform, { organizationId }: OfOrganization): Promise<void> => {
  if (await readWallet(platform.pool, organizationId)) return
  await requireOrganization(platform.pool, organizationId)
  await moneyTransaction(platform, organizationId, async () => {})
}

const tiers = Object.fromEntries(scopes.map((scope) => [scope, tierOf(scope)]))

type OfInvoice = OfOrganization & { invoice: string }

export const readMoney = ofOrganization('show', byReaders, ({ pool }, { organizationId }: OfOrganization) =>
  showBilling(pool, organizationId),
)

/** The use of this month, and its forecast. */
export const readUse = ofOrganization(
  'forecast',
  byReaders,
  ({ pool, clock }, { organizationId }: OfOrganization) => forecast(pool, organizationId, clock.now()),
)

export const readPriceList = ofOrganization(
  'prices',
  byReaders,
  ({ pool, clock }, { organizationId }: OfOrganization) => readPrices(pool, organizationId, clock.now()),
)

export const readInvoices = ofOrganization(
  'invoices',
  byReaders,
  ({ pool }, { organizationId }: OfOrganization) => listInvoices(pool, organizationId),
)

/** An invoice, by its id or its number, and the name of its customer. */
export const showInvoice = ofOrganization(
  'invoice',
  byReaders,
  async ({ pool }, { organizationId, invoice }: OfInvoice) => ({
    invoice: await readInvoiceObject(pool, organizationId, invoice),
    customer: await requireOrganization(pool, organizationId),
  }),
)

/** The calls behind a line of an invoice, in pages. */
export const readCallsOfLine = ofOrganization(
  'calls_of_line',
  byReaders,
  async (platform, { organizationId, ...line }: OfInvoice & { position: number }) =>
    readInvoiceCalls(platform, organizationId, line),
)

export const readTopUps = ofOrganization(
  'top_ups',
  byReaders,
  ({ pool }, { organizationId }: OfOrganization) => listTopUps(pool, organizationId),
)

export const readPayments = ofOrganization(
  'payments',
  byReaders,
  ({ pool }, { organizationId }: OfOrganization) => listPayments(pool, organizationId),
)

export const reconcileStatement = ofOrganization(
  'reconcile',
  byStaff,
  ({ pool }, { organizationId, text }: OfOrganization & { text: string }) =>
    reconcile(pool, organizationId, text),
)

export const rehearseCycle = ofOrganization(
  'rehearse',
  byStaff,
  (platform, { organizationId, untilMs }: OfOrganization & { untilMs: number }) =>
    rehearse(platform, organizationId, untilMs),
)

export const proveBooks = ofOrganization(
  'prove',
  byStaff,
  ({ pool, clock }, { organizationId }: OfOrganization) =>
    prove(pool, organizationId, { tiers, nowMs: clock.now() }),
)

/** The overdue invoices of all organizations. */
export const readOverdue = reading('billing.overdue', byStaff, ({ pool, clock }, _input: object) =>
  listOverdue(pool, clock.now()),
)

/** The money of all organizations. */
export const readOrganizations = reading('billing.organizations', byStaff, ({ pool }, _input: object) =>
  listOrganizationMoney(pool),
)
