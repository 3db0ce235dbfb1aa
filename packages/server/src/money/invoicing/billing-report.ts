import type { Money, WalletObject } from '../billing/index.ts'
import type { InvoiceObject } from './billing-objects.ts'
import type { SpendingForecast } from './spending-forecast.ts'

export type ReportFacts = {
  organizationId: string
  writtenAt: string
  wallet: WalletObject
  /** Paid, and not asked for by an invoice. */
  unapplied: Money
  use: SpendingForecast
  invoices: readonly InvoiceObject[]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Bar = { label: string; value: number }

const width = 640
const rowHeight = 24
const labelWidth = 220

/** Horizontal bars as SVG: no script, and nothing from another address. */
const plot = (title: string, bars: readonly Bar[], currency: string): string => {
  const max = Math.max(...bars.map(({ value }) => value), 0)
  const rows = bars.map(({ label, value }, index) => {
    const length = max === 0 ? 0 : Math.round((value / max) * (width - labelWidth - 130))
    const y = index * rowHeight
    return `<text x="${labelWidth - 8}" y="${y + 16}" text-anchor="end">${escaped(label)}</text>
<rect x="${labelWidth}" y="${y + 4}" width="${length}" height="16" rx="2"/>
<text x="${labelWidth + length + 6}" y="${y + 16}">${value.toFixed(2)} ${currency}</text>`
  })
  const height = Math.max(1, bars.length) * rowHeight
  return `<h2>${escaped(title)}</h2>
${
  bars.length === 0
    ? '<p>Nothing was spent.</p>'
    : `<svg role="img" aria-label="${escaped(title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
${rows.join('\n')}</svg>`
}`
}

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:720px;color:#1b2430}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}rect{fill:#2563a8}svg text{font-size:12px;fill:#1b2430}
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .5rem;border-bottom:1px solid #d5dbe3;text-align:left}
td.n,th.n{text-align:right}`

const invoiceRows = (invoices: readonly InvoiceObject[]): string =>
  invoices
    .map(
      ({ number, kind, status, total, amount_due: due, due_at: dueAt }) =>
        `<tr><td>${number}</td><td>${kind.replace('_', ' ')}</td><td>${status}</td>
<td class="n">${total.value.toFixed(2)}</td><td class="n">${due.value.toFixed(2)}</td><td>${dueAt.slice(0, 10)}</td></tr>`,
    )
    .join('\n')

/** One HTML page that needs no other file. */
export const renderReport = (facts: ReportFacts): string => {
  const { organizationId, writtenAt, wallet, unapplied, use, invoices } = facts
  const { currency } = wallet
  const bars = <Row extends { amount: { value: number } }>(
    rows: readonly Row[],
    label: (row: Row) => string,
  ) => rows.map((row) => ({ label: label(row), value: row.amount.value }))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Billing of ${escaped(organizationId)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body>
<h1>Billing of ${escaped(organizationId)}</h1>
<p>Written ${escaped(writtenAt)}. Mode: ${wallet.mode}${wallet.suspended ? ', suspended' : ''}.</p>
<table><tr><th>Balance</th><th class="n">${wallet.balance.value} ${currency}</th></tr>
<tr><th>Held by batches</th><th class="n">${wallet.held.value} ${currency}</th></tr>
<tr><th>Paid, without an invoice</th><th class="n">${unapplied.value} ${currency}</th></tr>
<tr><th>Spent in this month</th><th class="n">${use.spent.value} ${currency}</th></tr>
<tr><th>Forecast to the end of the month</th><th class="n">${use.forecast.value.toFixed(2)} ${currency}</th></tr></table>
${plot(
  'By day',
  bars(use.by_day, ({ day }) => day),
  currency,
)}
${plot(
  'By service',
  bars(use.by_service, ({ service }) => service),
  currency,
)}
${plot(
  'By application',
  bars(use.by_application, ({ application_id: id }) => id),
  currency,
)}
${plot(
  'By scope',
  bars(use.by_scope, ({ scope }) => scope),
  currency,
)}
${plot(
  'By tier of scopes',
  bars(use.by_scope_tier, ({ tier }) => tier),
  currency,
)}
<h2>Invoices</h2>
<table><tr><th>Number</th><th>Kind</th><th>Status</th><th class="n">Total</th><th class="n">Due</th><th>Due on</th></tr>
${invoiceRows(invoices)}</table>
</body></html>
`
}
