import { invalidSetting, parsedSetting, type ValuesOf } from '../core/index.ts'
import { isTrialIn } from '../platform/index.ts'

/** Which demo applications a start creates: none, the sandbox's, or production's as well. */
export type DemoChoice = 'none' | 'sandbox' | 'production'

export const organizationsSettings = {
  /** Outside of a trial, only an explicit setting creates the production demo. */
  demo: parsedSetting(
    { variable: 'NANI_DEMO', purpose: '`0`: a start creates no demo application' },
    (given, environment): DemoChoice => {
      const text = given?.toLowerCase()
      const trial = isTrialIn(environment)
      if (!text) return trial ? 'production' : 'none'
      if (text === 'production') return 'production'
      if (text === '0' || text === 'false') return 'none'
      if (text === '1' || text === 'true') return trial ? 'production' : 'sandbox'
      throw invalidSetting(`NANI_DEMO is 0, 1 or production, not "${text}".`)
    },
  ),
}

export type OrganizationsSettings = ValuesOf<typeof organizationsSettings>
