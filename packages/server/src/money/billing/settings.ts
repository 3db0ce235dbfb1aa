import { invalidSetting, parsedSetting } from '@nani/foundation/core/index.ts'

/** What a refusal for money names where the operator has no page yet. */
const noPage = 'https://console.nani.example/wallet'

export const billingSettings = {
  topUpUrl: parsedSetting(
    { variable: 'NANI_TOP_UP_URL', purpose: 'The https page for top-ups, which a 402 names' },
    (text) => {
      if (text === null) return noPage
      if (URL.canParse(text) && new URL(text).protocol === 'https:') return text
      throw invalidSetting(`NANI_TOP_UP_URL must be an https URL, not "${text}".`)
    },
  ),
}
