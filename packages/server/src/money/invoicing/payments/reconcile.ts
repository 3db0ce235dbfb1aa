import { setImmediate } from 'node:timers/promises'
import { csvRows, Refusal } from '@nani/foundation/core/index.ts'
import { CsvError, parse } from 'csv-parse/sync'
import type pg from 'pg'
import type { Static } from 'typebox'
import { type Currency, moneyOf, parseMicros } from '../../billing/index.ts'
import type { reconciliationSchema } from '../billing-schemas.ts'
import { readFunds } from '../organization-funds.ts'

type Statement = { line: number; date: string; amount: number; reference: string; description: string }
type KnownPayment = {
  payment_id: string
  amount: number
  external_reference: string
  status: 'declared' | 'approved'
}
type Due = { invoice_id: string; number: string; amount_due: number }

export type Reconciliation = Static<typeof reconciliationSchema>
export type Suggestion = Reconciliation['data'][number]

const maxRows = 5_000
/** After so many rows, other requests have a turn. */
const rowsOfTurn = 100

/** The names of the columns. A statement needs the amount; the others help. */
const names = {
  date: ['date', 'booking_date', 'value_date'],
  amount: ['amount', 'credit', 'montant'],
  reference: ['reference', 'external_reference', 'référence'],
  description: ['description', 'text', 'libellé', 'details'],
}

const invalid = (message: string) => new Refusal('file_unusable', message)

/** The header and the rows of CSV, separated as the first line is. It reads one row more than a statement may have. */
const readRows = (text: string) => {
  const [header = ''] = text.split('\n', 1)
  const form = {
    ...{ delimiter: header.includes(';') ? ';' : ',', bom: true, info: true, trim: true },
    ...{ skip_empty_lines: true, relax_column_count: true, to: maxRows + 2 },
  } as const
  try {
    return csvRows<string[]>(text, (lines) => parse(lines, form))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalid(`The bank statement cannot be read: ${error.message}.`)
  }
}

/** A bank statement: CSV with a header line. Each row has as many fields as the header. */
export const parseStatement = (text: string): Statement[] => {
  const [header, ...rows] = readRows(text)
  if (header === undefined) throw invalid('The bank statement is empty.')
  if (rows.length > maxRows)
    throw invalid(`The bank statement has more than ${maxRows} rows. Divide it into shorter statements.`)
  const columns = header.cells.map((name) => name.toLowerCase())
  const placeOf = (name: keyof typeof names) => columns.findIndex((column) => names[name].includes(column))
  if (placeOf('amount') < 0) throw invalid('The bank statement has no column "amount".')
  return rows.map(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw invalid(
        `Line ${line} of the bank statement has ${cells.length} fields, and its header has ${columns.length}.`,
      )
    const read = (name: keyof typeof names) => cells[placeOf(name)] ?? ''
    const amount = parseMicros(read('amount').replaceAll(/[\s']/g, '').replace(',', '.'))
    if (amount === null) throw invalid(`Line ${line} of the bank statement has no amount.`)
    const [date, reference, description] = [read('date'), read('reference'), read('description')]
    return { line, date, amount, reference, description }
  })
}

/**
 * Suggests what each credit of a bank statement is. It decides nothing. A payment with the same reference and amount
 * comes first, then the invoice that the text names, then an amount that fits one invoice or declared payment only.
 */
export const reconcile = async (
  pool: pg.Pool,
  organizationId: string,
  text: string,
): Promise<Reconciliation> => {
  const { wallet } = await readFunds(pool, organizationId)
  const { rows: payments } = await pool.query<KnownPayment>(
    `select payment_id, amount, external_reference, status from billing_payments
     where organization_id = $1 and status in ('declared', 'approved') order by status desc, declared_at`,
    [organizationId],
  )
  const { rows: invoices } = await pool.query<Due>(
    `select invoice_id, number, amount_due from billing_invoices
     where organization_id = $1 and amount_due > 0 order by number`,
    [organizationId],
  )
  const used = new Set<string>()
  const books: Books = {
    payments: Map.groupBy(payments, ({ amount }) => amount),
    invoices: Map.groupBy(invoices, (one) => one.amount_due),
    numbers: new Map(invoices.map((one) => [one.number.toLowerCase(), one])),
    used,
  }
  const data: Suggestion[] = []
  for (const line of parseStatement(text)) {
    data.push(suggest(line, books, wallet.currency))
    if (data.length % rowsOfTurn === 0) await setImmediate()
  }
  const missing = payments
    .filter(({ payment_id: id, status }) => status === 'declared' && !used.has(id))
    .map(({ payment_id: id }) => id)
  return { object: 'reconciliation', data, missing }
}

/** The payments and the unpaid invoices by their amount, and the invoices by their number. */
type Books = {
  payments: ReadonlyMap<number, readonly KnownPayment[]>
  invoices: ReadonlyMap<number, readonly Due[]>
  numbers: ReadonlyMap<string, Due>
  used: Set<string>
}

const numberOfInvoice = /nani-\d{4}-\d{6,}/g

const suggest = (
  line: Statement,
  { payments, invoices, numbers, used }: Books,
  currency: Currency,
): Suggestion => {
  const text = `${line.reference} ${line.description}`.toLowerCase()
  const free = payments.get(line.amount)?.filter((one) => !used.has(one.payment_id)) ?? []
  const byReference = free.find((one) => text.includes(one.external_reference.toLowerCase()))
  const [firstNumber = ''] = (text.match(numberOfInvoice) ?? []).filter((one) => numbers.has(one)).toSorted()
  const byNumber = numbers.get(firstNumber)
  const sameAmount = invoices.get(line.amount) ?? []
  const declared = free.filter(({ status }) => status === 'declared')
  const payment = byReference ?? (byNumber === undefined && declared.length === 1 ? declared[0] : undefined)
  const invoice = payment ? undefined : (byNumber ?? (sameAmount.length === 1 ? sameAmount[0] : undefined))
  if (payment) used.add(payment.payment_id)
  return {
    line: line.line,
    date: line.date,
    amount: moneyOf(line.amount, currency),
    reference: line.reference,
    match: payment ? 'payment' : invoice ? 'invoice' : 'none',
    by: byReference ? 'reference' : invoice && byNumber ? 'number' : payment || invoice ? 'amount' : null,
    payment_id: payment?.payment_id ?? null,
    payment_status: payment?.status ?? null,
    invoice_id: invoice?.invoice_id ?? null,
  }
}
