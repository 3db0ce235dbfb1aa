import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { deriveKey } from '../storage/index.ts'
import { partialOf } from './day-files.ts'
import type { WrittenFile } from './sealed-parts.ts'

/*
 * The file of keys says which parts can have a row with a value. An entry is a number of 64 bits: 40 bits of a keyed hash
 * of the value, and 24 bits of the number of the part. Entries are sorted. The file contains no value: without the root
 * key it says nothing but how many rows share one. Two values can have one hash. Then a part is read without need.
 */

const formatLine = Buffer.from('NANI KEYS 1\n'.padEnd(16, '\n'))
const headBytes = formatLine.length + 8
const partBits = 24n
export const maxParts = 2 ** 24

/** The same for all days, so that a value is hashed once for a search over many days. */
export const hashingKeyOf = (rootKey: Buffer): KeyObject => deriveKey(rootKey, 'archive-keys')

/** The smallest entry of a value. */
export const entryOfValue = (key: KeyObject, value: string): bigint =>
  (createHmac('sha256', key).update(value).digest().readBigUInt64BE() >> partBits) << partBits

const buckets = 64
const bucketOf = (entry: bigint): number => Number(entry >> 58n)

/** Sorts any number of entries within a fixed memory: what does not fit waits on the disk, by its first bits. */
export const collectKeys = (path: string, maxHeld = 1 << 20) => {
  const held = new BigUint64Array(maxHeld)
  const spilled = new Set<number>()
  let used = 0
  const bucketFile = (bucket: number) => `${path}.${bucket}`

  const spill = async () => {
    const sorted = held.subarray(0, used).sort()
    for (let from = 0; from < used; ) {
      const bucket = bucketOf(sorted[from] as bigint)
      let until = from
      while (until < used && bucketOf(sorted[until] as bigint) === bucket) until++
      const handle = await open(bucketFile(bucket), spilled.has(bucket) ? 'a' : 'w', 0o600)
      await handle.appendFile(bytesOf(sorted.subarray(from, until))).finally(() => handle.close())
      spilled.add(bucket)
      from = until
    }
    used = 0
  }
  const sortedRuns = async function* (): AsyncGenerator<BigUint64Array> {
    if (spilled.size === 0) {
      yield held.subarray(0, used).sort()
      return
    }
    await spill()
    for (const bucket of [...spilled].sort((one, other) => one - other)) {
      const bytes = await readFile(bucketFile(bucket))
      yield new BigUint64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)).sort()
    }
  }
  return {
    async add(entries: Iterable<bigint>) {
      for (const entry of entries) {
        if (used === maxHeld) await spill()
        held[used++] = entry
      }
    },
    /** Writes the file, and waits for the disk. */
    async write(places: readonly number[]): Promise<WrittenFile> {
      const handle = await open(path, 'w', 0o600)
      const hash = createHash('sha256')
      let bytes = 0
      const append = async (chunk: Buffer) => {
        await handle.appendFile(chunk)
        hash.update(chunk)
        bytes += chunk.length
      }
      await append(headOf(places.length))
      await append(bytesOf(BigUint64Array.from(places, BigInt)))
      for await (const run of sortedRuns()) await append(bytesOf(run))
      await handle.sync()
      await handle.close()
      for (const bucket of spilled) await rm(bucketFile(bucket))
      return { bytes, sha256: hash.digest('hex') }
    },
  }
}

/** The names of the files in which entries of a file of keys can wait. */
export const spillFilesOf = (keys: string): string[] =>
  Array.from({ length: buckets }, (_, bucket) => `${partialOf(keys)}.${bucket}`)

const bytesOf = (numbers: BigUint64Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)

const headOf = (places: number): Buffer => {
  const head = Buffer.alloc(headBytes)
  formatLine.copy(head)
  head.writeBigUInt64LE(BigInt(places), formatLine.length)
  return head
}

/** A file of keys that is open. It is searched on the disk, and not loaded. */
export const readKeys = async (handle: FileHandle) => {
  const read = async (from: number, length: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await handle.read(buffer, 0, length, from)
    if (bytesRead !== length) throw new Error('The file of keys is cut.')
    return buffer
  }
  const head = await read(0, headBytes)
  if (!head.subarray(0, formatLine.length).equals(formatLine))
    throw new Error('The file of keys has another format.')
  const places = Number(head.readBigUInt64LE(formatLine.length))
  const start = headBytes + 8 * places
  const count = Math.floor(((await handle.stat()).size - start) / 8)
  if (count < 0) throw new Error('The file of keys is cut.')

  const entriesAt = async (place: number, number: number): Promise<bigint[]> => {
    const bytes = await read(start + 8 * place, 8 * number)
    return Array.from({ length: number }, (_, nth) => bytes.readBigUInt64LE(8 * nth))
  }
  /** The first place whose entry is not smaller. Hashes are evenly spread, so that few readings find it. */
  const firstPlaceOf = async (wanted: bigint): Promise<number> => {
    let low = 0
    let high = count
    while (high - low > pageEntries) {
      const middle = (low + high) >>> 1
      const [entry = 0n] = await entriesAt(middle, 1)
      if (entry < wanted) low = middle + 1
      else high = middle
    }
    const page = await entriesAt(low, high - low)
    const within = page.findIndex((entry) => entry >= wanted)
    return within === -1 ? high : low + within
  }
  return {
    parts: places - 1,
    /** Where a part begins and ends in the file of rows. */
    async placeOf(part: number): Promise<{ part: number; from: number; until: number }> {
      if (part < 0 || part >= places - 1) throw new Error(`The file has no part ${part}.`)
      const bytes = await read(headBytes + 8 * part, 16)
      return { part, from: Number(bytes.readBigUInt64LE()), until: Number(bytes.readBigUInt64LE(8)) }
    },
    /** The parts that can have a value, by the entry of the value. */
    async partsWith(entry: bigint): Promise<number[]> {
      const end = entry + (1n << partBits)
      const parts: number[] = []
      for (let place = await firstPlaceOf(entry); place < count; place += pageEntries) {
        const page = await entriesAt(place, Math.min(pageEntries, count - place))
        for (const one of page) {
          if (one >= end) return parts
          parts.push(Number(one - entry))
        }
      }
      return parts
    },
  }
}

const pageEntries = 512
