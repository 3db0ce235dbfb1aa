import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.ts'

const nothing = Buffer.alloc(0)
/** Bounds the memory that all bodies on their way in may hold together. */
export type BodyBudget = { reserve(bytes: number): boolean; release(bytes: number): void }

export const bodyBudget = (maxBytes: number): BodyBudget => {
  let heldBytes = 0
  return {
    reserve(bytes) {
      if (heldBytes + bytes > maxBytes) return false
      heldBytes += bytes
      return true
    },
    release(bytes) {
      heldBytes -= bytes
    },
  }
}

/**
 * The raw bytes of a body. Throws `payload_too_large` as soon as that is known, `overloaded`, or
 * `malformed_body` when it breaks off. What a refused caller still sends is read and thrown away by node:http
 * after the answer, so that the caller sees the answer and not a broken connection.
 */
export const readBody = (
  message: IncomingMessage,
  limitBytes: number,
  budget: BodyBudget,
): Promise<Buffer> => {
  const declared = message.headers['content-length']
  if (declared === undefined && message.headers['transfer-encoding'] === undefined) {
    return Promise.resolve(nothing)
  }
  if (Number(declared) > limitBytes) return Promise.reject(new Refusal('payload_too_large'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let heldBytes = 0

    const settle = (finish: () => void) => {
      budget.release(heldBytes)
      heldBytes = 0
      message.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      finish()
    }
    const refuse = (refusal: Refusal) => settle(() => reject(refusal))
    const onData = (chunk: Buffer) => {
      if (heldBytes + chunk.length > limitBytes) refuse(new Refusal('payload_too_large'))
      else if (!budget.reserve(chunk.length)) refuse(new Refusal('overloaded', { retry_after: 1 }))
      else {
        heldBytes += chunk.length
        chunks.push(chunk)
      }
    }
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    const onBroken = () => refuse(new Refusal('malformed_body'))
    message.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}
