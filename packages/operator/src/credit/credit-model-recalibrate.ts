import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { ScorecardModel } from '@nani/scorecard'
import { type HeldOut, type Recalibration, recalibrateFile } from '@nani/scorecard/training'
import { activateModel, type OpenScorecards } from '@nani/server/risk/scorecard/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { existingFile } from '../command-line/named-files.ts'
import { figuresOf, percent, readModel, refusable, writeModel } from './credit-model.ts'

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
  const found = await refusable(() => recalibrateFile(base, { path, target: given.target }))
  const { status } = await activateModel(actor, { model: found.model, role: 'active' }, needs)
  const out = given.out === undefined ? null : writeModel(given.out, found.model, terminal)
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

export const recalibratedText = ({ found: { model, before, after }, status }: Proposed): string => {
  const { intercept, slope, rows, missing_share, base_version } = model.recalibrated_on!
  const figures = [
    ['', 'before', 'after'],
    ...heldOutOf(before).map(([name, value], index) => [name!, value!, heldOutOf(after)[index]![1]!]),
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

const heldOutOf = (metrics: HeldOut): string[][] => {
  const { rows, defaults, predicted } = metrics
  return [
    ['predicted defaults', percent(predicted)],
    ['observed defaults', percent(defaults / rows)],
    ['observed / predicted', (defaults / rows / predicted).toFixed(2)],
    ...figuresOf(metrics),
  ]
}
