import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import { type Environment, normalizeIdentifier } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { monitoringPage } from '@nani/scorecard/reports'
import { readCsv } from '@nani/scorecard/training'
import {
  type LoanOutcome,
  type MonitoringResult,
  maxMonitored,
  monitorScores,
} from '@nani/server/services/credit/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { inReachableDatabases } from '../command-line/in-place.ts'
import { existingFile } from '../command-line/named-files.ts'

type Given = {
  out: string
  environment: Environment
  days: number
  cutoff: number
  model?: string
  outcomes?: string
}
type Needs = Parameters<typeof monitorScores>[2]

/** `nani credit-model monitor --out FILE.html`. */
export const monitor = async ({
  actor,
  installation,
  terminal,
  needs,
  ...call
}: OpenCall & { needs: Needs }) => {
  const given = call.given as Given
  const { environment, days, cutoff, model = null } = given
  const outcomes = given.outcomes === undefined ? [] : await readOutcomes(given.outcomes, terminal)
  const asked = { environment, days, cutoff, outcomes, version: model }
  const found = await inReachableDatabases(installation, (all) =>
    monitorScores(actor, asked, { ...needs, databases: () => all }),
  )
  const out = resolve(terminal.cwd, given.out)
  writeFileSync(out, pageOf(found, new Date(installation.clock.now()).toISOString(), given))
  const { scores, scoreStability, known, version } = found.figures
  return {
    ...{ report: out, version, scores, known_outcomes: known, score_psi: scoreStability.index },
    ...{ other_versions: found.otherVersions, unused_outcomes: found.unusedOutcomes },
    ...(found.unread && { unread: found.unread }),
  }
}

const pageOf = (found: MonitoringResult, now: string, { environment, outcomes }: Given): string =>
  monitoringPage(found.figures, {
    title: 'Monitoring of the credit model',
    facts: [
      ['Model', found.figures.version],
      ['Environment', environment],
      ['Scores since', found.since],
      ['Report of', now],
      ['Scores of other versions', String(found.otherVersions)],
      ...(found.unread ? [['Not read at present', found.unread.join(', ')] as const] : []),
      ...(found.isCut ? [['Read', `the newest ${maxMonitored} scores`] as const] : []),
      ...(outcomes === undefined
        ? []
        : [['Outcomes without a score of this time and version', String(found.unusedOutcomes)] as const]),
    ],
  })

/** A file with `defaulted` (0 or 1), and `score_id` or `svc_id`. Other columns are ignored. */
const readOutcomes = async (file: string, terminal: Pick<Terminal, 'cwd'>): Promise<LoanOutcome[]> => {
  const path = existingFile(file, terminal)
  const outcomes: LoanOutcome[] = []
  let columns: Record<'score_id' | 'svc_id' | 'defaulted', number> | null = null
  let line = 0
  for await (const row of readCsv(path)) {
    line++
    if (columns) outcomes.push(outcomeOf(row, columns, line))
    else columns = columnsOf(row)
    if (outcomes.length > maxMonitored)
      throw new Refusal('file_unusable', `${path} has more than ${maxMonitored} outcomes.`)
  }
  return outcomes
}

const columnsOf = (header: readonly string[]) => {
  const place = (name: string) => header.indexOf(name)
  const columns = { score_id: place('score_id'), svc_id: place('svc_id'), defaulted: place('defaulted') }
  if (columns.defaulted < 0 || (columns.score_id < 0 && columns.svc_id < 0))
    throw new Refusal('file_unusable', 'The file needs the column defaulted, and score_id or svc_id.')
  return columns
}

const outcomeOf = (
  row: readonly string[],
  columns: ReturnType<typeof columnsOf>,
  line: number,
): LoanOutcome => {
  const defaulted = row[columns.defaulted]
  if (defaulted !== '0' && defaulted !== '1')
    throw new Refusal('file_unusable', `Line ${line}: defaulted must be 0 or 1.`)
  const scoreId = row[columns.score_id]
  if (scoreId) return { scoreId, defaulted: defaulted === '1' }
  const svcId = normalizeIdentifier({ type: 'svc_id', value: row[columns.svc_id] ?? '' })?.value
  if (svcId === undefined) throw new Refusal('file_unusable', `Line ${line}: needs a score_id or an svc_id.`)
  return { svcId, defaulted: defaulted === '1' }
}
