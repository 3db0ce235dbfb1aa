import { setTimeout as delay } from 'node:timers/promises'

/** The clock of the client. It is passed in, so that tests do not wait. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Resolves after `ms`. Rejects with the reason of the signal if it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal ? { signal } : {})
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
}

/** Unpredictable bytes for nonces, IVs, idempotency keys and jitter. */
export type RandomBytes = (length: number) => Uint8Array

/** A version 4 UUID (RFC 9562). */
export const uuid = (random: RandomBytes): string => {
  const bytes = Buffer.from(random(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Uniformly distributed in [0, 1). */
export const fraction = (random: RandomBytes): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32
