/*
 * What billing must do, on a page: one organization, one price item, amounts in millionths. It has no ledger, no allowances and
 * no processes. A random month is applied to the product and to this model, and both must agree after every step.
 */

/** Equal charges of one month. */
type ModelUsage = { month: number; price: number; count: number }

type ModelInvoice = {
  due: number
  total: number
  net: number
  kind: 'usage' | 'top_up'
  usage: readonly ModelUsage[]
  open: boolean
}

const cents = 10_000
const halfEven = (value: number, step: number): number => {
  const down = Math.floor(value / step)
  const rest = value - down * step
  const up = rest * 2 > step || (rest * 2 === step && down % 2 !== 0)
  return (up ? down + 1 : down) * step
}
const vatOf = (net: number): number => halfEven((net * 16) / 100, cents)

export class BillingModel {
  mode: 'prepaid' | 'postpaid' = 'postpaid'
  limit: number | null = null
  /** Money in the wallet and its allowances. */
  balance = 0
  held = 0
  /** Money that was paid and that no invoice asked for. */
  unapplied = 0
  month = 0
  /** The last month that was invoiced at its end. */
  invoicedMonth = -1
  /** Usage without an invoice. */
  unbilled: ModelUsage[] = []
  invoices: ModelInvoice[] = []

  get notInvoiced(): number {
    return this.unbilled.reduce((sum, { price, count }) => sum + price * count, 0)
  }

  dueOf(kinds: readonly ModelInvoice['kind'][]): number {
    return this.invoices.reduce((sum, { due, kind }) => sum + (kinds.includes(kind) ? due : 0), 0)
  }

  get due(): number {
    return this.dueOf(['usage', 'top_up'])
  }

  /** What may still be spent. */
  get free(): number {
    if (this.mode === 'prepaid') return this.balance
    return this.limit === null
      ? Number.POSITIVE_INFINITY
      : this.limit - this.notInvoiced - this.dueOf(['usage']) - this.held
  }

  covers(amount: number): boolean {
    return amount <= Math.max(0, this.free)
  }

  charge(price: number): void {
    if (this.mode === 'prepaid') this.balance -= price
    else this.unbilled.push({ month: this.month, price, count: 1 })
  }

  hold(amount: number): void {
    this.held += amount
    if (this.mode === 'prepaid') this.balance -= amount
  }

  release(amount: number): void {
    this.held -= amount
    if (this.mode === 'prepaid') this.balance += amount
  }

  topUp(net: number): ModelInvoice {
    const total = net + vatOf(net)
    const invoice: ModelInvoice = { due: total, total, net, kind: 'top_up', usage: [], open: true }
    this.invoices.push(invoice)
    this.apply(invoice)
    return invoice
  }

  /** Pays an invoice with money that no invoice asked for. */
  apply(invoice: ModelInvoice): void {
    const part = Math.min(this.unapplied, invoice.due)
    this.unapplied -= part
    if (part > 0) this.reduce(invoice, part)
  }

  /** The same for what is due for usage. */
  applyToUsage(): void {
    for (const invoice of this.invoices) if (invoice.kind === 'usage') this.apply(invoice)
  }

  pay(invoice: ModelInvoice, amount: number): void {
    const part = Math.min(amount, invoice.due)
    this.reduce(invoice, part)
    this.unapplied += amount - part
    this.applyToUsage()
  }

  reduce(invoice: ModelInvoice, amount: number): void {
    invoice.due -= amount
    if (invoice.due > 0 || !invoice.open) return
    invoice.open = false
    if (invoice.kind === 'top_up') this.balance += invoice.net
  }

  /** A credit note of an amount with VAT. */
  credit(invoice: ModelInvoice, amount: number): void {
    const net = Math.min(amount - halfEven((amount * 16) / 116, cents), invoice.net)
    const part = Math.min(amount, invoice.due)
    invoice.net -= net
    this.unapplied += amount - part
    this.reduce(invoice, part)
    this.applyToUsage()
  }

  void(invoice: ModelInvoice): void {
    invoice.due = 0
    invoice.open = false
    this.unbilled.push(...invoice.usage)
  }

  /** Open usage is invoiced when the organization becomes prepaid. */
  change(mode: 'prepaid' | 'postpaid', limit: number | null): void {
    if (mode === 'prepaid') this.invoice(this.unbilled.splice(0))
    this.mode = mode
    this.limit = limit
  }

  /** Each month has its invoice. What was voided after it is on the invoice of the month that follows. */
  endMonth(): void {
    for (;;) {
      const first = Math.min(...this.unbilled.map(({ month }) => month))
      const month = Math.max(first, this.invoicedMonth + 1)
      if (month > this.month) break
      const usage = this.unbilled.filter((one) => one.month <= month)
      this.unbilled = this.unbilled.filter((one) => one.month > month)
      this.invoicedMonth = month
      this.invoice(usage)
    }
    this.month++
  }

  invoice(usage: readonly ModelUsage[]): void {
    if (usage.length === 0) return
    const counts = new Map<number, number>()
    for (const { price, count } of usage) counts.set(price, (counts.get(price) ?? 0) + count)
    const net = [...counts].reduce((sum, [price, count]) => sum + halfEven(price * count, cents), 0)
    const total = net + vatOf(net)
    const invoice: ModelInvoice = { due: total, total, net, kind: 'usage', usage, open: true }
    this.invoices.push(invoice)
    this.apply(invoice)
    const applied = Math.min(Math.floor(this.balance / cents) * cents, invoice.due)
    this.balance -= applied
    if (applied > 0) this.reduce(invoice, applied)
  }
}
