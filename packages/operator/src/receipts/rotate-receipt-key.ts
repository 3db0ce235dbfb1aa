import { setTimeout } from 'node:timers/promises'
import { columns, printJson, type Terminal } from '@nani/cli'
import type { Environment } from '@nani/contract'
import { type RotatedReceiptKey, rotateReceiptKeys } from '@nani/server/calls/receipts/index.ts'
import { withInstallation } from '../installation.ts'
import { operatorOf } from '../operator-actor.ts'

export type RotateReceiptKeyOptions = { environment?: Environment; json?: boolean; as?: string }

/** `nani receipts rotate-key`. It returns when the new keys are in force. */
export const rotateReceiptKey = async (
  options: RotateReceiptKeyOptions,
  terminal: Terminal,
): Promise<void> => {
  const environments = options.environment === undefined ? [] : [options.environment]
  const rotated = await withInstallation(terminal, async (installation) => {
    const keys: RotatedReceiptKey[] = await rotateReceiptKeys(
      operatorOf(options, terminal),
      { environments },
      installation,
    )
    const startsAtMs = Math.max(...keys.map(({ starts_at }) => Date.parse(starts_at)))
    await setTimeout(Math.max(0, startsAtMs - installation.clock.now()))
    return keys
  })
  if (options.json) return printJson(terminal, { keys: rotated })
  const rows = rotated.map(({ environment, kid, starts_at, previous }) => [
    ...[environment, kid, starts_at],
    previous === null ? 'no earlier key' : `${previous} stays public for ten years`,
  ])
  terminal.out(`${columns([['ENVIRONMENT', 'KEY', 'SIGNS FROM', 'EARLIER KEY'], ...rows])}\n`)
}
