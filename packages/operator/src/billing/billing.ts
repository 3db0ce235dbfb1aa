import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import {
  callCsv,
  callsCsvHeader,
  type InvoicedCall,
  invoicePdf,
  invoicesCsv,
  mobileMoney,
  type PaymentProvider,
  type ProvedPlatform,
  proveBooks,
  readCallsOfLine,
  readInvoices,
  readMoney,
  readOrganizations,
  readOverdue,
  readPayments,
  readProof,
  readUse,
  renderReport,
  showInvoice,
} from '@nani/server/money/invoicing/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { inEveryCell, inReachableDatabases } from '../command-line/in-place.ts'
import { ownMode, writeOwn } from '../command-line/named-files.ts'
import type { Installation } from '../installation/installation.ts'

/** A command on the money of an organization. */
type MoneyCall = OpenCall & { needs: ProvedPlatform; input: { organization_id: string } }

const fileOf = ({ given, terminal }: OpenCall, name: string): string | null =>
  typeof given[name] === 'string' ? resolve(terminal.cwd, given[name]) : null

export const mobileMoneyOf = ({ config, clock }: Installation): PaymentProvider => {
  const { mobileMoneyUrl: url, mobileMoneySecret: secret } = config
  if (url === null || secret === null)
    throw new Refusal(
      'setting_invalid',
      'NANI_MOBILE_MONEY_URL and NANI_MOBILE_MONEY_SECRET are not set, so there is no mobile-money provider.',
    )
  return mobileMoney({ url, secret }, clock)
}

/** `nani billing report`. */
export const report = async (call: MoneyCall) => {
  const { actor, installation, needs, input } = call
  const { wallet, unapplied } = await readMoney(actor, input, needs)
  const page = renderReport({
    organizationId: input.organization_id,
    writtenAt: new Date(installation.clock.now()).toISOString(),
    ...{ wallet, unapplied },
    use: await readUse(actor, input, needs),
    invoices: await readInvoices(actor, input, needs),
  })
  const file = fileOf(call, 'out') as string
  writeOwn(file, page)
  return { object: 'report', file }
}

/**
 * `nani billing prove`. A contradiction is an error, which has the whole proof. So is a cell that does not answer: it may have invoices
 * with the numbers that are missing elsewhere.
 */
export const proofOfBooks = ({ actor, installation, needs, input }: MoneyCall) =>
  inReachableDatabases(installation, async (all) => {
    const proof = await proveBooks(actor, input, { ...needs, databases: () => all })
    if (proof.ok) return proof
    const wrong = proof.checks.filter(({ ok }) => !ok).map(({ name }) => name)
    if (wrong.length > 0)
      throw new Refusal('billing_books_differ', `The books contradict each other: ${wrong.join('; ')}.`, {
        context: { proof },
      })
    throw new Refusal(
      'history_incomplete',
      `The books are not proved: ${proof.unread?.join(', ')} cannot be read at present.`,
      {
        context: { databases: proof.unread ?? [], retry_after: 5, proof },
        next: 'Run: nani cells check. Then repeat.',
      },
    )
  })

/** `nani billing overdue` and `nani billing organizations`: the rows of all databases. */
const ofAllDatabases =
  <Row>(
    read: (actor: Actor, input: object, needs: ProvedPlatform) => Promise<Row[]>,
    compare: (one: Row, other: Row) => number,
  ) =>
  async (call: OpenCall): Promise<Row[]> => {
    const { actor, installation } = call
    const home = installation.home ?? installation
    const rows = [
      ...(await read(actor, {}, home)),
      ...(await inEveryCell(home, call, (place) => read(actor, {}, place))).flat(),
    ]
    return rows.toSorted(compare)
  }

export const overdueOfAll = ofAllDatabases(
  readOverdue,
  (one, other) => Date.parse(one.due_at) - Date.parse(other.due_at) || (one.number < other.number ? -1 : 1),
)
export const organizationsOfAll = ofAllDatabases(readOrganizations, (one, other) =>
  Buffer.compare(Buffer.from(one.organization), Buffer.from(other.organization)),
)

/** `nani billing payment ID [--proof FILE]`. */
export const payment = async (call: MoneyCall) => {
  const { actor, needs, input, given } = call
  const id = String(given.id)
  const found = (await readPayments(actor, input, needs)).find((one) => one.id === id)
  if (!found) throw new Refusal('billing_object_not_found', `There is no payment ${id}.`)
  const file = fileOf(call, 'proof')
  if (file !== null) writeOwn(file, (await readProof(actor, { ...input, id }, needs)).content)
  return found
}

/** `nani billing invoices [--csv FILE]`. */
export const invoices = async (call: MoneyCall) => {
  const data = await readInvoices(call.actor, call.input, call.needs)
  const file = fileOf(call, 'csv')
  if (file !== null) writeOwn(file, invoicesCsv(data))
  return data
}

/** `nani billing invoice ID`: the invoice, or the calls behind one of its lines. */
export const invoice = async (call: MoneyCall) => {
  const { actor, installation, needs, given } = call
  const input = { ...call.input, invoice: String(given.invoice) }
  if (given.line !== undefined) return callsOfLine(call, { ...input, position: Number(given.line) })
  const { invoice: found, customer } = await showInvoice(actor, input, needs)
  const [csv, pdf] = [fileOf(call, 'csv'), fileOf(call, 'pdf')]
  if (csv !== null) writeOwn(csv, invoicesCsv([found]))
  if (pdf === null) return found
  const checkKey = deriveKey(installation.rootKey, 'invoice-check')
  const language = given.language as 'fr' | 'en'
  writeOwn(pdf, await invoicePdf({ invoice: found, customer, language, checkKey }))
  return found
}

/** The terminal shows this many calls. A CSV file gets all of them. */
const maxShown = 1_000

const callsOfLine = (call: MoneyCall & { actor: Actor }, line: Parameters<typeof readCallsOfLine>[1]) =>
  inReachableDatabases(call.installation, (all) =>
    callsIn({ ...call, needs: { ...call.needs, databases: () => all } }, line),
  )

const callsIn = async (call: MoneyCall & { actor: Actor }, line: Parameters<typeof readCallsOfLine>[1]) => {
  const data: InvoicedCall[] = []
  let calls = 0
  const csv = fileOf(call, 'csv')
  const file = csv === null ? null : openSync(csv, 'w', ownMode)
  try {
    if (file !== null) writeSync(file, callsCsvHeader)
    for await (const page of await readCallsOfLine(call.actor, line, call.needs)) {
      data.push(...page.slice(0, maxShown - data.length))
      calls += page.length
      if (file !== null) writeSync(file, page.map(callCsv).join(''))
      else if (calls > maxShown) break
    }
  } finally {
    if (file !== null) closeSync(file)
  }
  return { object: 'list', data, has_more: calls > data.length }
}
