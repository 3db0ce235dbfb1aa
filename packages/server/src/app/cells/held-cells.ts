import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { placeOfOrganization } from './places.ts'

/*
 * No process opens a cell that is held. After a restore, home may still have the address of a cell that serves another installation, and a
 * cell that was given up may come back with the rows of an organization that is somewhere else.
 */

type Home = Pick<pg.ClientBase, 'query'>
type HeldUntil = 'prepared' | 'added'

/** Null: the cell is not held. */
const readHeld = async (home: Home, name: string): Promise<HeldUntil | null> => {
  const { rows } = await home.query<{ until: HeldUntil | null }>(`${heldUntil} where name = $1`, [name])
  return rows[0]?.until ?? null
}

/** An older schema, which is about to be migrated, does not have the column. */
const heldUntil = `select name, to_jsonb(cells)->>'held_until' as until from cells`

export const readHeldCells = async (home: Home): Promise<Set<string>> => {
  const { rows } = await home.query<{ name: string; until: string | null }>(heldUntil)
  return new Set(rows.flatMap(({ name, until }) => (until === null ? [] : [name])))
}

/** Refuses a cell that is held. `but`: the command that ends this. `otherwise`: what a person can do instead. */
export const requireNotHeld = async (
  home: Home,
  name: string,
  { but, otherwise = '' }: { but?: HeldUntil; otherwise?: string } = {},
): Promise<void> => {
  const held = await readHeld(home, name)
  if (held !== null && held !== but) throw isHeld(name, held, otherwise)
}

const isHeld = (name: string, until: HeldUntil, otherwise: string): Refusal =>
  new Refusal('cell_in_use', `The cell ${name} is held until it is ${until} again.`, {
    next: `Run: nani cells ${until === 'prepared' ? 'prepare' : 'add'} ${name}${otherwise}`,
  })

/** Of a cell that was given up. */
export const holdClosed = async (home: Home, name: string): Promise<void> => {
  await home.query(`update cells set held_until = 'added' where name = $1`, [name])
}

/** After a restore. `elsewhere`: the cells that are not at the addresses that home has. */
export const holdRestored = async (home: Home, elsewhere: readonly string[]): Promise<void> => {
  await home.query(
    `update cells set held_until = case when name = any($1) then 'added' else 'prepared' end`,
    [elsewhere],
  )
}

export const endHold = async (home: Home, name: string): Promise<void> => {
  await home.query('update cells set held_until = null where name = $1', [name])
}

/** Before the hold ends: an organization that a cell got with a move, and that home has somewhere else, would be there twice. */
export const requireNoneTwice = async (home: Home, cell: pg.Pool, name: string): Promise<void> => {
  if ((await readHeld(home, name)) === null) return
  const { rows } = await cell.query<{ id: string }>(
    `select organization_id as id from moved_rows m where state = 'arrived'
     and not exists (select from move_fences f where f.organization_id = m.organization_id and moved_at is not null)`,
  )
  for (const { id } of rows)
    if ((await placeOfOrganization(home, id)) !== name)
      throw new Refusal('cell_elsewhere', `The database has rows of ${id}, which is in another one.`, {
        next: 'Use an empty database.',
      })
}
