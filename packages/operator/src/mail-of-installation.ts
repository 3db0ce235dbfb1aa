import type { Mail } from '@nani/server/organizations/mail/index.ts'
import type { Installation } from './installation.ts'

/**
 * Mails of commands. The server sends them: within two seconds if it runs, and otherwise after its next start. A demo without a
 * server of mails shows them.
 */
export const mailOf = async (installation: Installation): Promise<Pick<Mail, 'write' | 'wake'>> => {
  const { writeMail } = await import('@nani/server/organizations/mail/index.ts')
  const { isDemo } = await import('@nani/server/organizations/organizations/index.ts')
  const { config, newId, vaultFor } = installation
  const isShown = config.smtpUrl === null && (await isDemo(installation))
  const writing = { newId, vault: vaultFor('mail'), state: isShown ? 'shown' : 'waiting' } as const
  return { write: (client, mail) => writeMail(client, mail, writing), wake() {} }
}
