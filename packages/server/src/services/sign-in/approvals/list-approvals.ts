import { type CitizenApproval, noInput, waitingApprovals } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Static } from 'typebox'
import { type ActingCitizen, actingCitizen } from '../../../citizens/citizen-devices/index.ts'
import { defineReading, type ReadingContext } from '../../../gateway/acts/index.ts'
import { type BrowserFacts, browserContext } from '../authorize.ts'
import type { SignInDependencies } from '../dependencies.ts'
import { type Handle, handleText } from '../handles.ts'
import { logoFile } from '../logos.ts'
import { creditScope, tierOf } from '../sign-in-scopes.ts'
import type { ApprovalNeeds } from './approval-needs.ts'
import { approvalNonce, approvalText } from './approval-text.ts'
import { hasQuiet, listPending, type PendingRow } from './pending-rows.ts'
import { softwareOf } from './software.ts'

/** How long a credit consent of a sign-in is valid (spec/consents#validity-of-a-consent). */
const consentDays = 30

export const handleOfRow = ({ application_id, request_id }: PendingRow): Handle => ({
  applicationId: application_id,
  requestId: request_id,
})

/** The text that the device of a session signs for a request. */
export const textOfRow = (
  row: PendingRow,
  { deviceId }: Pick<ActingCitizen, 'deviceId'>,
  key: SignInDependencies['approvalKey'],
): string => {
  const handle = handleOfRow(row)
  const nonce = approvalNonce(key, handle, deviceId)
  return approvalText({ ...handle, application: row.application, scopes: row.scopes, nonce })
}

/** The waiting requests of a citizen, as one device shows them. `quiet`: others wait that notified no one. */
export const listApprovals = defineReading({
  name: 'sign_ins.list_waiting',
  sentence: { en: 'Lists the sign-ins that wait', fr: 'Liste les connexions en attente' },
  actors: { citizen: true },
  input: noInput,
  output: waitingApprovals,
  routes: { citizen: 'GET /approvals' },
  async read({ pool, actor, needs, nowMs }: ReadingContext<Static<typeof noInput>, ApprovalNeeds>) {
    const citizen = actingCitizen(actor, needs)
    const rows = await listPending(pool, citizen, null)
    return {
      server_time: rfc3339(nowMs),
      installation: needs.installation,
      approvals: await shownRequests(pool, rows, citizen, needs),
      quiet: await hasQuiet(pool, citizen),
    }
  },
})

/** The number of the page is not among it: the citizen types it. */
export const shownRequests = (
  database: Database,
  rows: readonly PendingRow[],
  citizen: ActingCitizen,
  { vault, approvalKey, citizenDevices, app }: ApprovalNeeds,
): Promise<CitizenApproval[]> =>
  Promise.all(
    rows.map(async (row) => {
      const handle = handleOfRow(row)
      const text = textOfRow(row, citizen, approvalKey)
      const webauthn = await citizenDevices.signingOptions(database, citizen, text, app())
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
        ...(webauthn && { webauthn: webauthn as object }),
        consent: row.scopes.includes(creditScope) ? { product: null, valid_days: consentDays } : null,
      }
    }),
  )
