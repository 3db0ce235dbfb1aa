import { basename } from 'node:path'
import { Refusal } from '@nani/foundation/core/index.ts'
import { InvalidArgumentError, Option } from 'commander'
import { area, type OpenCall, type OptionSpec } from '../command-line/command-area.ts'
import { gathered } from '../command-line/derive-options.ts'
import { readBytes, readJson, readText } from '../command-line/named-files.ts'

const load = async () => ({
  ...(await import('@nani/server/money/invoicing/index.ts')),
  ...(await import('./billing.ts')),
})
type Billing = Awaited<ReturnType<typeof load>>
type Needs = Parameters<Billing['approvePayment']>[2]

const time = (text: string): number => {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) throw new InvalidArgumentError('It is a time such as 2027-01-01T00:00:00Z.')
  return atMs
}

const position = (text: string): number => {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is the place of a line, beginning with 1.')
}

const organization: OptionSpec = {
  text: 'organization id (default: the demo organization)',
  async read(given: string | undefined) {
    const { defaultOrganizationId } = await import('@nani/server/organizations/organizations/index.ts')
    return given ?? defaultOrganizationId
  },
}

/** A time in the future moves a real customer closer to a suspension, so that only the demo may. */
const asOf: OptionSpec = {
  ...{
    text: 'run as of this time; a future time is possible only with the demo',
    as: 'as-of',
    value: 'time',
  },
  parse: time,
  async read(given: number | undefined, { installation, rules }: OpenCall) {
    const nowMs = installation.clock.now()
    if (given !== undefined && given > nowMs && !(await rules()).oneAccountMayBeTwo)
      throw new Refusal('billing_value_invalid', 'A time in the future is allowed only with the demo.')
    return given ?? nowMs
  },
}

const proof: OptionSpec = {
  ...{ text: 'a file that shows the payment', value: 'file' },
  read: (path: string | undefined, { terminal }: OpenCall) =>
    path && { name: basename(path), content: readBytes(path, terminal) },
}

const provider: OptionSpec = {
  ...{ text: 'who collects', value: 'name', default: 'mobile_money' },
  async read(name: string, { installation }: OpenCall) {
    const { declaredByHand, mobileMoneyOf } = await load()
    return name === 'mobile_money' ? mobileMoneyOf(installation) : declaredByHand
  },
}

const csvOfLines = new Option('--csv <file>', 'write the lines, or with --line the calls, as CSV')

/** `nani billing …`: prices, wallets, invoices and payments of an organization. */
export const billing = area<Billing, Needs>({
  name: 'billing',
  about: 'prices, wallets, invoices and payments of an organization',
  load,
  needs: async ({ installation, rules }) => ({
    ...installation,
    oneAccountMayBeTwo: (await rules()).oneAccountMayBeTwo,
  }),
  mayNeedTwo: true,
  placed: 'money',
  list: (data) => ({ object: 'list', data }),
  options: { organization_id: organization, after: null, limit: null },
  commands: {
    show: 'readMoney',
    forecast: 'readUse',
    report: {
      act: 'readMoney',
      about: 'write an HTML page with plots; it needs no other file',
      flags: [new Option('--out <file>', 'where the page is written').default('billing-report.html')],
      perform: 'report',
    },
    prove: {
      act: 'proveBooks',
      about: 'compare every charge with the ledger and the invoices, to the millionth',
      perform: 'proofOfBooks',
    },
    'reconcile <file>': {
      act: 'reconcileStatement',
      about: 'compare a bank statement (CSV) with invoices, and suggest payments',
      options: {
        text: {
          as: 'file',
          read: (path: string, { terminal }) => readText(path, terminal),
        },
      },
    },
    'mode <mode>': {
      act: 'changeMode',
      options: {
        credit_limit: 'postpaid: the maximum debt (default: no limit)',
        reason: 'the reason, for the audit; both people give the same one',
      },
    },
    'threshold <threshold>': 'setThreshold',
    prices: {
      act: 'setPrices',
      about: 'the price list of the organization, or a new one',
      options: {
        file: {
          text: 'a JSON file in the form that this command prints; prices that it omits do not change',
          ...{ as: 'set', value: 'file', required: false },
          read: (path: string | undefined, { terminal }) => path && readJson(path, terminal),
        },
      },
      perform: ({ module, input, perform }) =>
        input.file === undefined
          ? perform(module.readPriceList, input as never)
          : perform(module.setPrices, input as never),
    },
    'budget <application> <amount>': 'setBudget',
    'adjust <amount>': {
      act: 'adjustWallet',
      options: { amount: 'added to the wallet; below 0: taken from it' },
    },
    'top-up <amount>': { act: 'requestTopUp', options: { amount: 'without VAT' } },
    'approve-top-up <id>': 'approveTopUp',
    'reject-top-up <id>': 'rejectTopUp',
    'declare-payment': {
      act: 'declarePayment',
      options: {
        invoices: {
          ...{ text: 'one or several invoices, by id or number', as: 'invoice', value: 'id...' },
          ...{ parse: gathered, required: true },
        },
        ...{ amount: 'the amount that was paid', method: 'how it was paid', proof },
        reference: 'the reference of the payment',
      },
    },
    'request-payment': {
      act: 'requestPayment',
      options: { invoice: 'id or number', provider },
      flags: [new Option('--payer <number>', 'the telephone number that pays')],
      perform: ({ module, input, given, perform }) =>
        perform(module.requestPayment, { ...input, payer: given.payer ?? null } as never),
    },
    'approve-payment <id>': 'approvePayment',
    'reject-payment <id>': 'rejectPayment',
    'return-unapplied <amount>': {
      act: 'returnUnapplied',
      options: { amount: 'money that was paid and that no invoice asked for' },
    },
    invoices: {
      act: 'readInvoices',
      flags: [new Option('--csv <file>', 'write the lines of all invoices as CSV')],
      perform: 'invoices',
    },
    'invoice <invoice>': {
      act: 'showInvoice',
      about: 'one invoice with its lines, or the calls behind a line',
      options: { invoice: 'id or number' },
      flags: [
        new Option('--pdf <file>', 'write the invoice as PDF'),
        new Option('--language <language>', 'the language of the PDF').choices(['fr', 'en']).default('fr'),
        new Option('--line <n>', 'list the calls of this line').argParser(position),
        csvOfLines,
      ],
      perform: 'invoice',
    },
    'void <id>': 'voidInvoice',
    'credit-note <id>': { act: 'issueCreditNote', options: { amount: 'the amount with VAT' } },
    'top-ups': 'readTopUps',
    payments: 'readPayments',
    proposals: 'listBillingProposals',
    'payment <id>': {
      act: 'readPayments',
      about: 'one payment, and its proof',
      flags: [new Option('--proof <file>', 'write the proof here; the reading is audited')],
      perform: 'payment',
    },
    overdue: { act: 'readOverdue', perform: 'overdueOfAll' },
    organizations: { act: 'readOrganizations', perform: 'organizationsOfAll' },
    run: { act: 'runBilling', options: { as_of_ms: asOf } },
    rehearse: {
      act: 'rehearseCycle',
      options: {
        until_ms: { text: 'up to this time', as: 'until', value: 'time', parse: time, required: true },
      },
    },
  },
})
