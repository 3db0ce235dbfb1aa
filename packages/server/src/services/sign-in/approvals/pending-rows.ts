import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Handle } from '../handles.ts'

/** A request that waits for its citizen. */
export type PendingRow = {
  application_id: string
  request_id: string
  environment: Environment
  api_key: string
  redirect_uri: string
  scopes: string[]
  shown_number: number
  sealed_browser: Buffer
  quiet: boolean
  created_at: Date
  expires_at: Date
  application: string
  logo_hash: string | null
  organization: string
}

const columns = `r.application_id, r.request_id, r.environment, r.api_key, r.redirect_uri, r.scopes, r.shown_number::int as shown_number,
  r.sealed_browser, r.quiet, r.created_at, r.expires_at, a.name as application, a.logo_hash, o.name as organization`
const joined = `sign_in_requests r join applications a using (application_id) join organizations o using (organization_id)`
/** A request that the sandbox answers by itself waits for no one. A window is a minute; the index needs a bound. */
export const isPending = `r.status = 'waiting' and r.answers_at is null and r.expires_at > now()
  and r.created_at > now() - interval '5 minutes'`

const maxListed = 20

type OfCitizen = { citizen: Buffer; environment: Environment }

/** The requests of a citizen that wait, the newest first: those that notified, or those whose page shows a number. */
export const listPending = async (
  database: Database,
  { citizen, environment }: OfCitizen,
  shownNumber: number | null,
): Promise<PendingRow[]> => {
  const { rows } = await database.query<PendingRow>({
    name: 'sign-in-pending',
    text: `select ${columns} from ${joined}
           where r.citizen = $1 and r.environment = $2 and ${isPending}
             and case when $3::int is null then not r.quiet else r.shown_number = $3 end
           order by r.created_at desc limit $4`,
    values: [citizen, environment, shownNumber, maxListed],
  })
  return rows
}

/** Whether requests wait that are not listed. */
export const hasQuiet = async (database: Database, { citizen, environment }: OfCitizen): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'sign-in-quiet',
    text: `select r.application_id from sign_in_requests r
           where r.citizen = $1 and r.environment = $2 and ${isPending} and r.quiet limit 1`,
    values: [citizen, environment],
  })
  return rowCount === 1
}

/** One of them; null for a request of another citizen, as for one that is over. */
export const readPending = async (
  database: Database,
  { citizen, environment }: OfCitizen,
  { applicationId, requestId }: Handle,
): Promise<PendingRow | null> => {
  const { rows } = await database.query<PendingRow>({
    name: 'sign-in-pending-one',
    text: `select ${columns} from ${joined}
           where r.application_id = $1 and r.request_id = $2 and r.citizen = $3 and r.environment = $4
             and ${isPending}`,
    values: [applicationId, requestId, citizen, environment],
  })
  return rows[0] ?? null
}
