import { printable, wholeNumber } from '@nani/cli'
import { environments, fraudCaseStatuses, fraudChannels, fraudTypes } from '@nani/contract'
import type { Desk } from '@nani/server/services/fraud/index.ts'
import { InvalidArgumentError, Option } from 'commander'
import { area, type OptionSpec } from '../command-line/command-area.ts'
import { oneOf } from '../command-line/flags.ts'

const load = async () => ({
  ...(await import('@nani/server/services/fraud/index.ts')),
  ...(await import('@nani/server/organizations/organizations/index.ts')),
  ...(await import('./cases-reading.ts')),
  ...(await import('./cases-text.ts')),
  ...(await import('./desk-of-installation.ts')),
})
type Cases = Awaited<ReturnType<typeof load>>
type Evidence = Awaited<ReturnType<Cases['evidence']>>

const statuses = (text: string): string[] =>
  text.split(',').map((part) => oneOf(fraudCaseStatuses)(part.trim()))

const amount = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('The value must be a number of 0 or more.')
  return value
}

const when = 'a duration such as 2d, or a date and time'
const filters = [
  new Option('--environment <environment>', 'default: both').choices(environments),
  new Option('--status <a,b>', fraudCaseStatuses.join(', ')).argParser(statuses),
  new Option('--type <type>').choices(fraudTypes),
  new Option('--channel <channel>').choices(fraudChannels),
  new Option('--province <name>', 'only reports of this province'),
  new Option(
    '--assignee <name>',
    'only cases of this investigator; "none" selects cases without an assignee',
  ),
  new Option('--min-amount <n>', 'only cases with at least this amount').argParser(amount),
  new Option('--max-amount <n>', 'only cases with at most this amount').argParser(amount),
  new Option('--currency <code>', 'only amounts in this currency'),
  new Option('--older-than <when>', `only cases reported before this time: ${when}`),
  new Option('--newer-than <when>', `only cases reported since this time: ${when}`),
  new Option('--late', 'only cases that are past their deadline'),
]

const despiteMismatch =
  'why the decision is right although a party does not match the register; both people give it'

const victims: OptionSpec = {
  text: 'the victims that the network lists: all, none, or positions from 0 and "subject" (default: none)',
  value: 'choice',
  parse(text: string): 'all' | ('subject' | number)[] {
    if (text === 'all') return 'all'
    if (text === 'none') return []
    return text.split(',').map((part) => (part.trim() === 'subject' ? 'subject' : wholeNumber(part.trim())))
  },
}

/** `nani cases …`: the desk of fraud investigators. */
export const cases = area<Cases, Desk>({
  name: 'cases',
  about: 'fraud cases: queue, review, decisions of investigators',
  load,
  needsRegister: true,
  needs: ({ module, ...call }) => module.deskOf(call),
  mayNeedTwo: true,
  alias: 'officer',
  text: 'changedCaseText',
  options: {
    fraud_case: { as: 'case', text: 'its number or id' },
    reason: 'the reason',
    despite_mismatch: despiteMismatch,
  },
  commands: {
    list: {
      act: 'listFraudCases',
      about: 'cases: late ones first, then by priority and deadline; decided cases follow',
      flags: [...filters, new Option('--limit <n>', 'at most 999').argParser(wholeNumber).default(100)],
      perform: (call) =>
        call.perform(call.module.listFraudCases, {
          ...call.module.filterOfCall(call),
          limit: Number(call.given.limit),
        }),
      text: 'listText',
    },
    'show <case>': {
      act: 'showFraudCase',
      about: 'a case with its timeline and links; parties are masked',
      flags: [
        new Option('--open', 'show the parties and texts in full; needs --reason and is audited'),
        new Option('--reason <text>', 'the reason for --open'),
      ],
      perform: ({ module, given, input, perform }) =>
        given.open
          ? perform(module.openFraudCase, { ...input, reason: given.reason ?? '' } as never)
          : perform(module.showFraudCase, input as never),
      text: 'shownCaseText',
    },
    'link <case>': {
      act: 'linkFraudCases',
      about: 'linked cases with reasons and strengths, and the cluster that they form',
      flags: [new Option('--svg <file>', 'write a drawing of the cluster')],
      perform: 'link',
      text: 'graphText',
    },
    stats: {
      act: 'readCaseStatistics',
      about: 'cases by type, outcome and time to decision',
      flags: [new Option('--plot <file>', 'write the plots as an SVG file')],
      perform: 'stats',
      text: 'statisticsText',
    },
    export: {
      act: 'exportFraudCases',
      about: 'the cases without personal data, as JSON or CSV with escaped formulas',
      flags: [
        ...filters,
        new Option('--format <format>', 'default: csv, or json with --json').choices(['json', 'csv']),
        new Option('--out <file>', 'write a file in place of standard output'),
      ],
      perform: 'exportCases',
      print: 'printExport',
    },
    'evidence <case> <position>': {
      act: 'readFraudEvidence',
      about: 'write a file of evidence, rendered for viewing; audited',
      options: {
        position: 'from 0',
        reason: 'the reason for the download',
        original: 'the bytes as they were sent, for an isolated machine',
      },
      flags: [new Option('--out <dir>', 'where the files are written').default('.')],
      perform: 'evidence',
      text: ({ files, omitted }: Evidence) =>
        [
          ...files.map(({ path, content_type }) => `  ${printable(path)} (${content_type})\n`),
          ...(omitted > 0 ? [`  ${omitted} more pages or rows are not rendered.\n`] : []),
        ].join(''),
    },
    'start <case>': 'startFraudCase',
    'claim <case>': 'claimFraudCase',
    'assign <case> <to>': 'assignFraudCase',
    'priority <case> <priority>': {
      act: 'prioritiseFraudCase',
      options: { priority: '0 (normal) to 3' },
    },
    'note <case> <text>': 'noteFraudCase',
    'contact <case> <text>': 'contactReporter',
    'propose <case> <status>': { act: 'proposeDecision', options: { victims } },
    'decide <case> <decision>': {
      act: 'decideProposal',
      options: { reason: 'the reason of the second person' },
    },
    'reopen <case>': 'reopenFraudCase',
    'merge <case>': {
      act: 'mergeFraudCase',
      options: { into: { text: 'the case that stays open', value: 'case' } },
    },
    'objection <case>': { act: 'recordObjection', options: { reason: 'what the person says' } },
    'decide-objection <case> <decision>': 'decideObjection',
    'decline-objection-decision <case>': 'declineObjectionDecision',
    'false-report <case>': { act: 'markReportFalse', text: 'falseReportText' },
    'decline-false-report <case>': 'declineReportFalse',
    'restore-reporting <application>': {
      act: 'restoreService',
      about: 'give fraud reporting back to an application; it needs two people',
      options: { application_id: '', service: null },
      async perform({ module, input, actor, needs }) {
        const restored = { ...input, service: 'fraud_reporting' } as never
        const result = await module.restoreService(actor, restored, needs)
        if (result.status === 'restored') needs.wakeDeliveries(String(input.application_id))
        return result
      },
      text: 'restorationText',
    },
  },
})
