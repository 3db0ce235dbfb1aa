import type { Environment } from '@nani/contract'
import type { Actor } from '@nani/foundation/core/index.ts'
import { type HistoryPage, type HistoryRow, microsecondsOf, timeOf } from '../citizen-devices/index.ts'
import { citizenOf } from './citizen-consents.ts'
import type { ConsentDependencies } from './dependencies.ts'

const id = `(c.record_id || ' ' || happened.kind)`

/** The approval of a sign-in gives a consent without a request. It is in the history of sign-ins. */
const statement = `
  select ${microsecondsOf('happened.at')} as at, ${id} as id, happened.kind,
    a.name as application, o.name as organization, '{}'::text[] as scopes
  from credit_consents c
  cross join lateral (values
    ('consent_approved', case when c.answer_by is not null then c.granted_at end),
    ('consent_' || c.status, case when c.status in ('declined', 'expired', 'revoked') then c.changed_at end)
  ) as happened (kind, at)
  join applications a on a.application_id = c.application_id
  join organizations o on o.organization_id = a.organization_id
  where c.citizen = $1 and c.environment = $2 and c.created_at <= ${timeOf('$3')}
    and (happened.at, ${id} collate "C") < (${timeOf('$3')}, $4)
  order by happened.at desc, ${id} collate "C" desc limit $5`

/** What became of the requests and consents of a citizen, the newest first. */
export const listConsentHistory = async (
  { actor, environment }: { actor: Actor; environment: Environment },
  { before, limit }: HistoryPage,
  { pool, subjectKey }: Pick<ConsentDependencies, 'pool' | 'subjectKey'>,
): Promise<HistoryRow[]> => {
  const values = [citizenOf(actor, subjectKey), environment, before.at, before.id, limit]
  return (await pool.query<HistoryRow>({ name: 'consent-history', text: statement, values })).rows
}
