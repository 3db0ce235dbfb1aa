import { setPriority } from 'node:os'
import { isForCallers, serveTasks, withTransfer } from '@nani/foundation/core/index.ts'
import type { PlainRefusal } from './large-batch.ts'
import { type BodyToRead, type LargeRequest, readLargeRequest } from './read-large-request.ts'

export type WorkerAnswer = { request: LargeRequest } | { refusal: PlainRefusal }

// On Linux a thread has its own priority. The event loop has precedence over large requests.
if (process.platform === 'linux') setPriority(10)

const answerOf = (large: BodyToRead): unknown => {
  try {
    const request = readLargeRequest(large)
    if (request.kind !== 'batch') return { request } satisfies WorkerAnswer
    const pages = request.body.pages.map(({ buffer }) => buffer)
    return withTransfer({ request } satisfies WorkerAnswer, pages)
  } catch (error) {
    if (!isForCallers(error)) throw error
    return { refusal: { code: error.code, context: error.context } }
  }
}

serveTasks({ perform: answerOf })
