import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Actor, actorId, Refusal } from '@nani/foundation/core/index.ts'
import Type, { type TSchema } from 'typebox'

/** The position after a row: the values of its keys, in the order of the list. */
export type Position = readonly (string | number)[]

/** Seals positions in lists, and opens exactly those that it sealed for the same list, filters and reader. */
export type ListCursors = {
  seal(position: Position, list: string): string
  /** Throws `value_invalid` for any other text. */
  open(cursor: string, list: string): Position
}

const macBytes = 16

export const createListCursors = (key: KeyObject): ListCursors => {
  const macOf = (content: Buffer, list: string) =>
    createHmac('sha256', key).update(list).update('\n').update(content).digest().subarray(0, macBytes)
  return {
    seal(position, list) {
      const content = Buffer.from(JSON.stringify(position))
      return Buffer.concat([macOf(content, list), content]).toString('base64url')
    },
    open(cursor, list) {
      const bytes = Buffer.from(cursor, 'base64url')
      const [mac, content] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)]
      // Base64 has several spellings of the same bytes. Only the one that was issued is accepted.
      const isOurs =
        mac.length === macBytes &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(macOf(content, list), mac)
      if (!isOurs)
        throw new Refusal('value_invalid', 'The field cursor is not a cursor of this list.', {
          context: { field: 'cursor' },
          next: 'Begin at the first page, and repeat the same filters with its cursor.',
        })
      return JSON.parse(content.toString()) as Position
    },
  }
}

/** The members of the input of every list. */
export const pageInput = {
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
}

/** The members with which a reading returns a part of its rows, in its order. Without them it returns all rows. */
export const partInput = {
  /** The position of the row before the part. */
  after: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]), { minItems: 1, maxItems: 3 })),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
}
export type Part = { after?: Position | null; limit?: number }

/** The values for SQL of a position that begins with a time, in milliseconds; nulls: the start of the list. */
export const afterTime = (after: Position | null | undefined, names = 1): (Date | string | null)[] =>
  after ? [new Date(Number(after[0])), ...after.slice(1).map(String)] : Array(1 + names).fill(null)

export const listOf = <Schema extends TSchema>(item: Schema) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  })

type PageInput = { cursor?: string; limit?: number }
export type Page<Item> = { object: 'list'; data: Item[]; next_cursor: string | null }
export type ListContext = { name: string; actor: Actor; input: PageInput; cursors: ListCursors }

export type ListReading<Row, Item> = {
  /** Reads the rows after a position in the order of the list; null: from its start. */
  rows(after: Position | null, limit: number): Promise<Row[]>
  positionOf(row: Row): Position
  itemOf(row: Row): Item
  /** Where a bounded search stopped before the end of the list. Its page may be short, and the next one goes on there. */
  stoppedAt?(): Position | null
}

const defaultLimit = 50

/** Reads one page by keyset. A cursor is bound to the list, its filters and its reader. */
export const readPage = async <Row, Item>(
  { name, actor, input, cursors }: ListContext,
  { rows, positionOf, itemOf, stoppedAt }: ListReading<Row, Item>,
): Promise<Page<Item>> => {
  const { cursor, limit = defaultLimit, ...filters } = input
  const list = JSON.stringify([name, actorId(actor), Object.entries(filters).toSorted()])
  const after = cursor === undefined ? null : cursors.open(cursor, list)
  const found = await rows(after, limit + 1)
  const data = found.slice(0, limit)
  const last = data.at(-1)
  const next = found.length > limit && last ? positionOf(last) : (stoppedAt?.() ?? null)
  return {
    object: 'list',
    data: data.map(itemOf),
    next_cursor: next && cursors.seal(next, list),
  }
}
