import type { TSchema } from 'typebox'
import Type from 'typebox'
import {
  type BoundAct,
  checkInput,
  type ListCursors,
  listOf,
  type Position,
  pageInput,
  readPage,
} from '../../../gateway/acts/index.ts'

type Row = { id?: string | number; organization_id?: string }
type Whole = { data: Row[] }
type Given = { cursor?: string; limit?: number }
type ListSchema = { properties: { data: { items: TSchema } } }
type InputSchema = { properties: Record<string, TSchema & { maximum?: number }> }

/** The name of a row in its list. A row without one never changes. */
const nameOf = (row: Row): string | number => row.id ?? row.organization_id ?? JSON.stringify(row)

/** A row that left the list meanwhile had this place. The next one has it now. */
const placeAfter = (rows: readonly Row[], after: Position | null): number => {
  if (after === null) return 0
  const at = rows.findIndex((row) => nameOf(row) === after[0])
  return at === -1 ? Number(after[1]) : at + 1
}

/** A list that a reading returns as a whole, in the pages of every list of a surface. */
export const inPages = (whole: BoundAct, cursors: ListCursors): BoundAct => {
  const { declaration } = whole
  const { name } = declaration
  const { properties } = declaration.input as unknown as InputSchema
  // A reading with a bound of its own reads as many rows as it may.
  const most = properties.limit?.maximum
  const { data } = (declaration.output as unknown as ListSchema).properties
  const input = Type.Object({ ...properties, ...pageInput }, { additionalProperties: false })
  return {
    declaration: {
      ...declaration,
      ...{ input, output: listOf(data.items) },
      refusals: [...new Set([...declaration.refusals, 'value_invalid' as const])],
    },
    async run(actor, given) {
      checkInput(input, given)
      const { cursor: _cursor, limit: _limit, ...filters } = given as Given
      const asked = { ...filters, ...(most !== undefined && { limit: most }) }
      const rows = ((await whole.run(actor, asked)) as Whole).data
      return readPage(
        { name, actor, input: given as Given, cursors },
        {
          async rows(after, limit) {
            const from = placeAfter(rows, after)
            return rows.slice(from, from + limit).map((row, index) => ({ row, place: from + index }))
          },
          positionOf: ({ row, place }) => [nameOf(row), place],
          itemOf: ({ row }) => row,
        },
      )
    },
  }
}
