import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.ts'

/** Bounds the memory that bodies hold together, and what those of one API key hold of it. */
export type BodyBudget = {
  reserve(holder: string, bytes: number): boolean
  release(holder: string, bytes: number): void
}

export const bodyBudget = (maxBytes: number, maxBytesOfOne: number): BodyBudget => {
  let heldBytes = 0
  const heldBytesOf = new Map<string, number>()
  return {
    reserve(holder, bytes) {
      const held = heldBytesOf.get(holder) ?? 0
      if (heldBytes + bytes > maxBytes || held + bytes > maxBytesOfOne) return false
      heldBytes += bytes
      heldBytesOf.set(holder, held + bytes)
      return true
    },
    release(holder, bytes) {
      const held = (heldBytesOf.get(holder) ?? 0) - bytes
      heldBytes -= bytes
      if (held > 0) heldBytesOf.set(holder, held)
      else heldBytesOf.delete(holder)
    },
  }
}

/** The raw bytes of a body. They count against the budget until they are released. */
export type HeldBody = { bytes: Buffer; release(): void }

const nothing: HeldBody = { bytes: Buffer.alloc(0), release: () => {} }

const declaredBytes = ({ headers }: IncomingMessage): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

/** The first of all checks (decisions §3): it needs nothing but a header. */
export const checkDeclaredSize = (message: IncomingMessage, limitBytes: number): void => {
  if ((declaredBytes(message) ?? 0) > limitBytes) throw new Refusal('payload_too_large')
}

/** Slower than this, in two windows running, a large body is held by somebody who will not finish it. */
const largeBytes = 256 * 1024
const windowMs = 5_000
const leastBytesInWindow = 64 * 1024

/**
 * Throws `payload_too_large` as soon as that is known, `overloaded`, or `malformed_body` when it breaks off or
 * dawdles. What a refused caller still sends is read and thrown away by node:http after the answer, so
 * that the caller sees the answer and not a broken connection.
 */
export const readBody = (
  message: IncomingMessage,
  limitBytes: number,
  budget: BodyBudget,
  holder: string,
): Promise<HeldBody> => {
  const declared = declaredBytes(message)
  if (declared === null && message.headers['transfer-encoding'] === undefined) return Promise.resolve(nothing)
  // It may have broken off while its key was looked up: nothing tells of that a second time.
  if (message.destroyed) return Promise.reject(new Refusal('malformed_body'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let heldBytes = 0
    let dawdling: NodeJS.Timeout | undefined

    const settle = () => {
      clearInterval(dawdling)
      message.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
    }
    const refuse = (refusal: Refusal) => {
      settle()
      budget.release(holder, heldBytes)
      reject(refusal)
    }
    const onBroken = () => refuse(new Refusal('malformed_body'))
    const onData = (chunk: Buffer) => {
      if (heldBytes + chunk.length > limitBytes) return refuse(new Refusal('payload_too_large'))
      if (!budget.reserve(holder, chunk.length)) return refuse(new Refusal('overloaded', { retry_after: 1 }))
      heldBytes += chunk.length
      chunks.push(chunk)
      if (heldBytes > largeBytes) dawdling ??= watch(() => heldBytes, onBroken)
    }
    const onEnd = () => {
      settle()
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      resolve({ bytes, release: once(() => budget.release(holder, heldBytes)) })
    }
    message.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

/** Two windows, because a process that was itself held up has not looked into its sockets yet. */
const watch = (received: () => number, onDawdling: () => void): NodeJS.Timeout => {
  let before = received()
  let slowWindows = 0
  return setInterval(() => {
    slowWindows = received() - before < leastBytesInWindow ? slowWindows + 1 : 0
    before = received()
    if (slowWindows === 2) onDawdling()
  }, windowMs).unref()
}

const once = (act: () => void): (() => void) => {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}
