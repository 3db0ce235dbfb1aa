import { tables, tenantColumn } from '@nani/foundation/storage/index.ts'

/** Evidence stays in the database in which it was written: its transparency log and its archive have it. */
const evidence = ['audit_entries']
/** Rows of the last hour, which one statement writes for many applications: a fence would refuse those of all. */
const shortLived = ['lookup_sketches']
const staying = [...evidence, ...shortLived]

const tenantTables = Object.keys(tables).filter((table) => tables[table]?.kind.kind === 'tenant')

const ofOrganization = 'organization_id'
/** The money of an organization. The tables of the second list have its column, and the third one names the rows by an object of it. */
const moneyTables: readonly string[] = [
  'billing_wallets',
  'ledger_transactions',
  'ledger_entries',
  'ledger_balances',
  'billing_invoices',
  'billing_usage',
  'billing_payments',
  'billing_payment_requests',
  'billing_proposals',
  'billing_topups',
]
const partsOfMoney: Readonly<Record<string, readonly [table: string, column: string]>> = {
  billing_invoice_lines: ['billing_invoices', 'invoice_id'],
  billing_invoiced_usage: ['billing_invoices', 'invoice_id'],
  billing_notices: ['billing_invoices', 'invoice_id'],
  billing_payment_proofs: ['billing_payments', 'payment_id'],
}

/** The tables with rows that move. `applications` is first, because others have a foreign key to it. */
export const movedTables: readonly string[] = [
  'applications',
  ...tenantTables.filter((table) => table !== 'applications' && !staying.includes(table)),
  ...moneyTables,
  ...Object.keys(partsOfMoney),
]

/** What is found by an object must be there as long as the rows of the object are looked for. */
export const partsOf: ReadonlyMap<string, string> = new Map(
  Object.entries(partsOfMoney).map(([table, [whole]]) => [table, whole]),
)

/**
 * The rows of a table that move. `owners`: a parameter with the ids of the applications, and that of the organization where its money
 * moves, too.
 */
export const rowsOf = (table: string, owners: `$${number}`): string => {
  const part = partsOfMoney[table]
  if (part)
    return `${part[1]} in (select ${part[1]} from ${part[0]} where ${ofOrganization} = any(${owners}))`
  return `${columnOf(table)} = any(${owners})`
}

/**
 * A call that only reads writes nothing but its entry. It is refused too: what it reads may have left. Every change of money locks the
 * wallet, which is a write. So parts of its objects need no fence of their own.
 */
export const fencedTables: readonly string[] = [
  ...movedTables.filter((table) => !partsOf.has(table)),
  ...evidence,
]

/** The column by which the rows of a table belong to an application or to an organization. */
export const columnOf = (table: string): string =>
  moneyTables.includes(table) ? ofOrganization : tenantColumn

export const isPartitioned = (table: string): boolean => tables[table]?.partition !== undefined

/**
 * Processes find out about a move within five seconds. Until then they look for the keys in the database of before, and must find
 * them: an application that is not found would get 401.
 */
export const tablesOfKeys: readonly string[] = ['client_certificates', 'api_keys', 'applications']

/** Background work looks at these rows, so that none of them may stay. */
export const workedTables = movedTables.filter(
  (table) => !isPartitioned(table) && !tablesOfKeys.includes(table),
)

export type Fenced = {
  organizationId: string
  /** The ids of its applications, and its own where its money moves, too. */
  owners: readonly string[]
  /** A cell, or `home`. */
  target: string
}

/** The rows of a table on one day, or all rows of a table that is not partitioned. */
export type Part = { table: string; part: string }
export type Summary = Part & { rows: number; hash: string }
