import { trailingRun } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { PushSubscription, PushSubscriptions } from '../../citizen-devices/index.ts'
import type { AddressedNotice } from '../notice.ts'
import type { Notifier } from '../notifier.ts'
import {
  type DueMessage,
  deferMessage,
  deleteMessage,
  type NewMessage,
  takeDue,
  writeMessages,
} from './message-rows.ts'
import { type SendDependencies, type SendResult, sendMessage } from './send-message.ts'

type Dependencies = SendDependencies & {
  pool: pg.Pool
  vault: Vault
  subscriptions: PushSubscriptions
  /** False: another process takes the messages. */
  sends?: boolean
  onError(error: unknown): void
  /** After each attempt. */
  onOutcome(outcome: SendResult): void
}

/** The interval of reads for messages of other processes, and for further attempts. */
const pollMs = 2_000
/** The maximum of attempts under way. A slow push service keeps one place for five seconds. */
const maxRunning = 32

/**
 * Web Push: a notice becomes a message for each device of its citizen. Any number of processes send; a message is taken
 * by one of them at a time.
 */
export const createWebPush = (dependencies: Dependencies): Notifier & { idle(): Promise<void> } => {
  const { pool, vault, subscriptions, sends = true, onError } = dependencies
  const running = new Set<Promise<void>>()
  let stopping = !sends

  const begin = (message: DueMessage, subscription: PushSubscription | undefined) => {
    const sending = attempt(message, subscription, dependencies)
      .catch(onError)
      .finally(() => {
        running.delete(sending)
        void fill()
      })
    running.add(sending)
  }
  const fill = trailingRun(async () => {
    try {
      while (!stopping && running.size < maxRunning) {
        const due = await takeDue(pool, vault, maxRunning - running.size)
        if (due.length === 0) return
        const known = await subscriptions.read(due)
        for (const message of due) begin(message, known.get(message.deviceId))
      }
    } catch (error) {
      onError(error)
    }
  })
  const timer = setInterval(() => void fill(), pollMs).unref()
  const idle = async () => {
    for (await fill.idle(); running.size > 0; await fill.idle()) await Promise.all(running)
  }
  return {
    async notify(notices, database = pool) {
      const messages = await messagesOf(notices, database, subscriptions)
      if (messages.length === 0) return
      await writeMessages(database, messages, vault)
      if (database === pool) void fill()
    },
    wake: () => void fill(),
    idle,
    async stop() {
      stopping = true
      clearInterval(timer)
      await idle()
    },
  }
}

const messagesOf = async (
  notices: readonly AddressedNotice[],
  database: Database,
  subscriptions: PushSubscriptions,
): Promise<NewMessage[]> => {
  const messages: NewMessage[] = []
  for (const [environment, own] of Map.groupBy(notices, (notice) => notice.environment)) {
    const citizens = own.map(({ citizen }) => citizen)
    const devices = Map.groupBy(
      await subscriptions.devicesOf(database, citizens, environment),
      ({ citizen }) => citizen.toString('hex'),
    )
    for (const { citizen, notice, notBefore } of own)
      for (const device of devices.get(citizen.toString('hex')) ?? [])
        messages.push({ ...device, notice, notBefore })
  }
  return messages
}

const attempt = async (
  message: DueMessage,
  subscription: PushSubscription | undefined,
  dependencies: Dependencies,
): Promise<void> => {
  const { pool, subscriptions, onError, onOutcome } = dependencies
  // Too late, or the device was revoked.
  if (!subscription || message.secondsLeft <= 0) return deleteMessage(pool, message)
  try {
    const outcome = await sendMessage(message, subscription, dependencies)
    onOutcome(outcome)
    if (outcome === 'gone') await subscriptions.forget(message, subscription)
    if (outcome === 'refused') onError(new Error('a push service refused a message for ever'))
    await deleteMessage(pool, message)
  } catch (error) {
    onOutcome('failed')
    onError(error)
    await deferMessage(pool, message)
  }
}
