import { nextTurn } from '@nani/foundation/core/index.ts'
import { joinBytes } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/** An item as it is stored, encrypted. An item that cannot succeed has an error and no request. */
export type StoredItem = {
  sealedRequest: Buffer | null
  sealedError: Buffer | null
  /** The most that the item may cost, in millionths. */
  quoted: number
}

/** The part that is sealed and written in one turn of the event loop. A larger part would delay other callers. */
const itemsOfSlice = 250
const bytesOfSlice = 192 * 1024

const isFull = (items: number, bytes: number) => items >= itemsOfSlice || bytes >= bytesOfSlice

const bytesOf = ({ sealedRequest, sealedError }: StoredItem): number =>
  (sealedRequest ?? sealedError)?.length ?? 0

/** Seals the items of a batch that is being accepted. Other callers are served between two slices. */
export const sealInSlices = async (
  count: number,
  sealAt: (position: number) => Promise<StoredItem>,
): Promise<StoredItem[]> => {
  const stored: StoredItem[] = []
  let items = 0
  let bytes = 0
  for (let position = 0; position < count; position++) {
    const item = await sealAt(position)
    stored.push(item)
    items++
    bytes += bytesOf(item)
    if (!isFull(items, bytes)) continue
    items = 0
    bytes = 0
    await nextTurn()
  }
  return stored
}

/** A large item is a slice of its own. */
const isLarge = (item: StoredItem) => bytesOf(item) >= bytesOfSlice

const endOfSlice = (items: readonly StoredItem[], from: number): number => {
  let bytes = 0
  for (let to = from; to < items.length; to++) {
    const item = items[to] as StoredItem
    if (isFull(to - from, bytes) || (to > from && isLarge(item))) return to
    bytes += bytesOf(item)
  }
  return items.length
}

type Place = { applicationId: string; batchId: string; day: string }

/** Writes the items of a batch that is being accepted, slice by slice. */
export const insertItems = async (
  client: pg.PoolClient,
  place: Place,
  items: readonly StoredItem[],
): Promise<void> => {
  for (let from = 0; from < items.length; ) {
    const to = endOfSlice(items, from)
    const slice = items.slice(from, to)
    const [first] = slice
    if (first && isLarge(first)) await insertLarge(client, place, from, first)
    else await insertSlice(client, place, from, slice)
    from = to
  }
}

const insertSlice = async (
  client: pg.PoolClient,
  { applicationId, batchId, day }: Place,
  from: number,
  slice: readonly StoredItem[],
): Promise<void> => {
  await client.query({
    name: 'insert-batch-items',
    text: `insert into batch_items (application_id, day, batch_id, position, status, sealed_request, sealed_error,
             quoted)
           select $1, $2, $3, $4 + ord - 1, case when failed then 'failed' else 'pending' end,
             case when not failed then substring($5::bytea from start for length) end,
             case when failed then substring($5::bytea from start for length) end, quoted
           from unnest($6::integer[], $7::integer[], $8::boolean[], $9::bigint[]) with ordinality
             as i(start, length, failed, quoted, ord)`,
    values: [
      applicationId,
      day,
      batchId,
      from,
      ...joinedWithPlaces(slice),
      slice.map(({ sealedError }) => sealedError !== null),
      slice.map(({ quoted }) => quoted),
    ],
  })
}

/** The bytes of a slice as one parameter, and where each item begins in it and how long it is. */
const joinedWithPlaces = (slice: readonly StoredItem[]): [Buffer, starts: number[], lengths: number[]] => {
  const bytes = joinBytes()
  const starts = slice.map(({ sealedRequest, sealedError }) =>
    bytes.add(sealedRequest ?? sealedError ?? Buffer.alloc(0)),
  )
  return [bytes.joined(), starts, slice.map(bytesOf)]
}

/** Sends the bytes without an encoding. In an array of texts, a large item would be copied and escaped many times. */
const insertLarge = async (
  client: pg.PoolClient,
  { applicationId, batchId, day }: Place,
  position: number,
  { sealedRequest, sealedError, quoted }: StoredItem,
): Promise<void> => {
  await client.query({
    name: 'insert-large-batch-item',
    text: `insert into batch_items (application_id, day, batch_id, position, status, sealed_request, sealed_error,
             quoted)
           values ($1, $2, $3, $4, $5, $6::bytea, $7::bytea, $8)`,
    values: [
      applicationId,
      day,
      batchId,
      position,
      sealedError ? 'failed' : 'pending',
      sealedRequest,
      sealedError,
      quoted,
    ],
  })
}
