import { invalidSetting, parsedSetting, textSetting, type ValuesOf } from '../core/index.ts'
import { checkUrl, OutboundRefused, publicOrLoopback } from '../outbound/index.ts'

export const smsSettings = {
  /** Null: messages are only shown, with the demo. */
  smsUrl: parsedSetting(
    { variable: 'NANI_SMS_URL', purpose: 'The address of the SMS provider' },
    (url, environment) => {
      if (url === null) return null
      try {
        checkUrl(url, publicOrLoopback)
      } catch (error) {
        if (error instanceof OutboundRefused) throw invalidSetting(`NANI_SMS_URL: ${error.message}`)
        throw error
      }
      if (!environment.NANI_SMS_SECRET) throw invalidSetting('NANI_SMS_URL needs NANI_SMS_SECRET too.')
      return url
    },
  ),
  smsSecret: textSetting({
    variable: 'NANI_SMS_SECRET',
    purpose: 'The bearer credential of requests to the SMS provider',
  }),
}

export type SmsSettings = ValuesOf<typeof smsSettings>
