import { type Terminal, wholeNumber } from '@nani/cli'
import { environments, fraudCaseStatuses, fraudChannels, fraudTypes } from '@nani/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { operator } from '../operator-command.ts'

const oneOf =
  (...known: readonly string[]) =>
  (text: string): string => {
    if (known.includes(text)) return text
    throw new InvalidArgumentError(`It is one of ${known.join(', ')}.`)
  }

const someOf =
  (...known: readonly string[]) =>
  (text: string): string[] =>
    text.split(',').map((part) => oneOf(...known)(part.trim()))

const amount = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('The value must be a number of 0 or more.')
  return value
}

/** The options of every command of the desk. */
const desk = (command: Command, example: string): Command =>
  operator(command, example)
    .option('--environment <environment>', 'sandbox or production (default: both)', oneOf(...environments))
    .option(
      '--as <name>',
      'the investigator that the audit log names (default: NANI_OPERATOR, or the login name)',
    )
    .addOption(new Option('--officer <name>', 'the same as --as'))

const filtered = (command: Command): Command =>
  command
    .option('--status <a,b>', fraudCaseStatuses.join(', '), someOf(...fraudCaseStatuses))
    .option('--type <type>', fraudTypes.join(', '), oneOf(...fraudTypes))
    .option('--channel <channel>', fraudChannels.join(', '), oneOf(...fraudChannels))
    .option('--province <name>', 'only reports of this province')
    .option('--assignee <name>', 'only cases of this investigator; "none" selects cases without an assignee')
    .option('--min-amount <n>', 'only cases with at least this amount', amount)
    .option('--max-amount <n>', 'only cases with at most this amount', amount)
    .option('--currency <code>', 'only amounts in this currency')
    .option(
      '--older-than <when>',
      'only cases reported before this time: a duration such as 2d, or a date and time',
    )
    .option(
      '--newer-than <when>',
      'only cases reported since this time: a duration such as 2d, or a date and time',
    )
    .option('--late', 'only cases that are past their deadline')

/** `nani cases …`: the desk of fraud investigators. */
export const addCases = (program: Command, terminal: Terminal): void => {
  const cases = program
    .command('cases')
    .description('fraud cases: queue, review, decisions of investigators')
    .helpCommand(false)
  addReading(cases, terminal)
  addActs(cases, terminal)
  addDecisions(cases, terminal)
}

const addReading = (cases: Command, terminal: Terminal): void => {
  const load = () => import('./cases-reading.ts')

  filtered(desk(cases.command('list'), 'nani cases list --status received,under_review --type sim_swap'))
    .description('cases: late ones first, then by priority and deadline; decided cases follow')
    .option('--limit <n>', 'at most 999', wholeNumber, 100)
    .action(async (options) => (await load()).list(options, terminal))

  desk(cases.command('show').argument('<case>'), 'nani cases show RDC-FRD-2026-000123')
    .description('a case with its timeline and links; parties are masked')
    .option('--open', 'show the parties and texts in full; needs --reason and is audited')
    .option('--reason <text>', 'the reason for --open')
    .action(async (named, options) => (await load()).show(named, options, terminal))

  desk(cases.command('link').argument('<case>'), 'nani cases link RDC-FRD-2026-000123 --svg links.svg')
    .description('linked cases with reasons and strengths, and the cluster that they form')
    .option('--svg <file>', 'write a drawing of the cluster')
    .action(async (named, options) => (await load()).link(named, options, terminal))

  desk(cases.command('stats'), 'nani cases stats --plot cases.svg')
    .description('cases by type, outcome and time to decision')
    .option('--plot <file>', 'write the plots as an SVG file')
    .action(async (options) => (await load()).stats(options, terminal))

  filtered(desk(cases.command('export'), 'nani cases export --format csv --out cases.csv'))
    .description('the cases without personal data, as JSON or CSV with escaped formulas')
    .option('--format <format>', 'json or csv (default: csv, or json with --json)', oneOf('json', 'csv'))
    .option('--out <file>', 'write a file in place of standard output')
    .action(async (options) => (await load()).exportCases(options, terminal))

  desk(
    cases.command('evidence').argument('<case>').argument('<position>', 'from 0', wholeNumber),
    'nani cases evidence RDC-FRD-2026-000123 0 --reason "check the receipt" --out ./evidence',
  )
    .description('write a file of evidence, rendered for viewing; audited')
    .requiredOption('--reason <text>', 'the reason for the download')
    .option('--out <dir>', 'where the files are written', '.')
    .option('--original', 'the bytes as they were sent, for an isolated machine')
    .action(async (named, position, options) => (await load()).evidence(named, position, options, terminal))
}

