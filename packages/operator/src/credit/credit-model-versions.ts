import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { isDemo } from '@nani/server/organizations/organizations/index.ts'
import {
  acceptGeneratedModel,
  activateModel,
  listModels,
  type ModelVersion,
  readModelVersion,
} from '@nani/server/risk/scorecard/index.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { noteUnknownLogin, rulesOf } from '../installation-rules.ts'
import { operatorOf } from '../operator-actor.ts'
import { readModel } from './credit-model.ts'

export type ActivateOptions = { json?: boolean; as?: string; challenger?: boolean }
type Decided = { version: string; role: string; status: 'proposed' | 'effective' }

/** `nani credit-model activate`: the first operator proposes, a second one confirms. */
export const activate = async (
  fileOrVersion: string,
  options: ActivateOptions,
  terminal: Terminal,
): Promise<void> => {
  const isFile = existsSync(resolve(terminal.cwd, fileOrVersion))
  const model = isFile ? readModel(fileOrVersion, terminal) : fileOrVersion
  const role = options.challenger ? 'challenger' : 'active'
  const result = await withInstallation(terminal, async (installation) => {
    const rules = await rulesOf(installation)
    noteUnknownLogin(rules, terminal)
    return activateModel(operatorOf(options, terminal), { model, role }, { ...installation, ...rules })
  })
  sayDecided(result, options, terminal)
}

export type AcceptOptions = { json?: boolean; as?: string; reason: string }

/** `nani credit-model accept-generated`: like an activation, with a reason. */
export const acceptGenerated = async (options: AcceptOptions, terminal: Terminal): Promise<void> => {
  const { reason } = options
  const result = await withInstallation(terminal, async (installation) => {
    const rules = await rulesOf(installation)
    noteUnknownLogin(rules, terminal)
    return acceptGeneratedModel(operatorOf(options, terminal), { reason }, { ...installation, ...rules })
  })
  sayDecided(result, options, terminal)
}

const sayDecided = (result: Decided, { json }: { json?: boolean }, terminal: Terminal): void => {
  if (json) {
    printJson(terminal, result)
    return
  }
  const { version, role, status } = result
  terminal.out(
    status === 'effective'
      ? `  ${printable(version)} is the ${role} model. Each process uses it within five seconds.\n`
      : `  ${printable(version)} is proposed. A second operator must repeat the command within 24 hours.\n`,
  )
}

const stored = (terminal: Terminal) => withInstallation(terminal, modelsOf)

const modelsOf = async (installation: Installation): Promise<ModelVersion[]> =>
  listModels(installation.pool, {
    now: new Date(installation.clock.now()),
    ofOneAccount: await isDemo(installation),
  })

/** Whether production may score with it. A demo of production scores with any model. */
const isReady = ({ basis, accepted }: ModelVersion): boolean => basis !== 'generated' || accepted.length > 0

/** `nani credit-model list`. */
export const list = async (options: { json?: boolean }, terminal: Terminal): Promise<void> => {
  const models = await stored(terminal)
  const ready = models.some((model) => model.roles.includes('active') && isReady(model))
  if (options.json) {
    printJson(terminal, { production_ready: ready, data: models })
    return
  }
  const rows = models.map(({ version, roles, proposed, basis, accepted, stored_by, stored_at }) => [
    printable(version),
    [...roles, ...proposed.map((role) => `proposed as ${role}`)].join(', ') || 'stored',
    accepted.length > 0 ? `${basis}, accepted by ${namesOf(accepted)}` : basis,
    printable(stored_by),
    stored_at.toISOString(),
  ])
  terminal.out(
    `${
      rows.length > 0
        ? `${columns(rows, '  ')}\n`
        : '  No version is stored. The model of the release scores.\n'
    }${ready ? '' : notReady}`,
  )
}

const notReady = `  Production answers model_not_ready, except in a demo. Activate a model of own outcomes (train or recalibrate), or
  accept the generated one (accept-generated).
`

const namesOf = (accepted: ModelVersion['accepted']): string =>
  accepted.map(({ by }) => printable(by)).join(' and ')

/** `nani credit-model show`. */
export const show = async (
  version: string | undefined,
  options: { json?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const { entry, model } = await withInstallation(terminal, async (installation) => {
    const models = await modelsOf(installation)
    const entry = models.find((one) => (version ? one.version === version : one.roles.includes('active')))
    return { entry, model: entry && (await readModelVersion(installation.pool, entry.version)) }
  })
  if (!entry || !model)
    throw new Refusal('credit_model_not_found', `There is no model ${version ?? 'in use'}.`)
  const { trained_on, recalibrated_on = null, metrics } = model
  if (options.json) {
    printJson(terminal, { ...entry, production_ready: isReady(entry), trained_on, recalibrated_on, metrics })
    return
  }
  const facts = [
    ['version', printable(entry.version)],
    ['state', entry.roles.join(', ') || 'stored'],
    ['production', isReady(entry) ? 'ready' : 'model_not_ready, except in a demo'],
    ['trained on', printable(trained_on.description)],
    ...(recalibrated_on
      ? [
          [
            'recalibrated',
            `${recalibrated_on.base_version}, on ${recalibrated_on.rows} loans with ${recalibrated_on.defaults} defaults`,
          ],
        ]
      : []),
    ...entry.accepted.map(({ by, at, reason }) => [
      'accepted',
      `${printable(by)}, ${at}: ${printable(reason)}`,
    ]),
    ...Object.entries(metrics).map(([name, value]) => [name, String(value)]),
  ]
  terminal.out(`${columns(facts, '  ')}\n`)
}
