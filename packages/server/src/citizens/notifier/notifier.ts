import type { Database } from '@nani/foundation/storage/index.ts'
import type { AddressedNotice } from './notice.ts'

/** Reports to citizens that something waits for them. A notice is a hint: the app shows the same without it. */
export type Notifier = {
  /** Takes notices, in the transaction of `database` if one is given. After its commit, call `wake`. */
  notify(notices: readonly AddressedNotice[], database?: Database): Promise<void>
  wake(): void
  stop(): Promise<void>
}

/** No notice: the app asks while it is open. */
export const pollNotifier: Notifier = { notify: async () => {}, wake: () => {}, stop: async () => {} }

/** Writes the kinds into the log, to try an installation without a push service. It names no one. */
export const createLogNotifier = (log: (line: string) => void): Notifier => ({
  ...pollNotifier,
  async notify(notices) {
    for (const [kind, own] of Map.groupBy(notices, ({ notice }) => notice.kind))
      log(`notifier: ${own.length} ${kind}`)
  },
})
