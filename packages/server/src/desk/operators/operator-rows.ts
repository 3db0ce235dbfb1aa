import { type OperatorRole, operatorRoles, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'

export const roleList = Type.Array(Type.Enum([...operatorRoles]), { minItems: 1, uniqueItems: true })
const timeOrNull = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

export const operatorSchema = Type.Object({
  object: Type.Literal('operator'),
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  roles: roleList,
  status: Type.Enum(['invited', 'active', 'disabled']),
  created_at: Type.String({ format: 'date-time' }),
  enrolled_at: timeOrNull,
  disabled_at: timeOrNull,
})
export type OperatorObject = Static<typeof operatorSchema>

export type OperatorRow = {
  operator_id: string
  email: string
  name: string
  roles: OperatorRole[]
  created_at: Date
  enrolment_expires_at: Date | null
  enrolled_at: Date | null
  disabled_at: Date | null
}

export const operatorColumns =
  'operator_id, email, name, roles, created_at, enrolment_expires_at, enrolled_at, disabled_at'

const timeOf = (date: Date | null): string | null => date && rfc3339(date.getTime())

const statusOf = ({ enrolled_at, disabled_at }: OperatorRow): OperatorObject['status'] => {
  if (disabled_at) return 'disabled'
  return enrolled_at ? 'active' : 'invited'
}

export const operatorObject = (row: OperatorRow): OperatorObject => ({
  object: 'operator',
  ...{ id: row.operator_id, email: row.email, name: row.name, roles: row.roles, status: statusOf(row) },
  created_at: rfc3339(row.created_at.getTime()),
  enrolled_at: timeOf(row.enrolled_at),
  disabled_at: timeOf(row.disabled_at),
})

/** An operator by id or address, locked until the transaction ends. */
export const lockOperator = async (client: Database, idOrEmail: string): Promise<OperatorRow> => {
  const { rows } = await client.query<OperatorRow>(
    `select ${operatorColumns} from operators where operator_id = $1 or email = $2 for update`,
    [idOrEmail, idOrEmail.normalize('NFKC').toLowerCase()],
  )
  if (!rows[0]) throw new Refusal('object_not_found', 'There is no such operator.')
  return rows[0]
}

/** The operator of a session; null: there is none, or the account is disabled. */
export const activeOperator = async (
  database: Database,
  id: string,
): Promise<{ name: string; roles: OperatorRole[]; email: string } | null> => {
  const { rows } = await database.query<{ name: string; roles: OperatorRole[]; email: string }>({
    name: 'active-operator',
    text: `select name, roles, email from operators
      where operator_id = $1 and enrolled_at is not null and disabled_at is null`,
    values: [id],
  })
  return rows[0] ?? null
}
