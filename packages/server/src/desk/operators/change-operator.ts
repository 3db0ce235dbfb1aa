import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { afterTime, partInput } from '../../gateway/acts/index.ts'
import { closeAccount } from '../../organizations/people/index.ts'
import { endProposalsOf } from '../proposals/index.ts'
import { operatorAct, operatorReading } from './needs.ts'
import {
  lockOperator,
  type OperatorRow,
  operatorColumns,
  operatorObject,
  operatorSchema,
  roleList,
} from './operator-rows.ts'

const closed = { additionalProperties: false }
/** The id or the e-mail address of an operator. */
const id = Type.String({ minLength: 1, maxLength: 254 })
const maxListed = 1_000

export const listOperators = operatorReading({
  name: 'operators.list',
  sentence: { en: 'Lists the operators', fr: 'Liste les opérateurs' },
  actors: { operator: ['supervisor', 'auditor'], system: true },
  input: Type.Object(partInput, closed),
  output: Type.Array(operatorSchema),
  async read({ pool, input: { after, limit } }) {
    const { rows } = await pool.query<OperatorRow>(
      `select ${operatorColumns} from operators
       where $1::timestamptz is null or (created_at, operator_id) > ($1, $2)
       order by created_at, operator_id limit $3`,
      [...afterTime(after), Math.min(limit ?? maxListed, maxListed)],
    )
    return rows.map(operatorObject)
  },
})

/** The next request of every session has the new roles. */
export const changeOperatorRoles = operatorAct({
  name: 'operators.roles',
  sentence: { en: 'Changes the roles of an operator', fr: 'Change les rôles d’un opérateur' },
  actors: { operator: ['supervisor'], system: true },
  input: Type.Object({ id, roles: roleList }, closed),
  output: operatorSchema,
  refusals: ['object_not_found', 'value_invalid'],
  async perform({ client, input }) {
    const before = await lockOperator(client, input.id)
    await client.query('update operators set roles = $2, version = version + 1 where operator_id = $1', [
      before.operator_id,
      input.roles,
    ])
    return {
      result: operatorObject({ ...before, roles: input.roles }),
      entry: { subject: before.operator_id, before: { roles: before.roles }, after: { roles: input.roles } },
    }
  },
})

/** Ends every session in every process, because sessions are rows. Open proposals of the person end too. */
export const disableOperator = operatorAct({
  name: 'operators.disable',
  sentence: { en: 'Disables an operator', fr: 'Désactive un opérateur' },
  actors: { operator: ['supervisor'], system: true },
  input: Type.Object({ id }, closed),
  output: operatorSchema,
  refusals: ['object_not_found', 'state_conflict'],
  // An act on the register may execute a proposal of the person at the same time. While the register is away, none does.
  place: ({ registerOutbox }) => registerOutbox?.urgentTurn,
  async perform({ client, input, nowMs, needs: { realm } }) {
    const before = await lockOperator(client, input.id)
    if (before.disabled_at) throw new Refusal('state_conflict', 'The operator is disabled already.')
    const disabled_at = new Date(nowMs)
    await client.query(
      `update operators set disabled_at = $2, enrolment_hash = null, enrolment_expires_at = null, version = version + 1
       where operator_id = $1`,
      [before.operator_id, disabled_at],
    )
    await closeAccount(client, realm, before.operator_id)
    await endProposalsOf(client, before.name, nowMs)
    const after = { ...before, disabled_at }
    return {
      result: operatorObject(after),
      entry: { subject: before.operator_id, after: { status: 'disabled' } },
    }
  },
})
