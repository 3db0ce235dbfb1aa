import { invalidSetting, parsedSetting, type ValuesOf } from '../core/index.ts'
import { isTrialIn } from '../platform/index.ts'

/** Which demo applications a start creates: none, the sandbox's, or production's as well. */
export type DemoChoice = 'none' | 'sandbox' | 'production'

const choiceOf = (text: string | null, trial: boolean): DemoChoice => {
  switch (text) {
    case null:
      return trial ? 'production' : 'none'
    case 'production':
      return 'production'
    case '0':
    case 'false':
      return 'none'
    case '1':
    case 'true':
      return trial ? 'production' : 'sandbox'
    default:
      throw invalidSetting(`NANI_DEMO is 0, 1 or production, not "${text}".`)
  }
}

export const organizationsSettings = {
  /** Outside of a trial, only an explicit setting creates the production demo. `stated`: the variable is set. */
  demo: parsedSetting(
    { variable: 'NANI_DEMO', purpose: '`0`: a start creates no demo application' },
    (given, environment): { choice: DemoChoice; stated: boolean } => ({
      choice: choiceOf(given?.toLowerCase() ?? null, isTrialIn(environment)),
      stated: given !== null,
    }),
  ),
}

export type OrganizationsSettings = ValuesOf<typeof organizationsSettings>
