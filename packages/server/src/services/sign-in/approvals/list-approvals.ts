import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { AppOrigin, CitizenSession } from '../../../citizens/citizen-devices/index.ts'
import { type BrowserFacts, browserContext } from '../authorize.ts'
import type { SignInDependencies } from '../dependencies.ts'
import { type Handle, handleText } from '../handles.ts'
import { logoFile } from '../logos.ts'
import { creditScope, tierOf } from '../sign-in-scopes.ts'
import { approvalNonce, approvalText } from './approval-text.ts'
import { hasQuiet, listPending, type PendingRow } from './pending-rows.ts'
import { softwareOf } from './software.ts'

type Dependencies = Pick<SignInDependencies, 'pool' | 'vault' | 'approvalKey' | 'citizenDevices'>

/** How long a credit consent of a sign-in is valid (spec/consents#validity-of-a-consent). */
const consentDays = 30

export const handleOfRow = ({ application_id, request_id }: PendingRow): Handle => ({
  applicationId: application_id,
  requestId: request_id,
})

/** The text that the device of a session signs for a request. */
export const textOfRow = (
  row: PendingRow,
  { device }: Pick<CitizenSession, 'device'>,
  key: SignInDependencies['approvalKey'],
): string => {
  const handle = handleOfRow(row)
  const nonce = approvalNonce(key, handle, device.id)
  return approvalText({ ...handle, application: row.application, scopes: row.scopes, nonce })
}

/** The waiting requests of a citizen, as one device shows them. `quiet`: others wait that notified no one. */
export const createListApprovals =
  (dependencies: Dependencies) => async (session: CitizenSession, app: AppOrigin) => ({
    approvals: await shownRequests(
      await listPending(dependencies.pool, session, null),
      session,
      app,
      dependencies,
    ),
    quiet: await hasQuiet(dependencies.pool, session),
  })

/** The number of the page is not among it: the citizen types it. */
export const shownRequests = (
  rows: readonly PendingRow[],
  session: CitizenSession,
  app: AppOrigin,
  { vault, approvalKey, citizenDevices }: Pick<Dependencies, 'vault' | 'approvalKey' | 'citizenDevices'>,
) =>
  Promise.all(
    rows.map(async (row) => {
      const handle = handleOfRow(row)
      const text = textOfRow(row, session, approvalKey)
      const webauthn = await citizenDevices.signingOptions(session, text, app)
      const browser = JSON.parse(
        vault.open(row.sealed_browser, browserContext(handle)).toString(),
      ) as BrowserFacts
      return {
        id: handleText(handle),
        application: row.application,
        logo: logoFile(row.application_id, row.logo_hash),
        organization: row.organization,
        returns_to: new URL(row.redirect_uri).host,
        scopes: row.scopes.map((name) => ({ name, tier: tierOf(name) })),
        browser: { software: softwareOf(browser.userAgent), place: browser.address },
        created_at: rfc3339(row.created_at.getTime()),
        expires_at: rfc3339(row.expires_at.getTime()),
        to_sign: text,
        ...(webauthn && { webauthn }),
        consent: row.scopes.includes(creditScope) ? { product: null, valid_days: consentDays } : null,
      }
    }),
  )
