import { columns, labelled, printable } from '@nani/cli'
import {
  type ImportReport,
  type ListDefinition,
  type RefreshReport,
  type ScreeningSettings,
  thresholdConsequences,
} from '@nani/server/risk/lists/index.ts'

type ListStatus = Awaited<ReturnType<typeof import('@nani/server/risk/lists/index.ts').readLists>>

/** How long ago something was. */
export const ageText = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

type Version = ImportReport['version']

const changes = ({ added, changed, removed }: Version): string =>
  `${added} added, ${changed} changed, ${removed} removed`

/** What an import did. */
export const importedText = (list: ListDefinition, { outcome, format, version }: ImportReport): string =>
  `${labelled([
    ['List', [list.name]],
    ['Version', [outcome === 'unchanged' ? `${version.label}, which is in use already` : version.label]],
    ['Form', [format]],
    ['Entries', [String(version.entries)]],
    ['Changes', outcome === 'imported' ? [changes(version)] : []],
  ])}\n`

/** What a refresh did, a line for each list. */
export const refreshedText = (reports: readonly RefreshReport[]): string =>
  `${columns(
    reports.map((report) =>
      report.outcome === 'refused'
        ? [report.list, 'refused', printable(report.message)]
        : [report.list, report.outcome, `${report.version.label}, ${changes(report.version)}`],
    ),
    '  ',
  )}\n`

/** The threshold, and what thresholds were measured to do. */
export const thresholdText = ({ threshold }: ScreeningSettings): string => {
  const rows = thresholdConsequences.map((row) => [
    row.threshold.toFixed(2),
    `${row.found} % of misspelt or changed names are found`,
    `${row.cleanHit} % of unlisted people have a hit`,
  ])
  return (
    `A match score of ${threshold.toFixed(2)} or more is a hit.\n\n` +
    `${columns(rows, '  ')}\n  Measured: docs/screening-measurements.md\n`
  )
}

/** The freshness of every list. */
export const statusText = ({ lists, threshold }: ListStatus): string => {
  const rows = lists.map(({ list, version, entries, age_seconds: age, stale }) =>
    version !== null && age !== null
      ? [list, version, `${entries} entries`, ageText(age), stale ? 'STALE' : '']
      : [list, 'never loaded', '', '', ''],
  )
  return `${columns(rows, '  ')}\n${absentText(lists)}\n  A match score of ${threshold.toFixed(2)} or more is a hit.\n`
}

/** Checks that do not run, and those that run without some of their lists. */
const absentText = (all: ListStatus['lists']): string => {
  const idle: string[] = []
  const partial: string[] = []
  for (const [check, lists] of Map.groupBy(all, ({ category }) => category)) {
    const absent = lists.filter(({ version }) => version === null).map(({ list }) => list)
    if (absent.length === lists.length) idle.push(check)
    else if (absent.length > 0) partial.push(`${check} (without ${absent.join(', ')})`)
  }
  return [
    idle.length > 0 ? `\n  These checks do not run in production: ${idle.join(', ')}\n` : '',
    partial.length > 0 ? `\n  These checks run with some of their lists: ${partial.join(', ')}\n` : '',
  ].join('')
}
