import { type Actor, bareName, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Declaration } from './declaration.ts'

type NameUse = { is_disabled: boolean; active_name: string | null; names_count: boolean }

/**
 * Returns the actor under the name of the account, so that every rule about the person finds it. The name of a command is the name of an account of the desk, where accounts exist (spec/organizations#operator-roles). A
 * disabled person acts under no surface. Where names count, that is outside a demo, an act of two people needs two accounts.
 */
export const checkOperatorName = async (
  pool: pg.Pool,
  actor: Actor,
  { secondPerson }: Pick<Declaration, 'secondPerson'>,
): Promise<Actor> => {
  if (actor.kind !== 'operator' || actor.operatorId !== undefined) return actor
  const { rows } = await pool.query<NameUse>(
    `select coalesce(bool_or(name_key = $1 and disabled_at is not null), false) as is_disabled,
       max(name) filter (where name_key = $1 and disabled_at is null) as active_name,
       count(enrolled_at) filter (where disabled_at is null) >= 2
         and not coalesce((select value from installation_rules where rule = 'demo'), false) as names_count
     from operators`,
    [bareName(actor.name)],
  )
  const { is_disabled = false, active_name: name = null, names_count = false } = rows[0] ?? {}
  if (is_disabled) throw new Refusal('not_permitted', `The account of ${actor.name} is disabled.`)
  if (secondPerson && names_count && name === null)
    throw new Refusal('not_permitted', `There is no operator with the name ${actor.name}.`, {
      next: 'Give the name of an operator with --as. nani operators list shows them.',
    })
  return name === null ? actor : { ...actor, name }
}