const addActs = (cases: Command, terminal: Terminal): void => {
  const load = () => import('./cases.ts')
  const onCase = (name: string) => cases.command(name).argument('<case>')

  desk(onCase('start'), 'nani cases start RDC-FRD-2026-000123 --as Amani')
    .description('begin the review of a received case')
    .action(async (named, options) => (await load()).start(named, options, terminal))

  desk(onCase('claim'), 'nani cases claim RDC-FRD-2026-000123 --as Amani')
    .description('take over an open case')
    .action(async (named, options) => (await load()).claim(named, options, terminal))

  desk(onCase('assign').argument('<name>'), 'nani cases assign RDC-FRD-2026-000123 Bahati')
    .description('give an open case to an investigator')
    .action(async (named, to, options) => (await load()).assign(named, to, options, terminal))

  desk(
    onCase('priority').argument('<n>', '0 (normal) to 3', wholeNumber),
    'nani cases priority RDC-FRD-2026-000123 3',
  )
    .description('set the priority of an open case')
    .action(async (named, priority, options) => (await load()).prioritise(named, priority, options, terminal))

  desk(onCase('note').argument('<text>'), 'nani cases note RDC-FRD-2026-000123 "Called the bank."')
    .description('add a note for investigators')
    .action(async (named, text, options) => (await load()).note(named, text, options, terminal))

  desk(
    onCase('contact').argument('<text>'),
    'nani cases contact RDC-FRD-2026-000123 "Asked the reporter for the receipt."',
  )
    .description('record a contact with the reporter')
    .action(async (named, text, options) => (await load()).contact(named, text, options, terminal))
}

const despiteMismatch = [
  '--despite-mismatch <reason>',
  'why the decision is right although a party does not match the register; both people give it',
] as const

/** `all`, `none`, or a list such as `subject,0,2`. */
const victimsOf = (text: string): 'all' | ('subject' | number)[] => {
  if (text === 'all') return 'all'
  if (text === 'none') return []
  return text.split(',').map((part) => {
    const name = part.trim()
    return name === 'subject' ? name : wholeNumber(name)
  })
}

const addDecisions = (cases: Command, terminal: Terminal): void => {
  const load = () => import('./cases.ts')
  const onCase = (name: string) => cases.command(name).argument('<case>')
  const outcomes = ['confirmed', 'dismissed', 'escalated_to_authorities']

  desk(
    onCase('propose').argument('<status>', outcomes.join(', '), oneOf(...outcomes)),
    'nani cases propose RDC-FRD-2026-000123 confirmed --reason "Two witnesses" --as Amani',
  )
    .description('propose a decision on a case under review')
    .requiredOption('--reason <text>', 'the reason of the decision')
    .option(
      '--victims <choice>',
      'the victims that the network lists: all, none, or positions from 0 and "subject" (default: none)',
      victimsOf,
    )
    .option(...despiteMismatch)
    .action(async (named, status, options) => (await load()).propose(named, status, options, terminal))

  desk(
    onCase('decide').argument('<decision>', 'accept or reject', oneOf('accept', 'reject')),
    'nani cases decide RDC-FRD-2026-000123 accept --as Bahati',
  )
    .description('accept or reject the proposed decision')
    .option('--reason <text>', 'the reason of a rejection')
    .option(...despiteMismatch)
    .action(async (named, decision, options) => (await load()).decide(named, decision, options, terminal))

  desk(onCase('reopen'), 'nani cases reopen RDC-FRD-2026-000123 --reason "New facts" --as Chanda')
    .description('return a decided case to review, as a supervisor')
    .requiredOption('--reason <text>', 'the reason')
    .action(async (named, options) => (await load()).reopen(named, options, terminal))

  addObjections(cases, terminal)

  desk(
    onCase('merge'),
    'nani cases merge RDC-FRD-2026-000124 --into RDC-FRD-2026-000123 --reason "The same fraud"',
  )
    .description('dismiss a case as the duplicate of another one')
    .requiredOption('--into <case>', 'the case that stays open')
    .requiredOption('--reason <text>', 'the reason')
    .action(async (named, options) => (await load()).merge(named, options, terminal))
}

const addObjections = (cases: Command, terminal: Terminal): void => {
  const load = () => import('./cases.ts')
  const onCase = (name: string) => cases.command(name).argument('<case>')

  desk(
    onCase('false-report'),
    'nani cases false-report RDC-FRD-2026-000123 --reason "The receipt is invented" --as Dina',
  )
    .description('mark the report of a dismissed case as false: two people, each with this command')
    .requiredOption('--reason <text>', 'the reason')
    .action(async (named, options) => (await load()).falseReport(named, options, terminal))

  desk(
    cases.command('restore-reporting').argument('<application>'),
    'nani cases restore-reporting APPLICATION --reason "Staff was trained" --as Dina',
  )
    .description('give fraud reporting back to an application: two people, each with this command')
    .requiredOption('--reason <text>', 'the reason')
    .action(async (id, options) => (await load()).restoreReporting(id, options, terminal))

  desk(
    onCase('objection'),
    'nani cases objection RDC-FRD-2026-000123 --reason "She was abroad on that day" --as Dina',
  )
    .description('record that a person says a confirmed case is wrong')
    .requiredOption('--reason <text>', 'what the person says')
    .action(async (named, options) => (await load()).objection(named, options, terminal))

  desk(
    onCase('decide-objection').argument('<decision>', 'accept or reject', oneOf('accept', 'reject')),
    'nani cases decide-objection RDC-FRD-2026-000123 accept --reason "The stamps are genuine" --as Elie',
  )
    .description('decide about an objection: two people who decided nothing about the case before')
    .requiredOption('--reason <text>', 'the reason')
    .action(async (named, decision, options) =>
      (await load()).answerObjection(named, decision, options, terminal),
    )
}
