import { setPriority } from 'node:os'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { Refusal } from '../../core/index.ts'
import type { PlainRefusal } from './large-batch.ts'
import { type BodyToRead, type LargeRequest, readLargeRequest } from './read-large-request.ts'

export type WorkerAnswer = { request: LargeRequest } | { refusal: PlainRefusal }

// On Linux a thread has its own priority. The event loop has precedence over large requests.
if (process.platform === 'linux') setPriority(10)

export default (large: BodyToRead): unknown => {
  try {
    const request = readLargeRequest(large)
    return request.kind === 'batch' ? moved({ request }, request.body.pages) : { request }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: { code: error.code, context: error.context } }
  }
}

/** Moves the pages instead of copying them. A copy would block the event loop. */
const moved = (answer: WorkerAnswer, pages: readonly Uint8Array<ArrayBuffer>[]): unknown =>
  move({
    [transferableSymbol]: pages.map(({ buffer }) => buffer),
    [valueSymbol]: answer,
  })
