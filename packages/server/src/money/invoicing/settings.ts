import { invalidSetting, parsedSetting } from '@nani/foundation/core/index.ts'

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

const longEnough = (variable: string, secret: string | null): string | null => {
  if (secret === null || secret.length >= 32) return secret
  throw invalidSetting(`${variable} must have at least 32 characters.`)
}

/** The mobile-money provider (docs/payment-providers.md). Without both there is none. */
export const invoicingSettings = {
  mobileMoneyUrl: parsedSetting(
    {
      variable: 'NANI_MOBILE_MONEY_URL',
      purpose: 'The base URL of the mobile-money provider ([providers](payment-providers.md))',
      byDefault: 'none',
    },
    (text) => {
      if (text === null) return null
      const url = URL.canParse(text) ? new URL(text) : null
      if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return text
      throw invalidSetting(`NANI_MOBILE_MONEY_URL must be an https URL, not "${text}".`)
    },
  ),
  mobileMoneySecret: parsedSetting(
    {
      variable: 'NANI_MOBILE_MONEY_SECRET',
      purpose: 'The secret that is shared with that provider, of at least 32 characters',
      byDefault: 'none',
      secret: true,
    },
    (text) => longEnough('NANI_MOBILE_MONEY_SECRET', text),
  ),
  mobileMoneySecondSecret: parsedSetting(
    {
      variable: 'NANI_MOBILE_MONEY_SECOND_SECRET',
      purpose:
        'A further secret that its callbacks may have while the secret is exchanged ([steps](payment-providers.md#exchange-of-the-secret))',
      byDefault: 'none',
      secret: true,
    },
    (text, { NANI_MOBILE_MONEY_SECRET: first }) => {
      if (text === null) return null
      if (!first || text === first)
        throw invalidSetting('NANI_MOBILE_MONEY_SECOND_SECRET needs another NANI_MOBILE_MONEY_SECRET.')
      return longEnough('NANI_MOBILE_MONEY_SECOND_SECRET', text)
    },
  ),
}
