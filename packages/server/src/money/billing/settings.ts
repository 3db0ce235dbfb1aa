import { invalidSetting, parsedSetting } from '@nani/foundation/core/index.ts'

export const billingSettings = {
  topUpUrl: parsedSetting(
    {
      variable: 'NANI_TOP_UP_URL',
      purpose: 'The https page for top-ups, if it is not the console. A 402 names it as `top_up_url`',
      byDefault: 'The console',
    },
    (text): string | null => {
      if (text === null) return null
      if (URL.canParse(text) && new URL(text).protocol === 'https:') return text
      throw invalidSetting(`NANI_TOP_UP_URL must be an https URL, not "${text}".`)
    },
  ),
}
