import { invalidSetting, parsedSetting } from '../core/index.ts'

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/** The mobile-money provider (docs/payment-providers.md). Without both there is none. */
export const invoicingSettings = {
  mobileMoneyUrl: parsedSetting(
    { variable: 'NANI_MOBILE_MONEY_URL', purpose: 'The base URL of the mobile-money provider' },
    (text) => {
      if (text === null) return null
      const url = URL.canParse(text) ? new URL(text) : null
      if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return text
      throw invalidSetting(`NANI_MOBILE_MONEY_URL must be an https URL, not "${text}".`)
    },
  ),
  mobileMoneySecret: parsedSetting(
    { variable: 'NANI_MOBILE_MONEY_SECRET', purpose: 'The secret that is shared with that provider' },
    (text) => {
      if (text === null || text.length >= 32) return text
      throw invalidSetting('NANI_MOBILE_MONEY_SECRET must have at least 32 characters.')
    },
  ),
}
