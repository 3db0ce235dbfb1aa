import type { Actor } from '@nani/foundation/core/index.ts'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { BoundAct } from './bind.ts'
import { checkActor } from './check-actor.ts'
import { checkInput } from './check-input.ts'
import { type Databases, listOfAll, readPageOfAll } from './databases/ask-all.ts'
import { mergeRows } from './databases/merge-rows.ts'
import type { Declaration, RouteText, Surface } from './declaration.ts'
import type { ActNeeds } from './define-act.ts'
import { type ListCursors, listOf, type Part, type Position, pageInput, readPage } from './list-pages.ts'

/** A reading that returns the rows of a list, or a part of them (`partInput`). */
type ListReading<Input extends Part, Needs, Row> = {
  (actor: Actor, input: Input, needs: Needs): Promise<readonly Row[]>
  readonly declaration: Declaration
}

type PagesForm<Row> = {
  surface: Surface
  route: RouteText
  /** The members of the path and of the query, without those of a page. */
  filters: TProperties
  cursors: ListCursors
  /** The values of a row that the order of the list compares. */
  positionOf(row: Row): Position
  /** Where the rows are in several databases. `descends`: whether the list of these filters begins with the largest position. */
  ofAll?: { databases: Databases; descends(filters: Readonly<Record<string, unknown>>): boolean }
}

type Given = { cursor?: string; limit?: number }

/**
 * A reading of a list in the pages of a surface. Each page reads its own rows alone, and one more. A list over several databases has the
 * newest rows first.
 */
export const inPages = <Input extends Part, Needs extends ActNeeds, Row>(
  reading: ListReading<Input, Needs, Row>,
  needs: Needs,
  { surface, route, filters, cursors, positionOf, ofAll }: PagesForm<Row>,
): BoundAct => {
  const { items } = reading.declaration.output as unknown as { items: TSchema }
  const declaration: Declaration = {
    ...reading.declaration,
    routes: { [surface]: route },
    input: Type.Object({ ...filters, ...pageInput }, { additionalProperties: false }),
    output: ofAll ? listOfAll(items) : listOf(items),
    refusals: [...new Set([...reading.declaration.refusals, 'value_invalid' as const])],
  }
  return {
    declaration,
    async run(actor, given) {
      checkActor(declaration, actor, given)
      checkInput(declaration.input, given)
      const { cursor: _cursor, limit: _limit, ...members } = given as Given
      const read = async (pool: ActNeeds['pool'], after: Position | null, limit: number) => [
        ...(await reading(actor, { ...members, limit, ...(after && { after }) } as Input, {
          ...needs,
          pool,
        })),
      ]
      // A cursor of an earlier release has another position. It is refused, because it was made for another name.
      const page = { name: route, actor, input: given as Given, cursors }
      const itemOf = (row: Row) => row
      if (!ofAll)
        return readPage(page, { rows: (after, limit) => read(needs.pool, after, limit), positionOf, itemOf })
      return readPageOfAll(page, {
        rows: (after, limit) =>
          mergeRows({
            ...{ databases: ofAll.databases(), positionOf, limit, descends: ofAll.descends(members) },
            read: (pool) => read(pool, after, limit),
          }),
        positionOf,
        itemOf,
      })
    },
  }
}
