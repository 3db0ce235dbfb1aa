import Type from 'typebox'
import { inEveryRealm, peopleAct } from '../define.ts'
import { endSession, readSessionRow } from '../sessions.ts'
import { cookiesSchema, visitSchema } from '../visit.ts'

/** Ends the session of the request, if there is one. */
export const signOut = peopleAct({
  name: 'people.sign_out',
  sentence: { en: 'Signs out', fr: 'Se déconnecte' },
  actors: { system: true },
  routes: inEveryRealm('DELETE /session'),
  answers: 204,
  input: Type.Object({ visit: visitSchema }, { additionalProperties: false }),
  output: Type.Object({ cookies: cookiesSchema }),
  async perform({ client, input: { visit }, needs: { realm }, nowMs }) {
    const session = await readSessionRow(client, realm, visit.session, nowMs)
    if (session) await endSession(client, realm, session.session_hash)
    return {
      result: { cookies: { session: null } },
      entry: { subject: session?.account_id ?? 'unknown', after: { session: session?.session_id ?? null } },
    }
  },
})
