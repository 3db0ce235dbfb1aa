import { me, mySession, mySignIn } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../../gateway/acts/index.ts'
import { findAccount } from '../accounts.ts'
import { inEveryRealm, peopleAct, peopleReading } from '../define.ts'
import type { SessionRow } from '../sessions.ts'
import { ownPerson } from './own-person.ts'

const closed = { additionalProperties: false }
const timeOf = (date: Date | null): string | null => date && rfc3339(date.getTime())

type PasskeyRow = { passkey_id: string; name: string; created_at: Date; last_used_at: Date | null }
type Summary = { codes: number; second_factor_at: Date | null; expires_at: Date | null }

export const readMe = peopleReading({
  name: 'people.read_me',
  sentence: { en: 'Reads the own account', fr: 'Lit son propre compte' },
  actors: { person: true },
  routes: inEveryRealm('GET /me'),
  input: Type.Object({}, closed),
  output: me,
  refusals: ['not_signed_in'],
  async read({ pool, actor, needs: { realm, membershipsOf, operatorRolesOf } }) {
    const { personId, sessionId } = ownPerson(actor)
    const account = await findAccount(pool, realm, personId)
    const { rows: passkeys } = await pool.query<PasskeyRow>(
      realm.sql(`select passkey_id, name, created_at, last_used_at from member_passkeys
        where account_id = $1 order by created_at, passkey_id`),
      [personId],
    )
    const { rows } = await pool.query<Summary>(
      realm.sql(`select second_factor_at, expires_at,
        (select count(*)::int from member_recovery_codes where account_id = $1 and used_at is null) as codes
        from (select 1) one left join member_sessions on session_id = $2 and account_id = $1`),
      [personId, sessionId],
    )
    const { codes = 0, second_factor_at = null, expires_at = null } = rows[0] ?? {}
    // The session may end between the two statements.
    if (!account || !expires_at) throw new Refusal('not_signed_in', 'The session has ended.')
    return {
      object: 'person' as const,
      id: personId,
      email: account.email,
      name: account.name,
      language: account.language,
      created_at: rfc3339(account.created_at.getTime()),
      second_factor: {
        totp: account.sealed_totp !== null,
        passkeys: passkeys.map((row) => ({
          ...{ id: row.passkey_id, name: row.name },
          created_at: rfc3339(row.created_at.getTime()),
          last_used_at: timeOf(row.last_used_at),
        })),
        recovery_codes_left: codes,
      },
      session: {
        id: sessionId,
        second_factor_at: timeOf(second_factor_at),
        expires_at: rfc3339(expires_at.getTime()),
      },
      organizations: await membershipsOf(personId),
      ...(operatorRolesOf && { roles: await operatorRolesOf(personId) }),
    }
  },
})

export const listMySessions = peopleReading({
  name: 'people.list_sessions',
  sentence: { en: 'Lists the own sessions', fr: 'Liste ses propres sessions' },
  actors: { person: true },
  routes: inEveryRealm('GET /me/sessions'),
  input: Type.Object(pageInput, closed),
  output: listOf(mySession),
  refusals: ['not_signed_in', 'value_invalid'],
  read({ pool, actor, input, nowMs, needs: { realm, cursors } }) {
    const { personId, sessionId } = ownPerson(actor)
    const idleSince = new Date(nowMs - realm.idleMinutes * 60_000)
    return readPage(
      { name: 'sessions', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<SessionRow>(
            realm.sql(`select * from member_sessions where account_id = $1 and expires_at > $2
              and last_seen_at > $3 and not awaits_second_factor and ($4::text is null or session_id < $4)
              order by session_id desc limit $5`),
            [personId, new Date(nowMs), idleSince, after?.[0] ?? null, limit],
          )
          return rows
        },
        positionOf: (row) => [row.session_id],
        itemOf: (row) => ({
          object: 'session' as const,
          ...{ id: row.session_id, current: row.session_id === sessionId },
          ...{ address: row.address, user_agent: row.user_agent },
          created_at: rfc3339(row.created_at.getTime()),
          last_seen_at: rfc3339(row.last_seen_at.getTime()),
          expires_at: rfc3339(row.expires_at.getTime()),
        }),
      },
    )
  },
})

export const endMySession = peopleAct({
  name: 'people.end_session',
  sentence: { en: 'Ends a session of the own account', fr: 'Termine une session de son compte' },
  actors: { person: true },
  routes: inEveryRealm('DELETE /me/sessions/{id}'),
  answers: 204,
  input: Type.Object({ id: Type.String({ minLength: 1 }) }, closed),
  output: Type.Null(),
  refusals: ['not_signed_in', 'object_not_found'],
  async perform({ client, actor, input: { id }, needs: { realm } }) {
    const { personId } = ownPerson(actor)
    const { rowCount } = await client.query(
      realm.sql('delete from member_sessions where session_id = $1 and account_id = $2'),
      [id, personId],
    )
    if (rowCount === 0) throw new Refusal('object_not_found', 'There is no such session.')
    return { result: null, entry: { subject: personId, before: { session: id } } }
  },
})

type SignInRow = {
  sign_in_id: string
  at: Date
  result: 'signed_in' | 'second_factor' | 'wrong_password' | 'wrong_second_factor' | 'too_many_attempts'
  address: string
  user_agent: string
}

export const listMySignIns = peopleReading({
  name: 'people.list_sign_ins',
  sentence: { en: 'Lists the sign-ins to the own account', fr: 'Liste les connexions à son compte' },
  actors: { person: true },
  routes: inEveryRealm('GET /me/sign-ins'),
  input: Type.Object(pageInput, closed),
  output: listOf(mySignIn),
  refusals: ['not_signed_in', 'value_invalid'],
  read({ pool, actor, input, needs: { realm, cursors } }) {
    const { personId } = ownPerson(actor)
    return readPage(
      { name: 'sign-ins', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<SignInRow>(
            realm.sql(`select sign_in_id, at, result, address, user_agent from member_sign_ins
              where account_id = $1 and ($2::text is null or sign_in_id < $2)
              order by sign_in_id desc limit $3`),
            [personId, after?.[0] ?? null, limit],
          )
          return rows
        },
        positionOf: (row) => [row.sign_in_id],
        itemOf: ({ sign_in_id, at, ...row }) => ({
          ...{ object: 'sign_in' as const, id: sign_in_id, at: rfc3339(at.getTime()) },
          ...row,
        }),
      },
    )
  },
})
