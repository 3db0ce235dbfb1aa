import { type Clock, throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import {
  forgetMails,
  listShownMails,
  type NewMail,
  type SealedMail,
  type ShownMail,
  sealMail,
  writeMail,
} from './mail-rows.ts'
import { startSending } from './send-waiting.ts'
import { mailSettings } from './settings.ts'

/** Mail to people. */
export type Mail = {
  /** Writes a mail in a transaction. It is sent exactly if the transaction commits. After the commit, call `wake`. */
  write(client: Database, mail: NewMail): Promise<void>
  /** For a mail whose cause is in another database. */
  seal(mail: NewMail): SealedMail
  wake(): void
  /** The mails of the demo; null where no page shows them. */
  shown: (() => Promise<ShownMail[] | null>) | null
}

type Needs = Pick<Platform, 'pool' | 'newId' | 'vaultFor' | 'log'> & {
  clock: Clock
  demo: 'none' | 'sandbox' | 'production'
  /** Whether the installation is still a demo: another start may have ended it. */
  isDemo(): Promise<boolean>
}

export const mailModule = defineModule({
  name: 'mail',
  settings: mailSettings,
  open({ pool, clock, newId, vaultFor, log, demo, isDemo }: Needs, { smtpUrl, mailFrom }) {
    const vault = vaultFor('mail')
    const state = smtpUrl !== null ? 'waiting' : demo === 'none' ? 'void' : 'shown'
    if (state === 'void')
      log('mail: no SMTP server. No person can register. Set NANI_SMTP_URL and NANI_MAIL_FROM.', 'warn')
    let sending: ReturnType<typeof startSending> | null = null
    let transport: { close(): void } | null = null
    const mail: Mail = {
      write: (client, written) => writeMail(client, written, { newId, vault, state }),
      seal: (written) => sealMail(written, { newId, vault, state }),
      wake: () => sending?.wake(),
      shown: demo === 'none' ? null : async () => ((await isDemo()) ? listShownMails(pool, vault) : null),
    }
    return {
      provides: { mail },
      async work() {
        if (smtpUrl === null || mailFrom === null) return
        // Loaded only where it is used: a start would spend time on it.
        const { smtpTransport } = await import('./smtp.ts')
        const smtp = smtpTransport(smtpUrl, mailFrom)
        transport = smtp
        const onError = throttledErrorLog('mail', { clock, log })
        sending = startSending({ pool, vault, send: smtp.send, onError })
      },
      async stop() {
        await sending?.stop()
        transport?.close()
      },
      retention: [forgetMails],
    }
  },
})
