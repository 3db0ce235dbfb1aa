import { actorId, bareName, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { emailKey, hashOf, newSecret } from '../../organizations/people/index.ts'
import { operatorAct } from './needs.ts'
import { type OperatorRow, operatorColumns, roleList } from './operator-rows.ts'

const closed = { additionalProperties: false }
const lifeMs = 24 * 3_600_000

const invitation = Type.Object({
  operator_id: Type.String(),
  enrolment_url: Type.String(),
  expires_at: Type.String({ format: 'date-time' }),
})

/** Invites a person, or again one who did not enrol. The address counts once, within 24 hours. */
export const inviteOperator = operatorAct({
  name: 'operators.invite',
  sentence: { en: 'Invites an operator', fr: 'Invite un opérateur' },
  actors: { operator: ['supervisor'], system: true },
  input: Type.Object(
    {
      email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$' }),
      name: Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$',
      }),
      roles: roleList,
    },
    closed,
  ),
  output: invitation,
  refusals: ['value_invalid', 'state_conflict'],
  async perform({ client, actor, input, nowMs, needs: { newId, random, origin } }) {
    const email = emailKey(input.email)
    const key = bareName(input.name)
    if (key === '') throw nameRefused('The name has no visible character.')
    const known = await findKnown(client, email, key)
    const token = newSecret(random)
    const expiresAt = new Date(nowMs + lifeMs)
    const id = known?.operator_id ?? newId('opr')
    await client.query(
      `insert into operators (operator_id, email, name, name_key, roles, invited_by, created_at, enrolment_hash,
         enrolment_expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (operator_id) do update set roles = excluded.roles, invited_by = excluded.invited_by,
         enrolment_hash = excluded.enrolment_hash, enrolment_expires_at = excluded.enrolment_expires_at`,
      [
        ...[id, email, input.name.trim(), key, input.roles, actorId(actor), new Date(nowMs)],
        ...[hashOf(token), expiresAt],
      ],
    )
    return {
      result: {
        operator_id: id,
        // A fragment is not sent to a server, so that no log has the token.
        enrolment_url: `${origin()}/enrolment#token=${token}`,
        expires_at: rfc3339(expiresAt.getTime()),
      },
      entry: { subject: id, after: { roles: input.roles } },
    }
  },
})

/** The same person who was invited before; null: no one has the address or the name. */
const findKnown = async (client: pg.PoolClient, email: string, key: string): Promise<OperatorRow | null> => {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('operators', 0))`)
  const { rows } = await client.query<OperatorRow & { name_key: string }>(
    `select ${operatorColumns}, name_key from operators where email = $1 or name_key = $2`,
    [email, key],
  )
  const [row, another] = rows
  if (!row) return null
  if (another || row.email !== email || row.name_key !== key)
    throw nameRefused('Another operator has this e-mail address or this name.')
  if (row.enrolled_at || row.disabled_at)
    throw new Refusal('state_conflict', 'The operator has an account already, or it is disabled.')
  return row
}

const nameRefused = (message: string): Refusal =>
  new Refusal('value_invalid', message, { context: { field: 'name' } })
