import { list, type Terminal, wholeNumber } from '@nani/cli'
import { type Command, InvalidArgumentError } from 'commander'
import { addActs } from './acts-commands.ts'
import { addAlarms } from './alarm-commands.ts'
import { addAudit } from './audit-commands.ts'
import { addWitness } from './audit-log/audit-log-commands.ts'
import { addBackup } from './backup-commands.ts'
import { addBilling } from './billing/billing-commands.ts'
import { addCases } from './cases/cases-commands.ts'
import { addConsents } from './consents-commands.ts'
import { addCreditModel } from './credit/credit-model-commands.ts'
import { addCreditRecords } from './credit/credit-records-commands.ts'
import { addDatabase } from './database-commands.ts'
import { addDisputes } from './disputes-commands.ts'
import { addDoctor } from './doctor-commands.ts'
import { addFaceOperatorCommands } from './face/face-commands.ts'
import { addLists } from './lists-commands.ts'
import { addMonitors } from './monitor-commands.ts'
import { act, operator } from './operator-command.ts'
import { addOperators } from './operators/operators-commands.ts'
import { addOrganizations } from './organizations-commands.ts'
import { addReceipts } from './receipts/receipts-commands.ts'
import { addReviews } from './reviews-commands.ts'
import { addSignIn } from './sign-in-commands.ts'
import { addWebhooks } from './webhook-commands.ts'

/** A flag that may be given several times, with commas or several values each time. */
const gathered = (text: string, before: string[] = []): string[] => [...before, ...list(text)]

/** A URL may contain a comma. */
const eachUrl = (text: string, before: string[] = []): string[] => [...before, ...(text === '' ? [] : [text])]

/** The word stays: commander takes null for a flag without a value. */
const numberOrNone = (text: string): number | 'none' => (text === 'none' ? text : wholeNumber(text))

const oneOf =
  (...known: string[]) =>
  (text: string): string => {
    if (known.includes(text)) return text
    throw new InvalidArgumentError(`It is one of ${known.join(', ')}.`)
  }

const settings = (command: Command): Command =>
  command
    .option('--services <a,b...>', 'such as kyc_validation', gathered)
    .option('--scopes <a,b...>', 'such as kyc.addresses,kyc.parents; kyc.basic needs none', gathered)
    .option('--purposes <a,b...>', 'such as customer_onboarding', gathered)
    .option('--allow-ip <cidr...>', 'addresses that may send calls; "" allows every address', gathered)
    .option('--burst <n>', 'calls a second (default: 50)', wholeNumber)
    .option(
      '--quota <service=calls/period...>',
      'calls a day or month, or service=none (default: 10000/month in the sandbox, none in production)',
      gathered,
    )
    .option('--batch-quota <n>', 'batch items a day, or none', numberOrNone)
    .option(
      '--redirect-uri <url...>',
      'where sign-in may return to, byte for byte; replaces the list; "": none',
      eachUrl,
    )
    .option('--approved', 'pass the production review for these services')
    .option('--no-approved', 'withdraw the approval')
    .option(
      '--omit-liveness',
      'allow liveness none in production: controlled captures, justified in the review',
    )
    .option('--no-omit-liveness', 'always check liveness')

const addApplications = (program: Command, terminal: Terminal): void => {
  const applications = program
    .command('applications')
    .description('applications, their rights and their credentials')
    .helpCommand(false)
  const load = () => import('./applications.ts')

  settings(
    act(
      applications.command('create'),
      'nani applications create --name Shop --environment sandbox --services kyc_validation --purposes customer_onboarding',
    )
      .description('create an application and print its credentials once')
      .requiredOption('--name <name>', 'the name of the application, as people see it')
      .requiredOption('--environment <environment>', 'sandbox or production', oneOf('sandbox', 'production'))
      .option('--organization <id>', 'its organization (default: the organization of earlier releases)'),
  ).action(async (options) => (await load()).create(options, terminal))

  settings(
    act(
      applications.command('update').argument('<id>'),
      'nani applications update app_… --allow-ip 203.0.113.0/24',
    )
      .description('change the given settings and keep the others; effective within a minute')
      .option('--name <name>', 'the name of the application, as people see it')
      .option(
        '--environment <environment>',
        'must be the current value; it cannot change',
        oneOf('sandbox', 'production'),
      ),
  ).action(async (id, options) => (await load()).update(id, options, terminal))

  operator(applications.command('list'), 'nani applications list --json')
    .description('every application')
    .action(async (options) => (await load()).list(options, terminal))

  operator(applications.command('show').argument('<id>'), 'nani applications show app_…')
    .description('configuration, and calls used per service and period')
    .action(async (id, options) => (await load()).show(id, options, terminal))

  act(
    applications.command('rotate-keys').argument('<id>'),
    'nani applications rotate-keys app_… --overlap 3d',
  )
    .description('issue a new key set, print it once, and revoke the old one')
    .option('--overlap <time>', 'how long the old key set remains valid: 0, or up to 7d such as 12h', '0')
    .action(async (id, options) => (await load()).rotate(id, options, terminal))

  act(applications.command('logo').argument('<id>'), 'nani applications logo app_… --file ./logo.png')
    .description('set the logo that citizens see when they sign in')
    .option('--file <file>', 'a PNG or JPEG; it is drawn again with 64 by 64 pixels')
    .option('--remove', 'show the initials of the name again')
    .action(async (id, options) => (await import('./application-logo.ts')).logo(id, options, terminal))

  addCertificates(applications, terminal)
}

