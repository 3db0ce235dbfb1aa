import { createTransport } from 'nodemailer'
import type { SendMail } from './send-waiting.ts'

const timeoutMs = 15_000
const maxConnections = 2

type SmtpFault = { code?: string; responseCode?: number }

/** The log shows the code alone, such as `EENVELOPE_451`: the kind of the fault, and the server's answer. */
const notAccepted = ({ code = 'unknown', responseCode }: SmtpFault): Error =>
  Object.assign(new Error('the SMTP server did not accept a mail'), {
    code: [code, ...(responseCode === undefined ? [] : [responseCode])].join('_'),
  })

/** Sends through an SMTP server. Its errors name the server's answer, and no text of a mail. */
export const smtpTransport = (url: string, from: string): { send: SendMail; close(): void } => {
  const transport = createTransport({
    ...{ url, pool: true as const, maxConnections },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing in a mail names a file or an address that the server of Nani would read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text }) {
      const messageId = `<${id}@${new URL(url).hostname}>`
      await transport.sendMail({ from, to, subject, text, messageId }).catch((error: SmtpFault) => {
        throw notAccepted(error)
      })
    },
    close: () => transport.close(),
  }
}
