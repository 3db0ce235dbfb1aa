import type { Environment } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { type ActContext, cellOfApplication, defineAct } from '../../gateway/acts/index.ts'
import { lockApplication, readSummary, textOrNull } from './applications.ts'
import type { OrganizationDependencies } from './keys/issue-keys.ts'

/** The page of the console to which the browser returns. */
export const identityPage = '/identity'

type SignInRights = {
  environment: Environment
  services: ReadonlySet<string>
  approvedServices: ReadonlySet<string>
}

/** Whether an application may sign people in: approved in production, or of the sandbox in a demo. */
export const maySignPeopleIn = (
  { environment, services, approvedServices }: SignInRights,
  isDemo: boolean,
): boolean =>
  services.has('sso_login') && (environment === 'production' ? approvedServices.has('sso_login') : isDemo)

/** The application with which the console signs people in. Null: none. */
export const readConsoleSignIn = async (database: Database): Promise<string | null> => {
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
  prepare: ({ needs }: { needs: Needs }) => needs.isDemo(),
  async perform({
    client,
    input: { application_id: chosen },
    nowMs,
    prepared: inDemo,
  }: ActContext<Chosen, Needs, boolean>) {
    const before = await lockConsoleSignIn(client)
    if (chosen === null) await client.query('delete from console_sign_in')
    else {
      if ((await cellOfApplication(client, chosen)) !== null)
        throw new Refusal(
          'identity_application_unusable',
          'The console signs people in with an application of home.',
        )
      await lockApplication(client, chosen)
      const { redirect_uris, ...one } = await readSummary(client, chosen)
      const rights = { services: new Set(one.services), approvedServices: new Set(one.approved_services) }
      // The address of the console is not known here, only its page.
      const canReturn = redirect_uris.some((address) => address.endsWith(identityPage))
      if (!canReturn || !maySignPeopleIn({ environment: one.environment, ...rights }, inDemo))
        throw new Refusal('identity_application_unusable')
      await client.query(
        `insert into console_sign_in (application_id, chosen_at) values ($1, $2)
         on conflict (is_only) do update set application_id = excluded.application_id, chosen_at = excluded.chosen_at`,
        [chosen, new Date(nowMs)],
      )
    }
    const entry = {
      ...{ subject: chosen ?? before ?? 'console' },
      ...{ before: { application_id: before }, after: { application_id: chosen } },
    }
    return { result: { application_id: chosen }, entry }
  },
})
type Chosen = Type.Static<typeof input>

/** The choice of before, with its row locked, so that two choices happen one after the other. */
const lockConsoleSignIn = async (client: Database): Promise<string | null> => {
  const { rows } = await client.query<{ application_id: string }>(
    'select application_id from console_sign_in for update',
  )
  return rows[0]?.application_id ?? null
}
