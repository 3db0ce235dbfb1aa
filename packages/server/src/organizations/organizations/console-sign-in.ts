import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActContext, defineAct } from '../../gateway/acts/index.ts'
import { lockApplication, type OrganizationDependencies, readSummary, textOrNull } from './applications.ts'

/** The application with which the console signs people in. Null: none. */
export const readConsoleSignIn = async (database: Pick<pg.ClientBase, 'query'>): Promise<string | null> => {
  const { rows } = await database.query<{ application_id: string }>({
    name: 'console-sign-in',
    text: 'select application_id from console_sign_in',
  })
  return rows[0]?.application_id ?? null
}

const input = Type.Object(
  { application_id: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]) },
  { additionalProperties: false },
)
type Needs = OrganizationDependencies & { isDemo(): Promise<boolean> }

/**
 * The console is a client of sign-in like any other: an operator chooses its application. A test person of the sandbox proves no
 * identity, so that an application of the sandbox is for a demo.
 */
export const chooseConsoleSignIn = defineAct({
  name: 'applications.choose_console_sign_in',
  sentence: {
    en: 'Chooses the application with which the console signs people in',
    fr: "Choisit l'application avec laquelle la console connecte les personnes",
  },
  actors: { operator: ['supervisor'], system: true },
  input,
  output: Type.Object({ application_id: textOrNull }),
  refusals: ['application_not_found', 'identity_application_unusable'],
  async perform({ client, input: { application_id: chosen }, needs, nowMs }: ActContext<Chosen, Needs>) {
    const before = await readConsoleSignIn(client)
    await client.query('delete from console_sign_in')
    if (chosen !== null) {
      await lockApplication(client, chosen)
      const { environment, services } = await readSummary(client, chosen)
      const isProof = environment === 'production' || (await needs.isDemo())
      if (!isProof || !services.includes('sso_login')) throw new Refusal('identity_application_unusable')
      await client.query('insert into console_sign_in (application_id, chosen_at) values ($1, $2)', [
        chosen,
        new Date(nowMs),
      ])
    }
    const entry = {
      ...{ subject: chosen ?? before ?? 'console' },
      ...{ before: { application_id: before }, after: { application_id: chosen } },
    }
    return { result: { application_id: chosen }, entry }
  },
})
type Chosen = Type.Static<typeof input>
