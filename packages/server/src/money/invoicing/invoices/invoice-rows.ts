import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
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

/** The invoices of an organization, the newest first. */
export const listInvoices = async (database: Database, organizationId: string): Promise<InvoiceObject[]> => {
  const { rows } = await database.query<InvoiceRow>(
    `select ${invoiceColumns} from billing_invoices where organization_id = $1 order by number desc`,
    [organizationId],
  )
  const invoices: InvoiceObject[] = []
  for (const row of rows) invoices.push(invoiceObject(row, await readLines(database, row.invoice_id)))
  return invoices
}
