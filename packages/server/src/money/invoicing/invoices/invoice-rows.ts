import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Part } from '../../../gateway/acts/index.ts'
import { type InvoiceObject, type InvoiceRow, invoiceObject, type LineRow } from '../billing-objects.ts'

export const invoiceColumns = `invoice_id, organization_id, number, kind, status, currency, period_start, period_end,
  subtotal, tax, total, amount_due, credited_net, issued_at, due_at, paid_at, corrects`

/** An invoice of the organization, by its id or its number. */
export const readInvoice = async (
  database: Database,
  organizationId: string,
  name: string,
): Promise<InvoiceRow> => {
  const { rows } = await database.query<InvoiceRow>(
    `select ${invoiceColumns} from billing_invoices
     where organization_id = $1 and (invoice_id = $2 or number = $2)`,
    [organizationId, name],
  )
  if (!rows[0]) throw new Refusal('billing_object_not_found', `There is no invoice ${name}.`)
  return rows[0]
}

export const readLines = async (database: Database, invoiceId: string): Promise<LineRow[]> => {
  const { rows } = await database.query<LineRow>(
    `select position, description, quantity, unit_price, exact_amount, amount from billing_invoice_lines
     where invoice_id = $1 order by position`,
    [invoiceId],
  )
  return rows
}

export const readInvoiceObject = async (
  database: Database,
  organizationId: string,
  name: string,
): Promise<InvoiceObject> => {
  const row = await readInvoice(database, organizationId, name)
  return invoiceObject(row, await readLines(database, row.invoice_id))
}

/** The lines of several invoices, by the id of the invoice. */
const readLinesOf = async (
  database: Database,
  invoiceIds: readonly string[],
): Promise<Map<string, LineRow[]>> => {
  const { rows } = await database.query<LineRow & { invoice_id: string }>(
    `select invoice_id, position, description, quantity, unit_price, exact_amount, amount from billing_invoice_lines
     where invoice_id = any($1) order by invoice_id, position`,
    [invoiceIds],
  )
  return Map.groupBy(rows, ({ invoice_id }) => invoice_id)
}

/** The invoices of an organization, the newest first. */
export const listInvoices = async (
  database: Database,
  organizationId: string,
  { after, limit }: Part = {},
): Promise<InvoiceObject[]> => {
  const { rows } = await database.query<InvoiceRow>(
    `select ${invoiceColumns} from billing_invoices
     where organization_id = $1 and ($2::text is null or number < $2) order by number desc limit $3`,
    [organizationId, after?.[0] ?? null, limit ?? null],
  )
  const lines = await readLinesOf(
    database,
    rows.map(({ invoice_id }) => invoice_id),
  )
  return rows.map((row) => invoiceObject(row, lines.get(row.invoice_id) ?? []))
}
