import {
  invalidSetting,
  parsedSetting,
  secretSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

export const smsSettings = {
  /** Null: messages are only shown, with the demo. */
  smsUrl: parsedSetting(
    {
      variable: 'NANI_SMS_URL',
      purpose:
        'The address of the SMS provider, https or on this machine ([its request](citizen-app.md#sms-provider)). Without it, no citizen can enrol a device; a trial shows the messages on a page',
      byDefault: 'none',
    },
    (url, environment) => {
      if (url === null) return null
      if (!URL.canParse(url)) throw invalidSetting(`NANI_SMS_URL is not a URL: "${url}".`)
      if (!environment.NANI_SMS_SECRET) throw invalidSetting('NANI_SMS_URL needs NANI_SMS_SECRET too.')
      return url
    },
  ),
  smsSecret: secretSetting({
    variable: 'NANI_SMS_SECRET',
    purpose: 'The bearer credential of requests to the SMS provider',
    byDefault: 'none; required with `NANI_SMS_URL`',
  }),
  smsCodesPerHour: wholeNumberSetting({
    variable: 'NANI_SMS_CODES_PER_HOUR',
    purpose:
      'Maximum number of messages with a code within an hour, for all citizens together. Further codes wait for their [turn](citizen-app.md#turns-of-messages), and lapse after 10 minutes',
    byDefault: '`2000`',
    ...{ initial: 2_000, min: 1, max: 1_000_000 },
  }),
}

export type SmsSettings = ValuesOf<typeof smsSettings>
