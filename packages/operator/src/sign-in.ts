import { columns, printJson, type Terminal } from '@nani/cli'
import { type Environment, environments } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { rotateSigningKeys } from '@nani/server/services/sign-in/index.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

export type RotateKeyOptions = { environment?: string; json?: boolean; as?: string }

const isEnvironment = (name: string): name is Environment =>
  (environments as readonly string[]).includes(name)

/** `nani sign-in rotate-key`. */
export const rotateKey = async (options: RotateKeyOptions, terminal: Terminal): Promise<void> => {
  const { environment } = options
  if (environment !== undefined && !isEnvironment(environment))
    throw new Refusal(
      'application_setting_invalid',
      `The environment must be one of ${environments.join(', ')}.`,
    )
  const chosen = environment === undefined ? [] : [environment]
  const rotated = await withInstallation(terminal, (installation) =>
    rotateSigningKeys(operatorOf(options, terminal), { environments: chosen }, installation),
  )
  if (options.json) return printJson(terminal, { keys: rotated })
  const rows = rotated.map(({ environment, kid, previous }) => [
    environment,
    kid,
    previous.map((key) => `${key.kid} is public until ${key.ends_at}`).join(', ') || 'no earlier key',
  ])
  terminal.out(`${columns([['ENVIRONMENT', 'KEY', 'EARLIER KEY'], ...rows])}\n`)
}
