import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.ts'

const nothing = Buffer.alloc(0)
// A caller that is told "too large" while it still sends would see a broken connection instead of the
// answer: what exceeds the limit is read and thrown away, up to this much.
const drainedBytes = 96 * 1024 * 1024

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

/** The raw bytes of a body. Throws `payload_too_large`, `overloaded`, or `malformed_body` when it breaks off. */
export const readBody = (
  message: IncomingMessage,
  limitBytes: number,
  budget: BodyBudget,
): Promise<Buffer> => {
  const declared = message.headers['content-length']
  if (declared === undefined && message.headers['transfer-encoding'] === undefined) {
    return Promise.resolve(nothing)
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let receivedBytes = 0
    let heldBytes = 0
    let refusal = Number(declared) > limitBytes ? new Refusal('payload_too_large') : null

    const settle = (finish: () => void) => {
      budget.release(heldBytes)
      heldBytes = 0
      message.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      finish()
    }
    const drop = (reason: Refusal) => {
      refusal = reason
      chunks.length = 0
      budget.release(heldBytes)
      heldBytes = 0
    }
    const onData = (chunk: Buffer) => {
      receivedBytes += chunk.length
      if (refusal) {
        if (receivedBytes > drainedBytes) settle(() => reject(refusal))
      } else if (receivedBytes > limitBytes) drop(new Refusal('payload_too_large'))
      else if (budget.reserve(chunk.length)) {
        heldBytes += chunk.length
        chunks.push(chunk)
      } else drop(new Refusal('overloaded', { retry_after: 1 }))
    }
    const onEnd = () => {
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      settle(() => (refusal ? reject(refusal) : resolve(body)))
    }
    const onBroken = () => settle(() => reject(refusal ?? new Refusal('malformed_body')))
    message.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}
