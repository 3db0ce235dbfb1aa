import { rfc3339 } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { defineReading } from './define-reading.ts'
import { filterTime } from './filter-time.ts'

const actorKinds = ['application', 'citizen', 'member', 'operator', 'system'] as const
const text = Type.String({ minLength: 1, maxLength: 200 })
const values = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** An act as it is read: who did what to which object, and the values before and after. */
export const actSchema = Type.Object({
  number: Type.Integer(),
  at: Type.String(),
  actor_kind: Type.Enum([...actorKinds]),
  /** The name of an operator, the id of a member, the pseudonym of a citizen. */
  actor: Type.String(),
  /** The account of the operating system of an operator, where it is known. */
  account: textOrNull,
  /** The surface: `command_line`, `desk`, `console`, `citizen_app`, `api`, `system`. Null: an act of an earlier release. */
  origin: textOrNull,
  organization_id: textOrNull,
  action: Type.String(),
  subject: Type.String(),
  before: values,
  after: values,
  /** The cell whose log has it. Absent: home. Each log has its own numbers. */
  cell: Type.Optional(Type.String()),
})
export type ListedAct = Static<typeof actSchema>

type Row = Omit<ListedAct, 'at' | 'number'> & { at: Date; number: string }

/** The newest acts, by person, object, organization, action and time. `before_number` continues a list. */
export const listActs = defineReading({
  name: 'acts.list',
  sentence: { en: 'Lists the acts of people', fr: 'Liste les actes des personnes' },
  actors: {
    member: ['owner', 'administrator', 'compliance_officer'],
    operator: ['auditor', 'supervisor'],
    system: true,
  },
  input: Type.Object(
    {
      actor: Type.Optional(text),
      subject: Type.Optional(text),
      organization_id: Type.Optional(text),
      action: Type.Optional(text),
      since: Type.Optional(Type.String({ maxLength: 30 })),
      until: Type.Optional(Type.String({ maxLength: 30 })),
      before_number: Type.Optional(Type.Integer({ minimum: 1 })),
      limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Array(actSchema),
  refusals: ['value_invalid'],
  async read({ pool, actor, input }) {
    // A member reads the acts of the own organization only, whatever the input names.
    const organization = actor.kind === 'member' ? actor.organizationId : (input.organization_id ?? null)
    const { rows } = await pool.query<Row>(
      `select act_number as number, at, actor_kind, actor, account, origin, organization_id, action, subject, before, after
       from acts
       where ($1::text is null or actor = $1) and ($2::text is null or subject = $2)
         and ($3::text is null or organization_id = $3) and ($4::text is null or action = $4)
         and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
         and ($7::bigint is null or act_number < $7)
       order by act_number desc limit $8`,
      [
        ...[input.actor ?? null, input.subject ?? null, organization, input.action ?? null],
        ...[
          timeOf('since', input.since),
          timeOf('until', input.until),
          input.before_number ?? null,
          input.limit,
        ],
      ],
    )
    return rows.map(({ number, at, ...row }) => ({
      number: Number(number),
      at: rfc3339(at.getTime()),
      ...row,
    }))
  },
})

const timeOf = (field: string, given: string | undefined): Date | null =>
  given === undefined ? null : filterTime(field, given)
