import { keepRunning } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { markFailedAttempt, markSent, takeDueMails, type WaitingMail } from './mail-rows.ts'

/** Hands a mail to its server. It throws if the server did not accept it; then it is sent again. */
export type SendMail = (mail: WaitingMail) => Promise<void>

export type SendingDependencies = {
  pool: pg.Pool
  vault: Vault
  send: SendMail
  onError(error: unknown): void
}

/** Sends every mail that is due. */
export const sendDueMails = async ({ pool, vault, send, onError }: SendingDependencies): Promise<void> => {
  for (;;) {
    const due = await takeDueMails(pool, vault)
    if (due.length === 0) return
    for (const mail of due)
      try {
        await send(mail)
        await markSent(pool, mail.id)
      } catch (error) {
        onError(error)
        await markFailedAttempt(pool, mail.id)
      }
  }
}

/** The interval of reads for mails of other processes, and for further attempts. */
const pollMs = 2_000

/** Keeps sending. `wake` sends what was written just now. */
export const startSending = (dependencies: SendingDependencies) =>
  keepRunning(() => sendDueMails(dependencies), pollMs, dependencies.onError)