const addCertificates = (applications: Command, terminal: Terminal): void => {
  const load = () => import('./certificates.ts')

  act(
    applications.command('issue-certificate').argument('<id>'),
    'nani applications issue-certificate app_… --out ./certificates',
  )
    .description('issue a client certificate for mutual TLS and register it')
    .option('--out <dir>', 'where certificate.pem, private-key.pem and ca.pem are written')
    .option('--csr <file>', 'certify the key of this signing request instead of creating one')
    .action(async (id, options) => (await load()).issue(id, options, terminal))

  act(
    applications.command('revoke-certificate').argument('<id>').argument('<thumbprint>'),
    'nani applications revoke-certificate app_… 5f0c… (nani applications show lists them)',
  )
    .description('revoke a client certificate')
    .action(async (id, thumbprint, options) => (await load()).revoke(id, thumbprint, options, terminal))
}

/** The commands of someone who runs an installation. They work on its database, running or stopped. */
export const addOperatorCommands = (program: Command, terminal: Terminal): void => {
  addDoctor(program, terminal)
  addApplications(program, terminal)
  addRegister(program, terminal)
  addCreditModel(program, terminal)
  addCreditRecords(program, terminal)
  addLists(program, terminal)
  addMonitors(program, terminal)
  addCases(program, terminal)
  addConsents(program, terminal)
  addDisputes(program, terminal)
  addOrganizations(program, terminal)
  addOperators(program, terminal)
  addReviews(program, terminal)
  addAlarms(program, terminal)
  addActs(program, terminal)
  addAudit(program, terminal)
  addWitness(program, terminal)
  addWebhooks(program, terminal)
  addReceipts(program, terminal)
  addSignIn(program, terminal)
  addBilling(program, terminal)
  addMasterKey(program, terminal)
  addDatabase(program, terminal)
  addBackup(program, terminal)
  addFaceOperatorCommands(program, terminal)
}

const addMasterKey = (program: Command, terminal: Terminal): void => {
  const masterKey = program
    .command('master-key')
    .description('the key that protects all data at rest')
    .helpCommand(false)
  act(masterKey.command('rotate'), 'NANI_NEW_MASTER_KEY=$(openssl rand -base64 32) nani master-key rotate')
    .description('replace the master key by the one in NANI_NEW_MASTER_KEY')
    .action(async (options) => (await import('./master-key.ts')).rotate(options, terminal))
  operator(masterKey.command('export'), 'NANI_MASTER_KEY=$(nani master-key export) npm start')
    .description('print the master key that an earlier release stored in the database of DATABASE_URL')
    .action(async (options) => (await import('./master-key.ts')).exportKey(options, terminal))
}

const addRegister = (program: Command, terminal: Terminal): void => {
  const register = program
    .command('register')
    .description('the citizens and businesses of the register')
    .helpCommand(false)
  const load = () => import('./register.ts')
  const view = oneOf('sandbox', 'production', 'both')
  const importKinds = ['citizens', 'businesses']

  act(register.command('import').argument('<file>'), 'nani register import citizens.ndjson')
    .description(
      'import citizens from NDJSON or CSV, or businesses from NDJSON; continues an interrupted import',
    )
    .option(
      '--environment <whose>',
      'environment whose calls see them: sandbox, production or both (default: production; on an embedded database, a trial, both)',
      view,
    )
    .option('--kind <kind>', 'content of the file: citizens or businesses', oneOf(...importKinds), 'citizens')
    .option('--format <format>', 'ndjson or csv (default: from the name of the file)', oneOf('ndjson', 'csv'))
    .option('--rejected <file>', 'where refused records are written (default: nowhere)')
    .action(async (file, options) => (await load()).importFile(file, options, terminal))

  act(register.command('generate'), 'nani register generate --count 100000 --seed 1')
    .description('create a synthetic population, the same for the same seed')
    .requiredOption('--count <n>', 'number of people', wholeNumber)
    .requiredOption('--seed <text>', 'any text')
    .option(
      '--environment <whose>',
      'environment whose calls see them: sandbox, production or both',
      view,
      'sandbox',
    )
    .option('--outcomes <file>', 'also write a CSV file for the trainer: svc_id, defaulted and the records')
    .action(async (options) => (await load()).generate(options, terminal))

  operator(register.command('show').argument('[identifier]'), 'nani register show COD-0000-0000-0001')
    .description('the number of records in the register, or the record of one citizen')
    .option('--type <type>', 'svc_id, passport, ceni, driving_licence or national_id', 'svc_id')
    .action(async (identifier, options) => (await load()).show(identifier, options, terminal))
}
