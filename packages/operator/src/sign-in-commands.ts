import { environments } from '@nani/contract'
import { OperatorError } from '@nani/foundation/core/index.ts'
import { area, type OptionSpec } from './command-area.ts'
import { table } from './views.ts'

type SignIn = typeof import('@nani/server/services/sign-in/index.ts')
type Rotated = Awaited<ReturnType<SignIn['rotateSigningKeys']>>

const environment = {
  ...{ text: 'sandbox or production (default: both)', as: 'environment', value: 'environment' },
  parse: (text: string) => text,
  read(given: string | undefined) {
    if (given === undefined) return []
    if (environments.some((one) => one === given)) return [given]
    throw new OperatorError(
      'application_setting_invalid',
      `The environment must be one of ${environments.join(', ')}.`,
    )
  },
} as unknown as OptionSpec

const keys = table<Rotated[number]>(
  [
    ...(['environment', 'kid'] as const),
    ({ previous }) =>
      previous.map((key) => `${key.kid} is public until ${key.ends_at}`).join(', ') || 'no earlier key',
  ],
  '',
  ['ENVIRONMENT', 'KEY', 'EARLIER KEY'],
)

/** The commands of federated sign-in. */
export const signIn = area<SignIn, unknown>({
  name: 'sign-in',
  about: 'federated sign-in',
  load: () => import('@nani/server/services/sign-in/index.ts'),
  needs: ({ installation }) => installation,
  commands: [
    {
      words: 'rotate-key',
      about: 'sign with new keys from now on; the earlier keys stay public for a day',
      example: 'sign-in rotate-key --environment production',
      act: 'rotateSigningKeys',
      options: { environments: environment },
      json: (keys) => ({ keys }),
      text: keys,
    },
  ],
})
