import { me, mySession, mySignIn } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../../gateway/acts/index.ts'
import { inEveryRealm, peopleAct, peopleReading } from '../define.ts'
import { readOwnIdentity } from '../identity/own-identity.ts'
import { ownForChange } from '../second-factor/fresh-factor.ts'
import { endOtherSessions, type SessionRow } from '../sessions.ts'
import { visitSchema } from '../visit.ts'
import { ownPerson } from './own-person.ts'

const closed = { additionalProperties: false }
const timeOf = (date: Date | null): string | null => date && rfc3339(date.getTime())

type Passkey = { id: string; name: string; created_ms: number; used_ms: number | null }
type OwnAccount = {
  email: string
  name: string
  language: 'fr' | 'en'
  created_at: Date
  has_totp: boolean
  passkeys: Passkey[]
  codes: number
  second_factor_at: Date | null
  expires_at: Date
}

export const readMe = peopleReading({
  name: 'people.read_me',
  sentence: { en: 'Reads the own account', fr: 'Lit son propre compte' },
  actors: { person: true },
  routes: inEveryRealm('GET /me'),
  input: Type.Object({}, closed),
  output: me,
  refusals: ['not_signed_in'],
  async read({ pool, actor, needs }) {
    const { realm, membershipsOf, operatorRolesOf } = needs
    const { personId, sessionId } = ownPerson(actor)
    const [{ rows }, organizations, roles, nationalIdentity] = await Promise.all([
      pool.query<OwnAccount>({
        name: realm.statement('own-account'),
        text: realm.sql(`select a.email, a.name, a.language, a.created_at, a.sealed_totp is not null as has_totp,
          (select coalesce(jsonb_agg(jsonb_build_object('id', p.passkey_id, 'name', p.name,
              'created_ms', floor(extract(epoch from p.created_at) * 1000),
              'used_ms', floor(extract(epoch from p.last_used_at) * 1000)) order by p.created_at, p.passkey_id), '[]')
            from member_passkeys p where p.account_id = $1) as passkeys,
          (select count(*)::int from member_recovery_codes c where c.account_id = $1 and used_at is null) as codes,
          s.second_factor_at, s.expires_at
          from member_accounts a join member_sessions s using (account_id)
          where account_id = $1 and s.session_id = $2`),
        values: [personId, sessionId],
      }),
      membershipsOf(personId),
      operatorRolesOf?.(personId),
      readOwnIdentity(personId, needs),
    ])
    const [account] = rows
    // The session may have ended since the request began.
    if (!account) throw new Refusal('not_signed_in', 'The session has ended.')
    return {
      object: 'person' as const,
      id: personId,
      email: account.email,
      name: account.name,
      language: account.language,
      created_at: rfc3339(account.created_at.getTime()),
      second_factor: {
        totp: account.has_totp,
        passkeys: account.passkeys.map(({ id, name, created_ms, used_ms }) => ({
          ...{ id, name, created_at: rfc3339(created_ms) },
          last_used_at: used_ms === null ? null : rfc3339(used_ms),
        })),
        recovery_codes_left: account.codes,
      },
      session: {
        id: sessionId,
        second_factor_at: timeOf(account.second_factor_at),
        expires_at: rfc3339(account.expires_at.getTime()),
      },
      ...(nationalIdentity && { national_identity: nationalIdentity }),
      organizations,
      ...(roles && { roles }),
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
  stepUpWhen: 'own_second_factor',
  input: Type.Object({ id: Type.String({ minLength: 1 }), visit: visitSchema }, closed),
  output: Type.Null(),
  refusals: ['not_signed_in', 'second_factor_required', 'object_not_found'],
  async perform({ client, actor, input: { id, visit }, needs, nowMs }) {
    const { personId } = ownPerson(actor)
    const { realm } = needs
    await ownForChange(client, { personId, visit, nowMs }, needs)
    const { rowCount } = await client.query(
      realm.sql('delete from member_sessions where session_id = $1 and account_id = $2'),
      [id, personId],
    )
    if (rowCount === 0) throw new Refusal('object_not_found', 'There is no such session.')
    return { result: null, entry: { subject: personId, before: { session: id } } }
  },
})

/** All of them at once, for example after a factor was lost. */
export const endMyOtherSessions = peopleAct({
  name: 'people.end_other_sessions',
  sentence: {
    en: 'Ends the other sessions of the own account',
    fr: 'Termine les autres sessions de son compte',
  },
  actors: { person: true },
  routes: inEveryRealm('DELETE /me/sessions'),
  answers: 204,
  stepUpWhen: 'own_second_factor',
  input: Type.Object({ visit: visitSchema }, closed),
  output: Type.Null(),
  refusals: ['not_signed_in', 'second_factor_required'],
  async perform({ client, actor, input: { visit }, needs, nowMs }) {
    const { personId: accountId, sessionId } = ownPerson(actor)
    await ownForChange(client, { personId: accountId, visit, nowMs }, needs)
    const ended = await endOtherSessions(client, needs.realm, { accountId, sessionId })
    return { result: null, entry: { subject: accountId, before: { sessions: ended } } }
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
