import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { readManifests } from '@nani/engines/face-engine/index.ts'
import type { FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  activateCalibration,
  type CalibrationVersion,
  listCalibrations,
  parseCalibration,
} from '@nani/server/services/face/index.ts'
import { withInstallation } from '../installation.ts'
import { noteUnknownLogin, rulesOf } from '../installation-rules.ts'
import { operatorOf } from '../operator-actor.ts'

/** A file that `nani face evaluate --fit` wrote. */
export const readCalibration = (path: string): FittedCalibration => {
  if (!existsSync(path)) throw new Refusal('file_not_found', `There is no file ${path}.`)
  return parseCalibration(readFileSync(path, 'utf8'), path)
}

type Options = { json?: boolean; as?: string }

/** The recogniser of the installation: that of NANI_FACE_MODELS, or the included one. */
const modelIdOf = async (modelsDir: string | null): Promise<string> =>
  (await readManifests(modelsDir)).recogniser.manifest.id

/** `nani face calibration activate`: the first operator proposes, a second one confirms. */
export const activate = async (fileOrId: string, options: Options, terminal: Terminal): Promise<void> => {
  const path = resolve(terminal.cwd, fileOrId)
  const calibration = existsSync(path) ? readCalibration(path) : fileOrId
  const result = await withInstallation(terminal, async (installation) => {
    const rules = await rulesOf(installation)
    noteUnknownLogin(rules, terminal)
    const modelId = await modelIdOf(installation.config.faceModelsDir)
    return activateCalibration(
      operatorOf(options, terminal),
      { calibration, model_id: modelId },
      { ...installation, ...rules },
    )
  })
  if (options.json) return printJson(terminal, result)
  const { id, model_id, status } = result
  terminal.out(
    status === 'effective'
      ? `  ${printable(id)} is in force for ${printable(model_id)}. Each process uses it within five seconds.\n`
      : `  ${printable(id)} is proposed. A second operator must repeat the command within 24 hours.\n`,
  )
}

const stateOf = ({ state, supported_rate }: CalibrationVersion): string =>
  `${state}${supported_rate === null ? '' : `, supports ${supported_rate}`}`

/** `nani face calibration list`. */
export const list = async (options: Options, terminal: Terminal): Promise<void> => {
  const data = await withInstallation(terminal, ({ pool, clock }) =>
    listCalibrations(pool, new Date(clock.now())),
  )
  if (options.json) return printJson(terminal, { data })
  const rows = data.map((one) => [
    printable(one.id),
    printable(one.model_id),
    stateOf(one),
    printable(one.stored_by),
    one.stored_at.toISOString(),
  ])
  terminal.out(
    rows.length > 0
      ? `${columns(rows, '  ')}\n`
      : '  No calibration is stored. The similarity is that of the recogniser.\n',
  )
}
