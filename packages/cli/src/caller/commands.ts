import { type Command, InvalidArgumentError } from 'commander'
import type { Terminal } from '../terminal.ts'

export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** From 0 to 1. */
export const share = (text: string): number => {
  if (!/^(0?\.\d+|[01](\.0*)?)$/.test(text)) throw new InvalidArgumentError('It is such as 0.85.')
  return Number(text)
}

/** What whoever calls may say with any command. */
export const caller = (command: Command, example: string): Command =>
  command
    .option('--production', 'call production, with the client certificate of the credentials file')
    .option('--credentials <file>', 'in place of demo-credentials.json in NANI_DATA_DIR or .nani')
    .option('--json', 'print the answer as one JSON document')
    .addHelpText('after', `\nExample:\n  $ ${example}`)

/** What is said with every call of a service. */
export const call = (command: Command, purpose: string): Command =>
  command
    .option('--purpose <purpose>', 'one that is approved for the application', purpose)
    .option('--reference <text>', 'echoed back')
    .option('--async', 'accept it as a job; see "nani job"')

/** What is said with a call about a person. */
const personCall = (command: Command, purpose: string): Command =>
  call(command, purpose)
    .option('--type <type>', 'svc_id, passport, ceni, driving_licence or national_id', 'svc_id')
    .option('--scopes <a,b>', 'instead of every granted scope; "" for basic only', list)
    .option('--base64', 'deliver files in the answer, not as signed addresses')

/** The commands of someone who calls the API. Each loads its code only when it runs. */
export const addCallerCommands = (program: Command, terminal: Terminal): void => {
  const person = (name: string, example: string, purpose: string) => {
    const command = program.command(name).argument('<identifier>', 'such as COD-0000-0000-0001')
    return personCall(caller(command, example), purpose)
  }

  person(
    'kyc',
    'nani kyc COD-0000-0000-0001 --name "Ngalula Tshibangu" --born 1990-04-12',
    'customer_onboarding',
  )
    .description('validate an identity')
    .option('--name <full name>', 'claim to compare')
    .option('--born <YYYY-MM-DD>', 'claim to compare')
    .option('--age <years>', 'claim to compare', wholeNumber)
    .action(async (identifier, options) => (await import('./kyc.ts')).kyc(identifier, options, terminal))

  person('age', 'nani age COD-0000-0000-0007 --threshold 18 --minimal', 'age_gating')
    .description('tell whether somebody has reached an age')
    .option('--threshold <years>', 'the age in whole years (default: 18)', wholeNumber)
    .option('--minimal', 'learn that and nothing else of the person')
    .action(async (identifier, options) => (await import('./age.ts')).age(identifier, options, terminal))

  const business = program.command('kyb').argument('<identifier>', 'such as CD/KNG/RCCM/00-B-00001')
  call(
    caller(business, 'nani kyb CD/KNG/RCCM/00-B-00001 --name "Mosaka Services" --include officers'),
    'regulatory_compliance',
  )
    .description('verify a business')
    .option('--type <type>', 'rccm, id_nat or nif', 'rccm')
    .option('--name <legal name>', 'claim to compare')
    .option('--rccm <number>', 'claim to compare')
    .option('--id-nat <number>', 'claim to compare')
    .option('--nif <number>', 'claim to compare')
    .option('--representative <full name>', 'claim to compare with the officers')
    .option('--include <a,b>', 'officers, beneficial_owners', list)
    .action(async (identifier, options) => (await import('./kyb.ts')).kyb(identifier, options, terminal))

  const screened = program
    .command('aml')
    .argument('<name or identifier>', 'such as "Nsimba Kiala", COD-0000-0000-0009 or CD/KNG/RCCM/00-B-00001')
  call(
    caller(screened, 'nani aml "Nsimba Kiala" --born 1980-02-03 --nationality AGO --monitor'),
    'regulatory_compliance',
  )
    .description('screen a person or a company')
    .option('--type <type>', 'name, or that of an identifier (default: by its looks)')
    .option('--born <YYYY-MM-DD>', 'of a person known by name')
    .option('--nationality <alpha-3>', 'of a person known by name')
    .option(
      '--checks <a,b>',
      'sanctions, pep, adverse_media, watchlists, high_risk_jurisdictions (default: all)',
      list,
    )
    .option('--monitor', 'screen again whenever a list or the identity changes')
    .option('--scopes <a,b>', 'instead of every granted scope; "" for basic only', list)
    .action(async (text, options) => (await import('./aml.ts')).aml(text, options, terminal))

  caller(
    program.command('hit').argument('<screening>').argument('<position>', 'from 0', wholeNumber),
    'nani hit aml_01JB2X4T6V9X2B5D7F9H1K3M5P 0',
  )
    .description('show the entry behind a hit of a screening')
    .action(async (id, position, options) =>
      (await import('./aml.ts')).amlHit(id, position, options, terminal),
    )

  caller(program.command('job').argument('<id>'), 'nani job job_01JB2X4T6V9X2B5D7F9H1K3M5P --wait')
    .description('show an asynchronous request and its result')
    .option('--wait', 'until it is finished, at most a minute')
    .action(async (id, options) => (await import('./job.ts')).job(id, options, terminal))

  caller(program.command('batch').argument('<id>'), 'nani batch bat_01JB2X4T6V9X2B5D7F9H1K3M5P')
    .description('show how far a batch is')
    .option('--wait', 'until it is finished, at most ten minutes')
    .action(async (id, options) => (await import('./batch.ts')).batch(id, options, terminal))

  caller(program.command('results').argument('<id>'), 'nani results bat_01JB2X4T6V9X2B5D7F9H1K3M5P --json')
    .description('list the items of a batch in their order, as they finish')
    .action(async (id, options) => (await import('./batch.ts')).results(id, options, terminal))

  caller(program.command('listen'), 'nani listen --forward http://localhost:3000/hook')
    .description('show events as they happen, and forward them to a receiver on this machine')
    .option('--forward <url>', 'where each event is posted, signed as a webhook is')
    .option('--after <event>', 'begin after this event, not with the next one')
    .action(async (options) => (await import('./listen.ts')).listen(options, terminal))
}
