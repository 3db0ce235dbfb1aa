import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { defineAct } from '../../gateway/acts/index.ts'

const moved = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    last_step_at: Type.String(),
    /** The leaves of each log at that moment. */
    production: Type.Integer(),
    sandbox: Type.Integer(),
  },
  { additionalProperties: false },
)
export type Moved = Static<typeof moved>

const name = 'audit.continue_elsewhere'

/**
 * The log goes on in a copy of its database. The act becomes a leaf in the next step: from then on no one can remove it without a trace.
 */
export const continueElsewhere = defineAct({
  name: 'audit.continue_elsewhere',
  sentence: {
    en: 'Continues the transparency log in another database',
    fr: 'Continue le journal de transparence dans une autre base de données',
  },
  actors: { system: true },
  input: moved,
  output: Type.Null(),
  async perform({ input: { from, to, last_step_at, production, sandbox } }) {
    return {
      result: null,
      entry: {
        subject: 'audit_log',
        before: { database: from, last_step_at },
        after: { database: to, production, sandbox },
      },
    }
  },
})

/** A time at which the log went on in another database, as the check reports it. */
export type LogMove = Pick<Moved, 'last_step_at' | 'production' | 'sandbox'> & { act: string; at: string }

export const readMoves = async (database: Database): Promise<LogMove[]> => {
  const { rows } = await database.query<{
    act_number: string
    at: Date
    before: Pick<Moved, 'last_step_at'>
    after: Pick<Moved, 'production' | 'sandbox'>
  }>('select act_number, at, before, after from acts where action = $1 order by act_number', [name])
  return rows.map(({ act_number: number, at, before, after }) => ({
    ...{ act: `act_${number}`, at: rfc3339(at.getTime()), last_step_at: before.last_step_at },
    ...{ production: after.production, sandbox: after.sandbox },
  }))
}
