import { Refusal } from '@nani/foundation/core/index.ts'
import type { BoundAct } from '../bind.ts'
import { checkActor } from '../check-actor.ts'
import { checkInput } from '../check-input.ts'

/** A cell by its name. Null: the process cannot use it now. `withMoney`: it has the money of the organization that was looked for. */
export type NamedCell<Cell> = { name: string; cell: Cell | null; withMoney?: boolean }

/** Where the applications of organizations are. `Cell`: what a process has of a cell. */
export type Places<Cell> = {
  /** Null: in home. */
  find(organizationId: string): Promise<NamedCell<Cell> | null>
  /** Where an application is, without a query. Null: in home. */
  findApplication(applicationId: string): NamedCell<Cell> | null
  /** Where the application of an API key is, without a query. Null: in home. */
  findKey(apiKey: string): NamedCell<Cell> | null
  /** Every cell, or those in which an organization is or was. Home is not among them. */
  all(organizationId?: string): readonly NamedCell<Cell>[]
}

/** An installation without cells. */
export const noPlaces: Places<never> = {
  find: async () => null,
  findApplication: () => null,
  findKey: () => null,
  all: () => [],
}

/** The same for the money of organizations. An earlier release left it in home, where it stays until they move again. */
export const placesOfMoney = <Cell>({
  find,
  all,
}: Pick<Places<Cell>, 'find' | 'all'>): Pick<Places<Cell>, 'find' | 'all'> => ({
  async find(organizationId) {
    const found = await find(organizationId)
    return found?.withMoney ? found : null
  },
  all,
})

/** Longer than the second after which a cell that is away is tried again. */
const retrySeconds = 5

/** Right after a move, a process may still look for an organization where it was. */
export const movedMeanwhile = () =>
  new Refusal(
    'overloaded',
    { retry_after: retrySeconds },
    { detail: 'the organization has moved to another database' },
  )

export const cellIsAway = (name: string) =>
  new Refusal('overloaded', { retry_after: retrySeconds }, { detail: `the cell ${name} is away` })

/** The cell with the applications of an organization; null: home has them. Throws `overloaded` while the cell cannot be used. */
export const cellOf = async <Cell>(
  places: Pick<Places<Cell>, 'find'>,
  organizationId: string,
): Promise<Cell | null> => {
  return usable(await places.find(organizationId))
}

/** A cell that was found, for use; null: home. Throws `overloaded` while the cell cannot be used. */
export const usable = <Cell>(found: NamedCell<Cell> | null): Cell | null => {
  if (found && found.cell === null) throw cellIsAway(found.name)
  return found?.cell ?? null
}

/**
 * Acts and readings on applications or money, each in the database that has those of the organization in its input. The place is
 * found once, here.
 */
export const inPlaces = <Cell extends object>(
  places: Pick<Places<Cell>, 'find'>,
  actsIn: (cell: Cell | null) => readonly BoundAct[],
): readonly BoundAct[] =>
  inFoundPlaces(actsIn, async ({ organization_id: id }) =>
    typeof id === 'string' ? cellOf(places, id) : null,
  )

/** The same, where `find` finds the database by the input. Null: home. Who may not do it finds out nothing. */
export const inFoundPlaces = <Place extends object>(
  actsIn: (place: Place | null) => readonly BoundAct[],
  find: (input: Readonly<Record<string, unknown>>) => Promise<Place | null>,
): readonly BoundAct[] => {
  const actsOf = onceForEach<Place>(actsIn)
  return actsIn(null).map((act, position) => ({
    ...act,
    async run(actor, input, alongside) {
      checkActor(act.declaration, actor, input)
      checkInput(act.declaration.input, input)
      const place = await find(input as Readonly<Record<string, unknown>>)
      const own = place === null ? act : (actsOf(place)[position] as BoundAct)
      return own.run(actor, input, alongside)
    },
  }))
}

/** The acts of each cell are bound once. */
export const onceForEach = <Cell extends object>(
  actsIn: (cell: Cell) => readonly BoundAct[],
): ((cell: Cell) => readonly BoundAct[]) => {
  const bound = new WeakMap<Cell, readonly BoundAct[]>()
  return (cell) => {
    const acts = bound.get(cell) ?? actsIn(cell)
    bound.set(cell, acts)
    return acts
  }
}
