import { basename, resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import type { PaymentMethod } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declaredByHand,
  declarePayment,
  mobileMoney,
  type PaymentProvider,
  proveBooks as prove,
  readInvoices,
  readMoney,
  readPriceList,
  readUse,
  reconcileStatement,
  rehearseCycle,
  rejectPayment,
  rejectTopUp,
  renderReport,
  requestPayment,
  requestTopUp,
  returnUnapplied,
  runBilling,
  setBudget,
  setPrices,
  setThreshold,
} from '@nani/server/money/invoicing/index.ts'
import type { Installation } from '../installation.ts'
import { writeOwn } from '../write-own.ts'
import {
  amountOf,
  type BillingOptions,
  print,
  printReading,
  readFile,
  type WithReason,
} from './billing-command.ts'

/** `nani billing show`. */
export const show = (options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, readMoney)

/** `nani billing mode MODE`. */
export const setMode = (
  mode: 'prepaid' | 'postpaid',
  options: BillingOptions & { creditLimit?: string; reason?: string },
  terminal: Terminal,
) =>
  print(options, terminal, ({ actor, organizationId, installation }) => {
    const creditLimit = options.creditLimit === undefined ? null : amountOf(options.creditLimit)
    return changeMode(
      actor,
      { organization_id: organizationId, mode, credit_limit: creditLimit, reason: options.reason },
      installation,
    )
  })

/** `nani billing threshold N`. */
export const threshold = (amount: string, options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    setThreshold(actor, { organization_id: organizationId, threshold: amountOf(amount) }, installation),
  )

/** `nani billing prices [--set FILE]`. */
export const prices = (options: BillingOptions & { set?: string }, terminal: Terminal) =>
  print(options, terminal, async ({ actor, organizationId, installation }) => {
    if (options.set === undefined)
      return readPriceList(actor, { organization_id: organizationId }, installation)
    return setPrices(
      actor,
      { organization_id: organizationId, file: parseJson(readFile(options.set, terminal)) },
      installation,
    )
  })

const parseJson = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw new Refusal('file_unusable', 'The file is not JSON.')
  }
}

/** `nani billing budget APPLICATION N`. */
export const budget = (
  { application, amount }: { application: string; amount: string },
  options: BillingOptions,
  terminal: Terminal,
) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    setBudget(
      actor,
      { organization_id: organizationId, application_id: application, amount: amountOf(amount) },
      installation,
    ),
  )

/** `nani billing forecast`. */
export const showForecast = (options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, readUse)

/** `nani billing report`. */
export const report = (options: BillingOptions & { out: string }, terminal: Terminal) =>
  print(options, terminal, async ({ actor, organizationId, installation }) => {
    const of = { organization_id: organizationId }
    const { wallet, unapplied } = await readMoney(actor, of, installation)
    const page = renderReport({
      organizationId,
      writtenAt: new Date(installation.clock.now()).toISOString(),
      ...{ wallet, unapplied },
      use: await readUse(actor, of, installation),
      invoices: await readInvoices(actor, of, installation),
    })
    const file = resolve(terminal.cwd, options.out)
    writeOwn(file, page)
    return { object: 'report', file }
  })

/** `nani billing top-up N`. */
export const topUp = (amount: string, options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    requestTopUp(actor, { organization_id: organizationId, amount: amountOf(amount) }, installation),
  )

/** `nani billing approve-top-up ID`. */
export const approveRequest = (id: string, options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    approveTopUp(actor, { organization_id: organizationId, id }, installation),
  )

/** `nani billing reject-top-up ID`. */
export const rejectRequest = (id: string, options: WithReason, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    rejectTopUp(actor, { organization_id: organizationId, id, reason: options.reason }, installation),
  )

type Declaration = BillingOptions & {
  invoice: string[]
  amount: string
  method: PaymentMethod
  reference: string
  proof?: string
}

/** `nani billing declare-payment`. */
export const declare = (options: Declaration, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) => {
    const { invoice, amount, method, reference, proof } = options
    const file = proof && { name: basename(proof), content: readFile(proof, terminal) }
    const payment = {
      organization_id: organizationId,
      invoices: invoice,
      amount: amountOf(amount),
      method,
      reference,
    }
    return declarePayment(actor, { ...payment, ...(file && { proof: file }) }, installation)
  })

type Requested = BillingOptions & {
  invoice: string
  payer?: string
  provider: 'declared_by_hand' | 'mobile_money'
}

/** `nani billing request-payment`. */
export const request = (options: Requested, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) => {
    const { invoice, payer = null } = options
    const provider = options.provider === 'mobile_money' ? mobileMoneyOf(installation) : declaredByHand
    return requestPayment(actor, { organization_id: organizationId, invoice, payer, provider }, installation)
  })

const mobileMoneyOf = ({ config, clock }: Installation): PaymentProvider => {
  const { mobileMoneyUrl: url, mobileMoneySecret: secret } = config
  if (url === null || secret === null)
    throw new Refusal(
      'setting_invalid',
      'NANI_MOBILE_MONEY_URL and NANI_MOBILE_MONEY_SECRET are not set, so there is no mobile-money provider.',
    )
  return mobileMoney({ url, secret }, clock)
}

/** `nani billing approve-payment ID`. */
export const approveDeclared = (id: string, options: BillingOptions, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    approvePayment(actor, { organization_id: organizationId, id }, installation),
  )

/** `nani billing reject-payment ID`. */
export const rejectDeclared = (id: string, options: WithReason, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    rejectPayment(actor, { organization_id: organizationId, id, reason: options.reason }, installation),
  )

/** `nani billing reconcile FILE`. */
export const reconcileFile = (file: string, options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, (actor, of, installation) =>
    reconcileStatement(actor, { ...of, text: readFile(file, terminal).toString('utf8') }, installation),
  )

/** `nani billing adjust N`. */
export const adjust = (amount: string, options: WithReason, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    adjustWallet(
      actor,
      { organization_id: organizationId, amount: amountOf(amount), reason: options.reason },
      installation,
    ),
  )

/** `nani billing return-unapplied N`. */
export const returnMoney = (amount: string, options: WithReason, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation }) =>
    returnUnapplied(
      actor,
      { organization_id: organizationId, amount: amountOf(amount), reason: options.reason },
      installation,
    ),
  )

/** `nani billing run`. A time in the future moves a real customer closer to a suspension, so that only the demo may. */
export const run = (options: BillingOptions & { asOf?: number }, terminal: Terminal) =>
  print(options, terminal, ({ actor, organizationId, installation, demo }) => {
    const nowMs = installation.clock.now()
    const asOfMs = options.asOf ?? nowMs
    if (asOfMs > nowMs && !demo)
      throw new Refusal('billing_value_invalid', 'A time in the future is allowed only with the demo.')
    return runBilling(actor, { organization_id: organizationId, as_of_ms: asOfMs }, installation)
  })

/** `nani billing rehearse`. */
export const rehearseRun = (options: BillingOptions & { until: number }, terminal: Terminal) =>
  printReading(options, terminal, (actor, of, installation) =>
    rehearseCycle(actor, { ...of, until_ms: options.until }, installation),
  )

/** `nani billing prove`. A contradiction is an error, which has the whole proof. */
export const proveBooks = (options: BillingOptions, terminal: Terminal) =>
  printReading(options, terminal, async (actor, of, installation) => {
    const proof = await prove(actor, of, installation)
    if (proof.ok) return proof
    const wrong = proof.checks.filter(({ ok }) => !ok).map(({ name }) => name)
    throw new Refusal('billing_books_differ', `The books contradict each other: ${wrong.join('; ')}.`, {
      context: { proof },
    })
  })
