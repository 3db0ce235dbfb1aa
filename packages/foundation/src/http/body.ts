import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.ts'
import type { BodyBudget } from './body-budget.ts'
import { type BodyBytes, blockBytes, createBodyBytes } from './body-bytes.ts'
import { HoldableMessage } from './holdable-message.ts'

/** The raw bytes of a body. They count against the budget until they are released. */
export type HeldBody = { bytes: Buffer; sha256: string | null; release(): void }

/** An arriving body. Up to 64 KiB are read from the socket before the caller's key is known. */
export type ArrivingBody = {
  /** The whole body, charged to its holder. Rejects with the Refusal that ends it. */
  accept(budget: BodyBudget, holder: string): Promise<HeldBody>
  /** Discards the bytes that have arrived or will arrive. */
  refuse(): void
  /** Whether every byte has arrived, so that the connection can carry another request. */
  isWhole(): boolean
}

const nothing: HeldBody = { bytes: Buffer.alloc(0), sha256: null, release: () => {} }
const noBody: ArrivingBody = { accept: () => Promise.resolve(nothing), refuse: () => {}, isWhole: () => true }

const declaredBytes = ({ headers }: IncomingMessage): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

const hasBody = (message: IncomingMessage): boolean =>
  message.headers['transfer-encoding'] !== undefined || (declaredBytes(message) ?? 0) > 0

/** Each chunk costs as much time as hundreds of bytes. After the free ones, chunks must have this size on average. */
const freeChunks = 1_024
const averageChunkBytes = 256

/** A large body that is slower in two consecutive windows comes from a caller who will not finish it. */
const largeBytes = 256 * 1024
const windowMs = 5_000
const leastBytesInWindow = 64 * 1024

const tooManyChunks = () =>
  new Refusal('malformed_body', {
    reason: `The body has more than ${freeChunks} chunks of less than ${averageChunkBytes} bytes on average. Send larger chunks, or a Content-Length.`,
  })

/**
 * Reads a body from its message. It ends early with `payload_too_large`, with `overloaded`, or with `malformed_body`
 * if it is interrupted, too slow or in too many chunks. The rest of such a body is not read. The caller gets its
 * answer, and the connection ends (end-connection.ts).
 */
export const receiveBody = (message: IncomingMessage, limitBytes: number): ArrivingBody => {
  if (!hasBody(message)) return noBody
  const bytes = createBodyBytes(limitBytes)
  const whole = Promise.withResolvers<HeldBody>()
  // It is awaited only after the caller's key is known.
  whole.promise.catch(() => {})
  let state: 'arriving' | 'whole' | 'refused' = 'arriving'
  let charge: { budget: BodyBudget; holder: string } | null = null
  let chargedBytes = 0
  let chunks = 0
  let slowness: NodeJS.Timeout | undefined

  const settle = (next: typeof state) => {
    state = next
    clearInterval(slowness)
    message.off('end', onEnd).off('close', onBroken)
  }
  const release = () => {
    charge?.budget.release(charge.holder, chargedBytes)
    charge = null
    bytes.free()
  }
  const end = (refusal: Refusal) => {
    settle('refused')
    release()
    whole.reject(refusal)
  }
  const onBroken = () => {
    if (state === 'arriving') end(new Refusal('malformed_body'))
  }
  const chargeFor = (added: number): Refusal | null => {
    if (!charge?.budget.reserve(charge.holder, added)) return new Refusal('overloaded', { retry_after: 1 })
    chargedBytes += added
    return null
  }
  const onData = (chunk: Buffer) => {
    if (state !== 'arriving') return
    const refusal = refusalOf(chunk)
    if (refusal) return end(refusal)
    if (charge === null && bytes.length > blockBytes) hold(message)
    if (bytes.length > largeBytes) slowness ??= watch(() => bytes.length, onBroken)
  }
  const refusalOf = (chunk: Buffer): Refusal | null => {
    const length = bytes.length + chunk.length
    if (length > limitBytes) return new Refusal('payload_too_large')
    if (++chunks > freeChunks + length / averageChunkBytes) return tooManyChunks()
    return (charge && chargeFor(chunk.length)) ?? keep(bytes, chunk)
  }
  const onEnd = () => {
    settle('whole')
    if (charge) resolve()
  }
  const resolve = () => whole.resolve({ bytes: bytes.whole(), sha256: bytes.sha256(), release })

  // An error is followed by a close; without a listener it would end the process.
  message.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)

  return {
    accept(budget, holder) {
      // If it was interrupted before the listeners were added, no event follows.
      if (message.destroyed) onBroken()
      if (state === 'refused') return whole.promise
      charge = { budget, holder }
      const refusal = chargeFor(bytes.length)
      if (refusal) end(refusal)
      else if (state === 'whole') resolve()
      else releaseSocket(message)
      return whole.promise
    },
    refuse() {
      if (state !== 'refused') end(new Refusal('malformed_body'))
    },
    isWhole: () => state === 'whole' || message.complete || bytes.length === declaredBytes(message),
  }
}

const keep = (bytes: BodyBytes, chunk: Buffer): Refusal | null => {
  try {
    bytes.add(chunk)
    return null
  } catch {
    return new Refusal('overloaded', { retry_after: 1 }, { detail: 'no memory for a body' })
  }
}

const hold = (message: IncomingMessage) => message instanceof HoldableMessage && message.hold()
const releaseSocket = (message: IncomingMessage) =>
  message instanceof HoldableMessage && message.releaseSocket()

/** Two windows, because a process that was blocked itself has not read its sockets yet. */
const watch = (received: () => number, onSlow: () => void): NodeJS.Timeout => {
  let before = received()
  let slowWindows = 0
  return setInterval(() => {
    slowWindows = received() - before < leastBytesInWindow ? slowWindows + 1 : 0
    before = received()
    if (slowWindows === 2) onSlow()
  }, windowMs).unref()
}

const begun = new WeakMap<IncomingMessage, ArrivingBody>()

/** The body of a request that will be read. */
export const beginBody = (message: IncomingMessage, limitBytes: number): ArrivingBody => {
  const body = receiveBody(message, limitBytes)
  begun.set(message, body)
  return body
}

/** Leaves a body in its socket until it is accepted. */
export const leaveBody = (message: IncomingMessage): void => {
  if (hasBody(message)) hold(message)
}

/** Discards the arrived part of a body. Returns whether it was complete. */
export const dropBody = (message: IncomingMessage): boolean => {
  const body = begun.get(message) ?? receiveBody(message, 0)
  body.refuse()
  return body.isWhole()
}

export type BodyBounds = {
  limitBytes: number
  bodies: BodyBudget
  /** The holder whose share of the memory the body uses. */
  holder: string
}

/** The whole body of a request without an earlier check of its sender. Its memory is charged until it is released. */
export const readBody = async (
  message: IncomingMessage,
  { limitBytes, bodies, holder }: BodyBounds,
): Promise<HeldBody> => {
  if (Number(message.headers['content-length'] ?? 0) > limitBytes) throw new Refusal('payload_too_large')
  return beginBody(message, limitBytes).accept(bodies, holder)
}
