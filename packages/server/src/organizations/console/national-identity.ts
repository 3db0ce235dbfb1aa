import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Application } from '../../gateway/gateway/index.ts'
import { identityPage, maySignPeopleIn, readConsoleSignIn } from '../organizations/index.ts'
import type { IdentityProvider } from '../people/index.ts'
import type { OwnClient } from './own-client.ts'

type Needs = {
  pool: pg.Pool
  clock: Clock
  client: OwnClient
  directory: { findById(applicationId: string): Promise<Application | null> }
  isDemo(): Promise<boolean>
  origin(): string
}

/** The citizen has just approved. An older approval belongs to another visit. */
const maxAgeSeconds = 180

/** The national identity by the sign-in of this installation. The application is one that an operator chose. */
export const openNationalIdentity = ({
  pool,
  clock,
  client,
  directory,
  isDemo,
  origin,
}: Needs): IdentityProvider => {
  /** Null: none was chosen, it cannot return to this console, or its people are test persons outside a demo. */
  const chosen = async (): Promise<(Application & { redirectUri: string }) | null> => {
    const applicationId = await readConsoleSignIn(pool)
    const application = applicationId === null ? null : await directory.findById(applicationId)
    const redirectUri = `${origin()}${identityPage}`
    if (!application?.redirectUris.has(redirectUri)) return null
    const inDemo = application.environment === 'sandbox' && (await isDemo())
    return maySignPeopleIn(application, inDemo) ? { ...application, redirectUri } : null
  }
  return {
    applicationId: async () => (await chosen())?.applicationId ?? null,
    async authorizationUrl(asked) {
      const application = await chosen()
      const url = application && client.authorizationUrl(application, asked)
      return application && url ? { applicationId: application.applicationId, url } : null
    },
    async subjectOf(answer, { applicationId, ...expected }) {
      const application = await chosen()
      if (application?.applicationId !== applicationId) return null
      const claims = await client.claimsOf(application, answer, expected)
      if (!claims) return null
      const age = clock.now() / 1_000 - Number(claims.auth_time)
      // A test person approves by itself, which proves nothing: outside a demo its environment is refused above.
      const isByTest = Array.isArray(claims.amr) && claims.amr.includes('test')
      const isProof = application.environment === 'sandbox' || !isByTest
      return isProof && age <= maxAgeSeconds ? { applicationId, subject: claims.sub } : null
    },
  }
}
