import { invalidSetting, parsedSetting, type ValuesOf } from '@nani/foundation/core/index.ts'

const addressForm = /^[^\s<>@]+@[^\s<>@]+$/

export const mailSettings = {
  /** Null: mail is only shown, with the demo. */
  smtpUrl: parsedSetting(
    {
      variable: 'NANI_SMTP_URL',
      purpose:
        'The SMTP server of outgoing mail, such as smtps://user:secret@host. Without it, no person can register; a demo shows the mail at `/mailbox` of the console',
      byDefault: 'none',
      secret: true,
    },
    (url, environment) => {
      if (url === null) return null
      if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
        throw invalidSetting('NANI_SMTP_URL is not an address with smtp: or smtps:.')
      if (!environment.NANI_MAIL_FROM) throw invalidSetting('NANI_SMTP_URL needs NANI_MAIL_FROM too.')
      return url
    },
  ),
  mailFrom: parsedSetting(
    {
      variable: 'NANI_MAIL_FROM',
      purpose: 'The sender of outgoing mail',
      byDefault: 'none; required with `NANI_SMTP_URL`',
    },
    (text) => {
      const address = /<([^<>]+)>$/.exec(text ?? '')?.[1] ?? text
      if (address !== null && !addressForm.test(address))
        throw invalidSetting(`NANI_MAIL_FROM is not an e-mail address: "${text}".`)
      return text
    },
  ),
}

export type MailSettings = ValuesOf<typeof mailSettings>
