import {
  invalidSetting,
  parsedSetting,
  type Setting,
  textSetting,
  type ValuesOf,
} from '@nani/foundation/core/index.ts'
import { isTrialIn } from '@nani/foundation/platform/index.ts'

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

const defaultName = 'Nani'
const maxNameCharacters = 60

/** A page that citizens open. It must not be readable or changeable on the way. */
const httpsPage = (described: {
  variable: string
  purpose: string
  byDefault: string
}): Setting<string | null> =>
  parsedSetting(described, (text) => {
    if (text === null) return null
    const url = URL.canParse(text) ? new URL(text) : null
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
      throw invalidSetting(
        `${described.variable} must be an https address without a password, not "${text}".`,
      )
    return url.href
  })

export const organizationsSettings = {
  installationName: parsedSetting(
    {
      variable: 'NANI_NAME',
      purpose: 'The name of the installation, as citizens see it, of at most 60 characters',
      byDefault: '`Nani`',
    },
    (text) => {
      const name = text?.trim() || defaultName
      if ([...name].length > maxNameCharacters || /\p{C}/u.test(name))
        throw invalidSetting(
          `NANI_NAME must have at most ${maxNameCharacters} characters, and no control characters.`,
        )
      return name
    },
  ),
  installationLogoFile: textSetting({
    variable: 'NANI_LOGO_FILE',
    purpose:
      'PNG or JPEG file of its logo, as citizens see it: at most 1 MB and at least 64 by 64 pixels. It is drawn again as a PNG of 64 by 64 pixels. Use the same file in every process',
    byDefault: 'none',
  }),
  helpUrl: httpsPage({
    variable: 'NANI_HELP_URL',
    purpose: 'The https page with help for citizens. The pages of sign-in and the approval screen link to it',
    byDefault: 'none',
  }),
  privacyUrl: httpsPage({
    variable: 'NANI_PRIVACY_URL',
    purpose: 'The https page about the protection of data, for citizens, linked in the same places',
    byDefault: 'none',
  }),

  /** Outside of a trial, only an explicit setting creates the production demo. `stated`: the variable is set. */
  demo: parsedSetting(
    {
      variable: 'NANI_DEMO',
      purpose:
        '`0`: a start creates no demo application and writes no `demo-*` file. `1`: the demo of the sandbox, and in a trial that of production too. `production`: both, in any installation. It is a [rule of the installation](#rules-of-the-installation)',
      byDefault: '`1` in a [trial](#a-trial-or-real-data), else `0`',
    },
    (given, environment): { choice: DemoChoice; stated: boolean } => ({
      choice: choiceOf(given?.toLowerCase() ?? null, isTrialIn(environment)),
      stated: given !== null,
    }),
  ),
}

export type OrganizationsSettings = ValuesOf<typeof organizationsSettings>
