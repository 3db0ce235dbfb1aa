import type { BoundAct } from '../bind.ts'
import { askAll, type Databases, unreadIn } from './ask-all.ts'
import { cellIsAway, onceForEach, type Places } from './places.ts'

type InEvery<Cell, Result> = {
  databases: Databases
  places: Pick<Places<Cell>, 'all'>
  /** Of a cell; null: of home. */
  actsIn(cell: Cell | null): readonly BoundAct[]
  /** One answer for those of all databases. */
  join(first: Result, all: readonly Result[]): Result
}

/** Acts and readings that each database performs for itself, at once. The answer names those that did not. */
export const inEveryDatabase = <Cell extends object, Result extends object>({
  databases,
  places,
  actsIn,
  join,
}: InEvery<Cell, Result>): readonly BoundAct[] => {
  const actsOf = onceForEach<Cell>(actsIn)
  return actsIn(null).map((act, position) => ({
    ...act,
    async run(actor, input) {
      const cells = new Map(places.all().map(({ name, cell }) => [name, cell]))
      const { answers, unread } = await askAll(databases(), async (_pool, name) => {
        const cell = cells.get(name)
        return (cell ? (actsOf(cell)[position] as BoundAct) : act).run(actor, input)
      })
      const all = answers.map(({ answer }) => answer as Result)
      const [first] = all
      if (first === undefined) throw cellIsAway(unread.join(', '))
      return { ...join(first, all), ...unreadIn(unread) }
    },
  }))
}
