import { createHash, randomBytes } from 'node:crypto'

/** Unpredictable bytes. Passed in, so that a test can repeat them. */
export type Random = { bytes(length: number): Buffer }

const poolBytes = 8192

/** The system's generator, drawn in pools: one system call serves hundreds of IVs and ids. */
export const systemRandom = (): Random => {
  let pool = Buffer.alloc(0)
  let offset = 0
  return {
    bytes(length) {
      if (length > poolBytes) return randomBytes(length)
      if (offset + length > pool.length) {
        pool = randomBytes(poolBytes)
        offset = 0
      }
      const drawn = Buffer.from(pool.subarray(offset, offset + length))
      pool.fill(0, offset, offset + length)
      offset += length
      return drawn
    },
  }
}

/** The same bytes for the same seed: for tests and generated populations, never for keys. */
export const seededRandom = (seed: string): Random => {
  let counter = 0
  let buffer = Buffer.alloc(0)
  return {
    bytes(length) {
      while (buffer.length < length) {
        buffer = Buffer.concat([buffer, createHash('sha256').update(`${seed}:${counter++}`).digest()])
      }
      const drawn = Buffer.from(buffer.subarray(0, length))
      buffer = buffer.subarray(length)
      return drawn
    },
  }
}
