/*
 * What billing must do, on a page: one organization, one price item, amounts in millionths. It has no ledger, no allowances and
 * no processes. A random month is applied to the product and to this model, and both must agree after every step.
 */

type ModelInvoice = {
  due: number
  total: number
  net: number
  kind: 'usage' | 'top_up'
  usage: Map<number, number>
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
  /** Usage of this month without an invoice, by unit price: how often it was charged. */
  unbilled = new Map<number, number>()
  /** The same of each month that ended while the wallet was prepaid. Each month has an invoice of its own. */
  waiting: Map<number, number>[] = []
  invoices: ModelInvoice[] = []

  usageOf(counts: ReadonlyMap<number, number>): number {
    return [...counts].reduce((sum, [price, count]) => sum + price * count, 0)
  }

  get notInvoiced(): number {
    return [...this.waiting, this.unbilled].reduce((sum, usage) => sum + this.usageOf(usage), 0)
  }

  get due(): number {
    return this.invoices.reduce((sum, { due }) => sum + due, 0)
  }

  /** What may still be spent. */
  get free(): number {
    if (this.mode === 'prepaid') return this.balance
    return this.limit === null
      ? Number.POSITIVE_INFINITY
      : this.limit - this.notInvoiced - this.due - this.held
  }

  covers(amount: number): boolean {
    return amount <= Math.max(0, this.free)
  }

  charge(price: number): void {
    if (this.mode === 'prepaid') this.balance -= price
    else this.unbilled.set(price, (this.unbilled.get(price) ?? 0) + 1)
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
    const invoice: ModelInvoice = { due: total, total, net, kind: 'top_up', usage: new Map(), open: true }
    this.invoices.push(invoice)
    return invoice
  }

  pay(invoice: ModelInvoice, amount: number): void {
    const part = Math.min(amount, invoice.due)
    this.reduce(invoice, part)
    this.balance += amount - part
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
    this.balance += amount - part
    this.reduce(invoice, part)
  }

  void(invoice: ModelInvoice): void {
    invoice.due = 0
    invoice.open = false
    for (const [price, count] of invoice.usage)
      this.unbilled.set(price, (this.unbilled.get(price) ?? 0) + count)
  }

  endMonth(): void {
    if (this.usageOf(this.unbilled) > 0) this.waiting.push(this.unbilled)
    this.unbilled = new Map()
    if (this.mode === 'postpaid') for (const usage of this.waiting.splice(0)) this.invoice(usage)
  }

  invoice(usage: Map<number, number>): void {
    const net = [...usage].reduce((sum, [price, count]) => sum + halfEven(price * count, cents), 0)
    const total = net + vatOf(net)
    const invoice: ModelInvoice = { due: total, total, net, kind: 'usage', usage, open: true }
    this.invoices.push(invoice)
    const applied = Math.min(Math.floor(this.balance / cents) * cents, total)
    this.balance -= applied
    if (applied > 0) this.reduce(invoice, applied)
  }
}
