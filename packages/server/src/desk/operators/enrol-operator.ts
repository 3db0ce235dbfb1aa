import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import {
  completeSignIn,
  cookiesSchema,
  findAccount,
  hashOf,
  openAccount,
  requireGoodPassword,
  visitSchema,
} from '../../organizations/people/index.ts'
import { enrolmentAct } from './needs.ts'
import { type OperatorRow, operatorColumns } from './operator-rows.ts'

const findInvited = async (
  database: Database,
  token: string,
  { nowMs, lock }: { nowMs: number; lock: boolean },
): Promise<OperatorRow> => {
  const { rows } = await database.query<OperatorRow>(
    `select ${operatorColumns} from operators
     where enrolment_hash = $1 and enrolment_expires_at > $2 and disabled_at is null ${lock ? 'for update' : ''}`,
    [hashOf(token), new Date(nowMs)],
  )
  if (!rows[0])
    throw new Refusal('value_invalid', 'The link is not valid, or it was used already.', {
      context: { field: 'token' },
      next: 'Ask for another invitation.',
    })
  return rows[0]
}

/** The token counts once. The session permits nothing but adding a second factor. */
export const enrolOperator = enrolmentAct({
  name: 'operators.enrol',
  sentence: { en: 'Enrols an invited operator', fr: 'Inscrit un opérateur invité' },
  actors: { system: true },
  routes: { operator: 'POST /enrolments' },
  answers: 201,
  rateLimit: { burst: 50, refillMs: 2_000 },
  input: Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 200 }),
      password: Type.String({ minLength: 1, maxLength: 1_000 }),
      visit: visitSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    status: Type.Literal('signed_in'),
    operator_id: Type.String(),
    methods: Type.Array(Type.String()),
    cookies: cookiesSchema,
  }),
  refusals: ['value_invalid', 'password_refused', 'too_many_attempts'],
  async prepare({ input: { token, password, visit }, needs: { pool, hashing }, nowMs }) {
    const { email } = await findInvited(pool, token, { nowMs, lock: false })
    await requireGoodPassword(password, email)
    return hashing.hash(password, visit.address)
  },
  async perform({ client, input: { token, visit }, needs, nowMs, prepared: passwordHash }) {
    const { realm } = needs
    const row = await findInvited(client, token, { nowMs, lock: true })
    const accountId = row.operator_id
    await client.query(
      `update operators set enrolment_hash = null, enrolment_expires_at = null, enrolled_at = $2, version = version + 1
       where operator_id = $1`,
      [accountId, new Date(nowMs)],
    )
    const isOpened = await openAccount(client, realm, {
      ...{ accountId, email: row.email, name: row.name, language: 'fr' as const, passwordHash, nowMs },
    })
    const account = isOpened && (await findAccount(client, realm, accountId))
    if (!account) throw new Error('an invited operator has an account already')
    const cookies = await completeSignIn(client, { account, visit, secondFactorAtMs: null, nowMs }, needs)
    return {
      result: { status: 'signed_in' as const, operator_id: accountId, methods: [], cookies },
      entry: { subject: accountId },
      provenActor: { kind: 'operator' as const, name: row.name, roles: row.roles, operatorId: accountId },
    }
  },
})
