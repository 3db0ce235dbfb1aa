import { Refusal, type RefusalCode } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { BoundAct } from '../bind.ts'
import { askAll, databasesOf } from './ask-all.ts'
import { cellIsAway, movedMeanwhile, onceForEach, type Places, usable } from './places.ts'

type Needs<Cell> = { home: pg.Pool; places: Pick<Places<Cell>, 'all' | 'findApplication'> }

/**
 * The cell with an object that is known by its id alone; null: home has it, or no database does. `applicationOf` looks for it in one
 * database. Throws `overloaded` if it was not found and a database does not answer: it may be there.
 */
const findObject = async <Cell extends { pool: pg.Pool }>(
  { home, places }: Needs<Cell>,
  applicationOf: (pool: pg.Pool) => Promise<string | null>,
): Promise<Cell | null> => {
  const cells = places.all()
  // The act in home finds out by itself.
  if (cells.length === 0) return null
  const asked = await askAll(databasesOf(home, places)(), applicationOf)
  const found = asked.answers.flatMap(({ name, answer: id }) => (id === null ? [] : [{ name, id }]))
  const [first] = found
  if (!first) {
    const [unread] = asked.unread
    if (unread !== undefined) throw cellIsAway(unread)
    return null
  }
  // At the end of a move two databases have it for a moment. The one that home names accepts writes.
  const placed = places.findApplication(first.id)?.name ?? 'home'
  const { name } = found.find((one) => one.name === placed) ?? first
  return usable(cells.find((one) => one.name === name) ?? null)
}

type InPlace<Cell> = Needs<Cell> & {
  actsIn(cell: Cell | null): readonly BoundAct[]
  applicationOf(pool: pg.Pool, id: string): Promise<string | null>
  /** The refusal of an act whose object its database does not have. */
  missing: RefusalCode
}

/** Acts on an object that only its id names, each in the database that has it. */
export const inPlaceOfObject = <Cell extends { pool: pg.Pool }>({
  actsIn,
  applicationOf,
  missing,
  ...needs
}: InPlace<Cell>): readonly BoundAct[] => {
  const actsOf = onceForEach<Cell>(actsIn)
  return actsIn(null).map((act, position) => ({
    ...act,
    async run(actor, input, alongside) {
      const { id } = input as { id?: unknown }
      const find = () => findObject(needs, (pool) => applicationOf(pool, String(id)))
      const cell = await find()
      const own = cell === null ? act : (actsOf(cell)[position] as BoundAct)
      try {
        return await own.run(actor, input, alongside)
      } catch (error) {
        const isMissing = error instanceof Refusal && error.code === missing
        if (isMissing && (await find()) !== cell) throw movedMeanwhile()
        throw error
      }
    },
  }))
}
