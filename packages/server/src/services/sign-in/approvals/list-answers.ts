import type { Database } from '@nani/foundation/storage/index.ts'
import {
  type ActingCitizen,
  type HistoryPage,
  type HistoryRow,
  microsecondsOf,
  timeOf,
} from '../../../citizens/citizen-devices/index.ts'
import type { SignInDependencies } from '../dependencies.ts'
import { scopesOfText } from './approval-text.ts'
import { evidenceContext } from './evidence.ts'

/**
 * One page of each kind, by the index of the citizen. An approval has the time of the answer, and its scopes are those
 * that were signed. Any other request has the time at which it was made.
 */
const answers = `
  (select s.application_id, s.request_id, 'sign_in_approved' as kind, s.approved_at as at, s.sealed_text,
     null::text[] as scopes
   from sign_in_approvals s
   where s.citizen = $1 and s.environment = $2
     and (s.approved_at, s.request_id collate "C") < (${timeOf('$3')}, $4)
   order by s.approved_at desc, s.request_id collate "C" desc limit $5)
  union all
  (select r.application_id, r.request_id,
     case r.status when 'declined' then 'sign_in_declined' else 'sign_in_unanswered' end, r.created_at, null, r.scopes
   from sign_in_requests r
   where r.citizen = $1 and r.environment = $2 and r.answers_at is null
     and (r.status = 'declined' or (r.status = 'waiting' and r.expires_at <= now()))
     and (r.created_at, r.request_id collate "C") < (${timeOf('$3')}, $4)
   order by r.created_at desc, r.request_id collate "C" desc limit $5)`

const statement = `
  select e.application_id, e.request_id, e.kind, ${microsecondsOf('e.at')} as at, e.sealed_text, e.scopes,
    a.name as application, o.name as organization
  from (${answers}) e join applications a using (application_id) join organizations o using (organization_id)
  order by e.at desc, e.request_id collate "C" desc limit $5`

type AnswerRow = Omit<HistoryRow, 'id' | 'scopes'> & {
  application_id: string
  request_id: string
  sealed_text: Buffer | null
  scopes: string[] | null
}

/**
 * What a citizen answered to sign-ins, and what stayed without an answer, the newest first: a part of the history. `database` has the
 * applications, and is a cell or home.
 */
export const createListAnswers =
  ({ pool, vault }: Pick<SignInDependencies, 'pool' | 'vault'>) =>
  async (
    { citizen, environment }: Pick<ActingCitizen, 'citizen' | 'environment'>,
    { before, limit }: HistoryPage,
    database: Database = pool,
  ): Promise<HistoryRow[]> => {
    const { rows } = await database.query<AnswerRow>({
      name: 'sign-in-answers',
      text: statement,
      values: [citizen, environment, before.at, before.id, limit],
    })
    return rows.map(({ application_id, request_id, sealed_text, scopes, ...row }) => {
      const context = evidenceContext({ applicationId: application_id, requestId: request_id })
      const signed = sealed_text && scopesOfText(vault.open(sealed_text, context).toString())
      return { ...row, id: request_id, scopes: signed ?? scopes ?? [] }
    })
  }
