import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import {
  callCsv,
  callsCsvHeader,
  type InvoicedCall,
  invoicePdf,
  invoicesCsv,
  issueCreditNote,
  readCallsOfLine,
  readInvoices,
  showInvoice,
  voidInvoice,
} from '@nani/server/money/invoicing/index.ts'
import {
  amountOf,
  type BillingOptions,
  type Of,
  print,
  printReading,
  type WithReason,
} from './billing-command.ts'
import { ownMode, writeOwn } from './write-own.ts'

/** `nani billing invoices`. */
export const invoices = (options: BillingOptions & { csv?: string }, terminal: Terminal) =>
  printReading(options, terminal, async (actor, of, installation) => {
    const data = await readInvoices(actor, of, installation)
    if (options.csv !== undefined) writeOwn(resolve(terminal.cwd, options.csv), invoicesCsv(data))
    return { object: 'list', data }
  })

type InvoiceOptions = BillingOptions & {
  pdf?: string
  csv?: string
  line?: number
  language: 'fr' | 'en'
}

/** `nani billing invoice ID`: the invoice, or the calls behind one of its lines. */
export const invoice = (id: string, options: InvoiceOptions, terminal: Terminal) =>
  print(options, terminal, async (of) => {
    const { actor, organizationId, installation } = of
    const file = (name: string) => resolve(terminal.cwd, name)
    if (options.line !== undefined)
      return callsOfLine(of, { invoice: id, position: options.line }, options.csv && file(options.csv))
    const { invoice: found, customer } = await showInvoice(
      actor,
      { organizationId, invoice: id },
      installation,
    )
    if (options.csv !== undefined) writeOwn(file(options.csv), invoicesCsv([found]))
    if (options.pdf === undefined) return found
    const checkKey = deriveKey(installation.rootKey, 'invoice-check')
    const content = await invoicePdf({ invoice: found, customer, language: options.language, checkKey })
    writeOwn(file(options.pdf), content)
    return found
  })

/** The terminal shows this many calls. A CSV file gets all of them. */
const maxShown = 1_000

const callsOfLine = async (
  { actor, organizationId, installation }: Of,
  line: { invoice: string; position: number },
  csvFile: string | undefined,
) => {
  const shown: InvoicedCall[] = []
  let calls = 0
  const file = csvFile === undefined ? null : openSync(csvFile, 'w', ownMode)
  try {
    if (file !== null) writeSync(file, callsCsvHeader)
    for await (const page of await readCallsOfLine(actor, { organizationId, ...line }, installation)) {
      shown.push(...page.slice(0, maxShown - shown.length))
      calls += page.length
      if (file !== null) writeSync(file, page.map(callCsv).join(''))
      else if (calls > maxShown) break
    }
  } finally {
    if (file !== null) closeSync(file)
  }
  return { object: 'list', data: shown, has_more: calls > shown.length }
}

/** `nani billing void ID`. */
export const voidOne = (id: string, options: WithReason, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    voidInvoice(actor, { organizationId, id, reason: options.reason }, installation),
  )

/** `nani billing credit-note ID`. */
export const creditNote = (id: string, options: WithReason & { amount: string }, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    issueCreditNote(
      actor,
      { organizationId, id, amount: amountOf(options.amount), reason: options.reason },
      installation,
    ),
  )
