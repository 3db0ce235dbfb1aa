import { sharedInts } from './shared-arrays.ts'

/** Consecutive lists of numbers. List `b` is `items[start[b] … start[b + 1]]`. */
export type Buckets = { start: Uint32Array; items: Uint32Array }

/** Puts item `items[i]` into list `keys[i]`. One pass counts and one pass places. Each list keeps its order. */
export const fillBuckets = (
  bucketCount: number,
  keys: Uint16Array | Uint32Array,
  items: Uint32Array,
): Buckets => {
  const start = sharedInts(bucketCount + 1)
  for (let at = 0; at < keys.length; at++) start[keys[at]! + 1]!++
  for (let bucket = 0; bucket < bucketCount; bucket++) start[bucket + 1]! += start[bucket]!
  const next = start.slice(0, bucketCount)
  const placed = sharedInts(items.length)
  for (let at = 0; at < keys.length; at++) placed[next[keys[at]!]!++] = items[at]!
  return { start, items: placed }
}

/** A power of two near the number of items: about one item in each list of the hash table. */
export const bucketCountFor = (itemCount: number): number =>
  2 ** Math.max(4, Math.ceil(Math.log2(itemCount + 1)))

/** Items by hash. The low bits of a hash select the list. The full hashes are stored in parallel to the items. */
export type HashTable = Buckets & { hashes: Uint32Array }

export const hashTable = (
  hashes: Uint32Array,
  items: Uint32Array,
  lists = bucketCountFor(hashes.length),
): HashTable => {
  const mask = lists - 1
  const start = sharedInts(lists + 1)
  for (let at = 0; at < hashes.length; at++) start[(hashes[at]! & mask) + 1]!++
  for (let list = 0; list < lists; list++) start[list + 1]! += start[list]!
  const next = start.slice(0, lists)
  const table = { start, items: sharedInts(items.length), hashes: sharedInts(items.length) }
  for (let at = 0; at < hashes.length; at++) {
    const place = next[hashes[at]! & mask]!++
    table.items[place] = items[at]!
    table.hashes[place] = hashes[at]!
  }
  return table
}

/** The items that were added with this hash. */
export const itemsUnder = ({ start, items, hashes }: HashTable, hash: number): number[] => {
  const list = hash & (start.length - 2)
  const found: number[] = []
  for (let at = start[list]!; at < start[list + 1]!; at++) if (hashes[at] === hash) found.push(items[at]!)
  return found
}
