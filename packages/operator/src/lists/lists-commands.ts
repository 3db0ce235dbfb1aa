import { share } from '@nani/cli'
import { InvalidArgumentError, Option } from 'commander'
import { area } from '../command-line/command-area.ts'
import type { Installation } from '../installation/installation.ts'
import type { Imported, Refreshed } from './lists.ts'

const load = async () => ({
  ...(await import('@nani/server/risk/lists/index.ts')),
  ...(await import('./lists.ts')),
  ...(await import('./lists-text.ts')),
  ...(await import('./lists-wait.ts')),
})
type Lists = Awaited<ReturnType<typeof load>>

const waitSeconds = (text: string): number => {
  const seconds = Number(text)
  if (text.trim() === '' || !(seconds >= 0 && seconds <= 86_400))
    throw new InvalidArgumentError('Give a number of seconds, at most 86400.')
  return seconds
}

const waiting = [
  new Option('--no-wait', 'return before every process uses the change'),
  new Option('--wait-seconds <seconds>', 'how long to wait for the processes (default: 120)').argParser(
    waitSeconds,
  ),
]

/** `nani lists …`: the lists that screening searches. */
export const lists = area<Lists, Installation>({
  name: 'lists',
  about: 'the sanctions, PEP, media and watch lists that screening searches',
  load,
  commands: {
    'import <list> <file...>': {
      about: 'import one version of a list from its files, completely or not at all',
      flags: [
        new Option('--format <format>', 'format of the files (default: detected)'),
        new Option('--dated <day>', 'date of the files, YYYY-MM-DD, if they contain none'),
        new Option('--accept-drop', 'accept the removal of more than a tenth of the entries'),
        ...waiting,
      ],
      perform: 'importFiles',
      json: ({ report, awaited }: Imported, { module }) => ({
        ...report,
        processes: module.awaitedJson(awaited),
      }),
      text: ({ list, report, awaited }: Imported, _, { module }) =>
        module.importedText(list, report) + module.awaitedText(awaited),
      after: ({ awaited }: Imported, { module }) => module.failWhereBehind(awaited),
    },
    'refresh [list...]': {
      about: 'download lists from their publishers and import them (default: every list with an address)',
      flags: waiting,
      perform: 'refresh',
      json: ({ reports }: Refreshed) => reports,
      text: ({ reports, awaited }: Refreshed, _, { module }) =>
        module.refreshedText(reports) +
        // Processes use nothing of a list that was refused.
        (reports.some(({ outcome }) => outcome !== 'refused') ? module.awaitedText(awaited) : ''),
      after({ reports, awaited }: Refreshed, { module }) {
        module.failWhereRefused(reports)
        module.failWhereBehind(awaited)
      },
    },
    status: {
      about: 'the version of every list, its age, and whether it is stale',
      act: 'readLists',
      text: 'statusText',
    },
    'threshold [threshold]': {
      about: 'the lowest match score that is a hit: show it, or set it',
      act: 'setThreshold',
      options: { threshold: { text: '', parse: share }, version: null },
      async perform({ module, input, perform }) {
        if (input.threshold !== undefined) await perform(module.setThreshold, input as never)
        return perform(module.readThreshold, {})
      },
      text: 'thresholdText',
    },
  },
})
