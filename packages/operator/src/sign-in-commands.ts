import { environments } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { area, type OptionSpec } from './command-line/command-area.ts'

const environment = {
  ...{ text: 'sandbox or production (default: both)', as: 'environment', value: 'environment' },
  parse: (text: string) => text,
  read(given: string | undefined) {
    if (given === undefined) return []
    if (environments.some((one) => one === given)) return [given]
    throw new Refusal(
      'application_setting_invalid',
      `The environment must be one of ${environments.join(', ')}.`,
    )
  },
} satisfies OptionSpec

/** The commands of federated sign-in. */
export const signIn = area<typeof import('@nani/server/services/sign-in/index.ts')>({
  name: 'sign-in',
  about: 'federated sign-in',
  load: () => import('@nani/server/services/sign-in/index.ts'),
  commands: {
    'rotate-key': {
      act: 'rotateSigningKeys',
      options: { environments: environment },
      json: (keys) => ({ keys }),
    },
  },
})
