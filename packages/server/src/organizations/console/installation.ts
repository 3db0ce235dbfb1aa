import type { Environment } from '@nani/contract'
import { installation } from '@nani/contract/console'
import Type from 'typebox'
import { type ActNeeds, defineReading, needsOf } from '../../gateway/acts/index.ts'

type InstallationNeeds = ActNeeds & {
  /** Null: no server listens for it yet. */
  addressOf(environment: Environment): string | null
  offersIdentity(): Promise<boolean>
}

/** The addresses of the API. The pages call the sandbox there. */
export const readInstallation = defineReading({
  name: 'installation.read',
  sentence: { en: 'Reads the addresses of the API', fr: "Lit les adresses de l'API" },
  actors: { system: true },
  routes: { member: 'GET /installation' },
  input: Type.Object({}, { additionalProperties: false }),
  output: installation,
  needs: needsOf<InstallationNeeds>(),
  read: async ({ needs: { addressOf, offersIdentity } }) => ({
    object: 'installation' as const,
    sandbox_url: addressOf('sandbox'),
    production_url: addressOf('production'),
    has_identity_sign_in: await offersIdentity(),
  }),
})
