import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { bands, loadModel, type ScorecardModel } from '@nani/scorecard'
import {
  type HeldOut,
  mapOfModel,
  type Recalibrated,
  readCsv,
  readTrainingTable,
  recalibrate,
  withPlainOutcomes,
} from '@nani/scorecard/training'
import { activateModel } from '@nani/server/risk/scorecard/index.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { noteUnknownLogin, rulesOf } from '../installation-rules.ts'
import { operatorOf } from '../operator-actor.ts'
import { scorecardsOf } from '../scorecards-of.ts'
import { existing, readModel, refusable, sha256Of, unusable } from './credit-model.ts'

export type RecalibrateOptions = {
  json?: boolean
  as?: string
  target: string
  model?: string
  out?: string
}

/** `nani credit-model recalibrate DATA.csv`: the first operator proposes the model, a second one confirms it. */
export const recalibrateModel = async (
  data: string,
  options: RecalibrateOptions,
  terminal: Terminal,
): Promise<void> => {
  const path = existing(data, terminal)
  const { found, status } = await withInstallation(terminal, async (installation) => {
    const base = await baseOf(options.model, installation, terminal)
    const found = await recalibrated(base, path, options.target)
    const rules = await rulesOf(installation)
    noteUnknownLogin(rules, terminal)
    const activation = { model: found.model, role: 'active' as const }
    const { status } = await activateModel(operatorOf(options, terminal), activation, {
      ...installation,
      ...rules,
    })
    return { found, status }
  })
  const { model, before, after } = found
  const out = options.out === undefined ? null : resolve(terminal.cwd, options.out)
  if (out !== null) writeFileSync(out, `${JSON.stringify(model, null, 1)}\n`)
  if (options.json) {
    const { version, recalibrated_on } = model
    printJson(terminal, { version, role: 'active', status, model: out, recalibrated_on, before, after })
  } else terminal.out(textOf(found, status))
}

const baseOf = async (
  given: string | undefined,
  installation: Installation,
  terminal: Terminal,
): Promise<ScorecardModel> => {
  if (given !== undefined && existsSync(resolve(terminal.cwd, given))) return readModel(given, terminal)
  const scorecards = scorecardsOf(installation)
  await scorecards.refresh()
  const base = given === undefined ? scorecards.current().active : await scorecards.ofVersion(given)
  if (!base) throw new Refusal('credit_model_not_found', `There is no model ${given}.`)
  return base.model
}

const recalibrated = async (base: ScorecardModel, path: string, target: string): Promise<Recalibrated> => {
  const fileSha256 = await sha256Of(path)
  try {
    const rows = withPlainOutcomes(readCsv(path), target)
    const table = await readTrainingTable(rows, target, mapOfModel(base))
    return refusable(() => recalibrate({ base: loadModel(base), table, fileSha256 }))
  } catch (error) {
    throw unusable(error)
  }
}

const textOf = ({ model, before, after }: Recalibrated, status: string): string => {
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
