import { type Command, InvalidArgumentError } from 'commander'
import { list, wholeNumber } from '../caller/commands.ts'
import type { Terminal } from '../terminal.ts'
import { addLists } from './lists-commands.ts'
import { addMonitors } from './monitor-commands.ts'
import { operator } from './operator-command.ts'
import { addWebhooks } from './webhook-commands.ts'

/** A flag that may be given several times, with commas or several values each time. */
const gathered = (text: string, before: string[] = []): string[] => [...before, ...list(text)]

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
    .option('--allow-ip <cidr...>', 'addresses that may call; "" for any', gathered)
    .option('--burst <n>', 'calls a second (default: 50)', wholeNumber)
    .option(
      '--quota <service=calls/period...>',
      'calls a day or month, or service=none (default: 10000/month in the sandbox, none in production)',
      gathered,
    )
    .option('--batch-quota <n>', 'batch items a day, or none', numberOrNone)
    .option('--approved', 'pass the production review for these services')
    .option('--no-approved', 'withdraw the approval')
    .option(
      '--omit-liveness',
      'allow liveness none in production: controlled captures, justified in the review',
    )
    .option('--no-omit-liveness', 'liveness is always checked')

const addApplications = (program: Command, terminal: Terminal): void => {
  const applications = program
    .command('applications')
    .description('who may call, and what')
    .helpCommand(false)
  const load = () => import('./applications.ts')

  settings(
    operator(
      applications.command('create'),
      'nani applications create --name Shop --environment sandbox --services kyc_validation --purposes customer_onboarding',
    )
      .description('make an application and print its credentials, once')
      .requiredOption('--name <name>', 'for people')
      .requiredOption('--environment <environment>', 'sandbox or production', oneOf('sandbox', 'production')),
  ).action(async (options) => (await load()).create(options, terminal))

  settings(
    operator(
      applications.command('update').argument('<id>'),
      'nani applications update app_… --allow-ip 203.0.113.0/24',
    )
      .description('change what is said and keep the rest; in force within a minute')
      .option('--name <name>', 'for people')
      .option('--environment <environment>', 'as it is: it cannot change', oneOf('sandbox', 'production')),
  ).action(async (id, options) => (await load()).update(id, options, terminal))

  operator(applications.command('list'), 'nani applications list --json')
    .description('every application')
    .action(async (options) => (await load()).list(options, terminal))

  operator(applications.command('show').argument('<id>'), 'nani applications show app_…')
    .description('configuration, and calls used per service and period')
    .action(async (id, options) => (await load()).show(id, options, terminal))

  operator(applications.command('rotate-keys').argument('<id>'), 'nani applications rotate-keys app_…')
    .description('issue a new key set, print it once, and revoke the old one')
    .action(async (id, options) => (await load()).rotate(id, options, terminal))

  addCertificates(applications, terminal)
}

const addCertificates = (applications: Command, terminal: Terminal): void => {
  const load = () => import('./certificates.ts')

  operator(
    applications.command('issue-certificate').argument('<id>'),
    'nani applications issue-certificate app_… --out ./certificates',
  )
    .description('issue a client certificate for mutual TLS and register it')
    .option('--out <dir>', 'where certificate.pem, private-key.pem and ca.pem are written')
    .option('--csr <file>', 'certify the key of this request in place of making one')
    .action(async (id, options) => (await load()).issue(id, options, terminal))

  operator(
    applications.command('revoke-certificate').argument('<id>').argument('<thumbprint>'),
    'nani applications revoke-certificate app_… 5f0c… (nani applications show lists them)',
  )
    .description('end a client certificate')
    .action(async (id, thumbprint, options) => (await load()).revoke(id, thumbprint, options, terminal))
}

/** The commands of someone who runs an installation. They work on its database, running or stopped. */
export const addOperatorCommands = (program: Command, terminal: Terminal): void => {
  addApplications(program, terminal)
  addRegister(program, terminal)
  addLists(program, terminal)
  addMonitors(program, terminal)
  addWebhooks(program, terminal)
  addMasterKey(program, terminal)
}

const addMasterKey = (program: Command, terminal: Terminal): void => {
  const masterKey = program
    .command('master-key')
    .description('the key that opens everything at rest')
    .helpCommand(false)
  operator(
    masterKey.command('rotate'),
    'NANI_NEW_MASTER_KEY=$(openssl rand -base64 32) nani master-key rotate',
  )
    .description('exchange the master key for the one in NANI_NEW_MASTER_KEY')
    .action(async (options) => (await import('./master-key.ts')).rotate(options, terminal))
}

const addRegister = (program: Command, terminal: Terminal): void => {
  const register = program
    .command('register')
    .description('the citizens and businesses that calls are answered from')
    .helpCommand(false)
  const load = () => import('./register.ts')
  const view = oneOf('sandbox', 'production', 'both')
  const importKinds = ['citizens', 'businesses']

  operator(register.command('import').argument('<file>'), 'nani register import citizens.ndjson')
    .description(
      'import citizens from NDJSON or CSV, or businesses from NDJSON; goes on where an interrupted import stopped',
    )
    .option(
      '--environment <whose>',
      'whose calls see them: sandbox, production or both (default: production; on an embedded database, a trial, both)',
      view,
    )
    .option('--kind <kind>', 'what is in the file: citizens or businesses', oneOf(...importKinds), 'citizens')
    .option('--format <format>', 'ndjson or csv (default: by the name of the file)', oneOf('ndjson', 'csv'))
    .option('--rejected <file>', 'where refused records are written (default: FILE.rejected.ndjson)')
    .action(async (file, options) => (await load()).importFile(file, options, terminal))

  operator(register.command('generate'), 'nani register generate --count 100000 --seed 1')
    .description('make a synthetic population, the same for the same seed')
    .requiredOption('--count <n>', 'how many people', wholeNumber)
    .requiredOption('--seed <text>', 'any text')
    .option('--environment <whose>', 'whose calls see them: sandbox, production or both', view, 'both')
    .action(async (options) => (await load()).generate(options, terminal))

  operator(register.command('show').argument('[identifier]'), 'nani register show COD-0000-0000-0001')
    .description('how many the register holds, or one citizen as it holds them')
    .option('--type <type>', 'svc_id, passport, ceni, driving_licence or national_id', 'svc_id')
    .action(async (identifier, options) => (await load()).show(identifier, options, terminal))
}
