import { createHash, type Hash } from 'node:crypto'

/** The bytes of a body as they arrive, in one contiguous buffer. */
export type BodyBytes = {
  readonly length: number
  /** Throws a RangeError if the system has no memory left. */
  add(chunk: Buffer): void
  /** All bytes, without a copy of them. */
  whole(): Buffer
  /** Lower-case hex SHA-256 of all bytes. Null for a short body, which was not hashed while it arrived. */
  sha256(): string | null
  /** Frees the memory at once. `whole()` is empty afterwards. */
  free(): void
}

/** A body grows by this much. A shorter one that arrives in one chunk is never copied. */
export const blockBytes = 64 * 1024

const noBytes = Buffer.alloc(0)

/**
 * The memory is the size of the body plus at most one block. Chunks are copied and not kept, because a Buffer of one
 * byte costs more than 300. The store grows in place, so that the whole body exists only once. Long bodies are hashed
 * while they arrive, because hashing 64 MiB at the end would block all others.
 */
export const createBodyBytes = (maxBytes: number): BodyBytes => {
  let only: Buffer | null = null
  let store: ArrayBuffer | null = null
  let view = new Uint8Array(0)
  let length = 0
  let hash: Hash | null = null
  let hashed = 0

  const makeRoomFor = (needed: number) => {
    const capacity = Math.min(Math.ceil(needed / blockBytes) * blockBytes, maxBytes)
    if (store === null) {
      store = new ArrayBuffer(capacity, { maxByteLength: maxBytes })
      // A view without a fixed length grows with its store.
      view = new Uint8Array(store)
      if (only) view.set(only)
      only = null
    } else if (store.byteLength < needed) store.resize(capacity)
  }
  const hashUpTo = (end: number) => {
    hash ??= createHash('sha256')
    hash.update(view.subarray(hashed, end))
    hashed = end
  }

  return {
    get length() {
      return length
    },
    add(chunk) {
      const needed = length + chunk.length
      if (length === 0 && needed <= blockBytes) {
        only = chunk
        length = needed
        return
      }
      makeRoomFor(needed)
      view.set(chunk, length)
      length = needed
      if (length - hashed >= blockBytes) hashUpTo(length)
    },
    whole: () => only ?? (store ? Buffer.from(store, 0, length) : noBytes),
    sha256() {
      if (hash === null) return null
      hashUpTo(length)
      return hash.digest('hex')
    },
    free() {
      only = null
      // A store that was transferred to a worker thread belongs to that thread.
      if (store && !store.detached) store.resize(0)
    },
  }
}
