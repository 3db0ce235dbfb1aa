import { keepRunning } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { SmsGateway } from './message.ts'
import { markFailedAttempt, markSent, takeDueSms } from './message-rows.ts'
import { turnBounds } from './turns.ts'

type Dependencies = {
  pool: pg.Pool
  vault: Vault
  gateway: SmsGateway
  /** Each code costs money, and strangers cause them. Further codes wait, and lapse. Reports are always sent. */
  maxCodesPerHour: number
  /** Half of the bound of an hour is used. Called at each reading that finds it so. */
  onHalfUsed(state: { used: number; bound: number }): void
  onError(error: unknown): void
}

/** Sends every message that is due. The error of the provider names no number and no text. */
export const sendDueSms = async (dependencies: Dependencies): Promise<void> => {
  const { pool, gateway, onError } = dependencies
  for (;;) {
    const due = await takeSome(dependencies)
    if (due.length === 0) return
    for (const message of due)
      try {
        // It only took its turn.
        if (message.to !== '') await gateway.send(message)
        await markSent(pool, message.id)
      } catch (error) {
        onError(error)
        await markFailedAttempt(pool, message.id)
      }
  }
}

const takeSome = async ({ pool, vault, maxCodesPerHour: bound, onHalfUsed, onError }: Dependencies) => {
  const { due, used } = await takeDueSms(pool, vault, turnBounds(bound))
  if (used * 2 >= bound) onHalfUsed({ used, bound })
  if (used >= bound) onError(new Error(`${bound} codes were sent within an hour. Further codes wait.`))
  return due
}

/** The interval of reads for messages of other processes, and for further attempts. */
const pollMs = 2_000

/** Keeps sending. `wake` sends what was written just now. */
export const startSending = (dependencies: Dependencies) =>
  keepRunning(() => sendDueSms(dependencies), pollMs, dependencies.onError)
