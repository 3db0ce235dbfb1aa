import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { bands, loadModel, type ScorecardModel } from '@nani/scorecard'
import {
  type HeldOut,
  mapOfModel,
  type Recalibration,
  readCsv,
  readTrainingTable,
  recalibrate,
  withPlainOutcomes,
} from '@nani/scorecard/training'
import { activateModel, type OpenScorecards } from '@nani/server/risk/scorecard/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { existingFile } from '../command-line/named-files.ts'
import { readModel, refusable, sha256Of, unusable } from './credit-model.ts'

type Given = { data: string; target: string; model?: string; out?: string }
export type Proposed = { found: Recalibration; status: string; out: string | null }

/** `nani credit-model recalibrate DATA.csv`: the first operator proposes the model, a second one confirms it. */
export const recalibrateModel = async (
  call: OpenCall & { needs: Parameters<typeof activateModel>[2] & { scorecards: OpenScorecards } },
): Promise<Proposed> => {
  const { actor, terminal, needs } = call
  const given = call.given as Given
  const path = existingFile(given.data, terminal)
  const base = await baseOf(given.model, needs.scorecards, terminal)
  const found = await recalibrated(base, path, given.target)
  const { status } = await activateModel(actor, { model: found.model, role: 'active' }, needs)
  const out = given.out === undefined ? null : resolve(terminal.cwd, given.out)
  if (out !== null) writeFileSync(out, `${JSON.stringify(found.model, null, 1)}\n`)
  return { found, status, out }
}

const baseOf = async (
  given: string | undefined,
  scorecards: OpenScorecards,
  terminal: Terminal,
): Promise<ScorecardModel> => {
  if (given !== undefined && existsSync(resolve(terminal.cwd, given))) return readModel(given, terminal)
  await scorecards.refresh()
  const base = given === undefined ? scorecards.current().active : await scorecards.ofVersion(given)
  if (!base) throw new Refusal('credit_model_not_found', `There is no model ${given}.`)
  return base.model
}

const recalibrated = async (base: ScorecardModel, path: string, target: string): Promise<Recalibration> => {
  const fileSha256 = await sha256Of(path)
  try {
    const rows = withPlainOutcomes(readCsv(path), target)
    const table = await readTrainingTable(rows, target, mapOfModel(base))
    return refusable(() => recalibrate({ base: loadModel(base), table, fileSha256 }))
  } catch (error) {
    throw unusable(error)
  }
}

export const recalibratedText = ({ found: { model, before, after }, status }: Proposed): string => {
  const { intercept, slope, rows, missing_share, base_version } = model.recalibrated_on!
  const figures = [
    ['', 'before', 'after'],
    ...figuresOf(before).map(([name, value], index) => [name!, value!, figuresOf(after)[index]![1]!]),
  ]
  return `  ${model.version} is ${base_version} with log odds = ${intercept.toFixed(3)} + ${slope.toFixed(3)} × its log odds.
  The line is fitted on ${rows} loans. The figures are of ${after.rows} other loans of the file, with ${after.defaults} defaults.
${missing_share === 1 ? '' : `  A missing value costs ${missing_share} of what it cost, so that no one gains by hiding a source. This changes the order of some citizens.\n`}${columns(figures, '  ')}
  ${
    status === 'effective'
      ? `${printable(model.version)} is the active model. Each process uses it within five seconds.`
      : 'It is proposed as the active model. Within 24 hours a second operator repeats this command, or activates this version.'
  }
`
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const figuresOf = ({ rows, defaults, predicted, auc, ks, brier, ece, ...metrics }: HeldOut): string[][] => [
  ['predicted defaults', percent(predicted)],
  ['observed defaults', percent(defaults / rows)],
  ['observed / predicted', (defaults / rows / predicted).toFixed(2)],
  ['AUC', auc.toFixed(4)],
  ['KS', ks.toFixed(4)],
  ['Brier score', brier.toFixed(4)],
  ['calibration error', ece.toFixed(4)],
  ...bands.map((band) => {
    const { rows: count, rate } = metrics.bands[band]
    return [`band ${band}`, rate === null ? 'no rows' : `${percent(rate)} of ${count} rows default`]
  }),
]
