import type { Terminal } from '@nani/cli'
import { paymentMethods } from '@nani/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { act, operator } from '../operator-command.ts'

const load = () => import('./billing.ts')
const loadInvoices = () => import('./billing-invoices.ts')
const loadDesk = () => import('./billing-desk.ts')

const oneOf =
  (...known: string[]) =>
  (text: string): string => {
    if (known.includes(text)) return text
    throw new InvalidArgumentError(`It is one of ${known.join(', ')}.`)
  }

const time = (text: string): number => {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) throw new InvalidArgumentError('It is a time such as 2027-01-01T00:00:00Z.')
  return atMs
}

const position = (text: string): number => {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is the place of a line, beginning with 1.')
}

const listed = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
]

type Add = (name: string, example: string) => Command

/** `nani billing …`: prices, wallets, invoices and payments of an organization. */
export const addBilling = (program: Command, terminal: Terminal): void => {
  const billing = program
    .command('billing')
    .description('prices, wallets, invoices and payments of an organization')
    .helpCommand(false)
  const ofOrganization = (command: Command): Command =>
    command.option('--organization <id>', 'organization id (default: the demo organization)')
  const reads: Add = (name, example) =>
    operator(ofOrganization(billing.command(name)), `nani billing ${example}`)
  const acts: Add = (name, example) => act(ofOrganization(billing.command(name)), `nani billing ${example}`)
  addReading(reads, terminal)
  addWallet(acts, terminal)
  addTopUps(acts, terminal)
  addInvoices(reads, acts, terminal)
  const ofAll: Add = (name, example) => operator(billing.command(name), `nani billing ${example}`)
  addDesk({ reads, acts, ofAll }, terminal)
  addCycle(reads, acts, terminal)
}

const addReading = (reads: Add, terminal: Terminal): void => {
  reads('show', 'show --json')
    .description('the wallet, and what each application may spend')
    .action(async (options) => (await load()).show(options, terminal))
  reads('forecast', 'forecast')
    .description('what this month costs, by day, service, application, scope and tier')
    .action(async (options) => (await load()).showForecast(options, terminal))
  reads('report', 'report --out billing.html')
    .description('write an HTML page with plots; it needs no other file')
    .option('--out <file>', 'where the page is written', 'billing-report.html')
    .action(async (options) => (await load()).report(options, terminal))
  reads('prove', 'prove')
    .description('compare every charge with the ledger and the invoices, to the millionth')
    .action(async (options) => (await load()).proveBooks(options, terminal))
  reads('reconcile', 'reconcile statement.csv')
    .argument('<file>')
    .description('compare a bank statement (CSV) with invoices, and suggest payments')
    .action(async (file, options) => (await load()).reconcileFile(file, options, terminal))
}

const addWallet = (acts: Add, terminal: Terminal): void => {
  acts('mode', 'mode postpaid --credit-limit 5000 --reason "Contract 12" --as amina')
    .argument('<mode>', 'prepaid or postpaid', oneOf('prepaid', 'postpaid'))
    .option('--credit-limit <n>', 'postpaid: the maximum debt (default: no limit)')
    .option('--reason <text>', 'the reason, for the audit; both people give the same one')
    .description('change how the organization pays; needs two people')
    .action(async (mode, options) => (await load()).setMode(mode, options, terminal))
  acts('threshold', 'threshold 100')
    .argument('<n>')
    .description('below this balance, billing.balance_low is sent')
    .action(async (amount, options) => (await load()).threshold(amount, options, terminal))
  acts('prices', 'prices --set prices.json')
    .option(
      '--set <file>',
      'a JSON file in the form that this command prints; prices that it omits do not change',
    )
    .description('the price list of the organization, or a new one')
    .action(async (options) => (await load()).prices(options, terminal))
  acts('budget', 'budget app_… 250')
    .argument('<application>')
    .argument('<n>')
    .description('what an application should spend in a month; no call is refused')
    .action(async (application, amount, options) =>
      (await load()).budget({ application, amount }, options, terminal),
    )
  acts('adjust', 'adjust 25 --reason "Outage of 12 May" --as amina')
    .argument('<n>', 'added to the wallet; below 0: taken from it')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .description('adjust the wallet; needs two people')
    .action(async (amount, options) => (await load()).adjust(amount, options, terminal))
}

const addTopUps = (acts: Add, terminal: Terminal): void => {
  acts('top-up', 'top-up 500')
    .argument('<n>', 'without VAT')
    .description('ask for money in a prepaid wallet')
    .action(async (amount, options) => (await load()).topUp(amount, options, terminal))
  acts('approve-top-up', 'approve-top-up top_… --as amina')
    .argument('<id>')
    .description('approve a request and issue its invoice; above 1,000 USD it needs two people')
    .action(async (id, options) => (await load()).approveRequest(id, options, terminal))
  acts('reject-top-up', 'reject-top-up top_… --reason "No contract"')
    .argument('<id>')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .description('reject a request')
    .action(async (id, options) => (await load()).rejectRequest(id, options, terminal))
  acts(
    'declare-payment',
    'declare-payment --invoice inv_… --amount 116 --method bank_transfer --reference TRF-1',
  )
    .requiredOption('--invoice <id...>', 'one or several invoices, by id or number', listed)
    .requiredOption('--amount <n>', 'the amount that was paid')
    .addOption(
      new Option('--method <method>', 'how it was paid').choices(paymentMethods).makeOptionMandatory(),
    )
    .requiredOption('--reference <text>', 'the reference of the payment')
    .option('--proof <file>', 'a file that shows the payment')
    .description('declare money that was paid; it counts when it is approved')
    .action(async (options) => (await load()).declare(options, terminal))
  acts('request-payment', 'request-payment --invoice NANI-2026-000001 --payer +243810000001')
    .requiredOption('--invoice <id>', 'id or number')
    .option('--payer <number>', 'the telephone number that pays')
    .addOption(
      new Option('--provider <name>', 'who collects')
        .choices(['mobile_money', 'declared_by_hand'])
        .default('mobile_money'),
    )
    .description('ask a payment provider to collect what is due on an invoice')
    .action(async (options) => (await load()).request(options, terminal))
  acts('approve-payment', 'approve-payment pay_… --as amina')
    .argument('<id>')
    .description('apply a payment to its invoices; above 1,000 USD it needs two people')
    .action(async (id, options) => (await load()).approveDeclared(id, options, terminal))
  acts('reject-payment', 'reject-payment pay_… --reason "Not received"')
    .argument('<id>')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .description('reject a payment')
    .action(async (id, options) => (await load()).rejectDeclared(id, options, terminal))
  acts('return-unapplied', 'return-unapplied 25 --reason "Paid twice, transfer TRF-9" --as amina')
    .argument('<n>', 'money that was paid and that no invoice asked for')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .description('return money that no invoice asked for; needs two people')
    .action(async (amount, options) => (await load()).returnMoney(amount, options, terminal))
}

const addInvoices = (reads: Add, acts: Add, terminal: Terminal): void => {
  reads('invoices', 'invoices --json')
    .option('--csv <file>', 'write the lines of all invoices as CSV')
    .description('every invoice and credit note, the newest first')
    .action(async (options) => (await loadInvoices()).invoices(options, terminal))
  reads('invoice', 'invoice NANI-2026-000001 --pdf invoice.pdf')
    .argument('<id>', 'id or number')
    .option('--pdf <file>', 'write the invoice as PDF')
    .option('--language <language>', 'the language of the PDF: fr or en', oneOf('fr', 'en'), 'fr')
    .option('--line <n>', 'list the calls of this line', position)
    .option('--csv <file>', 'write the lines, or with --line the calls, as CSV')
    .description('one invoice with its lines, or the calls behind a line')
    .action(async (id, options) => (await loadInvoices()).invoice(id, options, terminal))
  acts('void', 'void inv_… --reason "Wrong customer" --as amina')
    .argument('<id>')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .description('void an invoice that is not paid; needs two people')
    .action(async (id, options) => (await loadInvoices()).voidOne(id, options, terminal))
  acts('credit-note', 'credit-note inv_… --amount 11.6 --reason "Outage" --as amina')
    .argument('<id>')
    .requiredOption('--amount <n>', 'the amount with VAT')
    .requiredOption('--reason <text>', 'the reason, for the audit')
    .description('take an amount off an invoice; needs two people')
    .action(async (id, options) => (await loadInvoices()).creditNote(id, options, terminal))
}

type Adds = { reads: Add; acts: Add; ofAll: Add }

const addDesk = ({ reads, acts, ofAll }: Adds, terminal: Terminal): void => {
  reads('top-ups', 'top-ups')
    .description('every top-up request, the newest first')
    .action(async (options) => (await loadDesk()).topUps(options, terminal))
  reads('payments', 'payments')
    .description('every payment, the newest first')
    .action(async (options) => (await loadDesk()).payments(options, terminal))
  acts('payment', 'payment pay_… --proof receipt.pdf --as amina')
    .argument('<id>')
    .option('--proof <file>', 'write the proof here; the reading is audited')
    .description('one payment, and its proof')
    .action(async (id, options) => (await loadDesk()).payment(id, options, terminal))
  ofAll('overdue', 'overdue --json')
    .description('the overdue invoices of all organizations, the longest first')
    .action(async (options) => (await loadDesk()).overdue(options, terminal))
  ofAll('organizations', 'organizations')
    .description('all organizations with mode, credit limit, debt, and what waits for a decision')
    .action(async (options) => (await loadDesk()).organizations(options, terminal))
}

const addCycle = (reads: Add, acts: Add, terminal: Terminal): void => {
  acts('run', 'run')
    .option('--as-of <time>', 'run as of this time; a future time is possible only with the demo', time)
    .description('issue invoices, send reminders, suspend services: all that is due')
    .action(async (options) => (await load()).run(options, terminal))
  reads('rehearse', 'rehearse --until 2027-02-01T00:00:00Z')
    .requiredOption('--until <time>', 'up to this time', time)
    .description('what run would do until a time; nothing is written')
    .action(async (options) => (await load()).rehearseRun(options, terminal))
}
