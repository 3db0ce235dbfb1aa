import type { ServerResponse } from 'node:http'
import { fairLimiter, isForCallers, Refusal } from '../core/index.ts'
import { type BodyBudget, bodyBudget } from './body-budget.ts'

/** The memory that an endpoint charges for the response that it renders. */
export type RenderingMemory = {
  /** Charges a part, from 64 KiB on. Throws `overloaded` if the budget is exhausted. */
  hold(bytes: number): void
  /** Charges a part of a page. A large page waits for one of the few slots of its application. */
  holdPage(bytes: number): Promise<void>
}

/** The charged memory of one response, from its first part until its connection has sent it. */
export type AnswerMemory = RenderingMemory & {
  /** Charges the exact size. Returns false if the budget is exhausted and the response must not be sent. */
  settle(bytes: number, mayRefuse: boolean): boolean
  /** Releases once the response was sent or its connection has ended. */
  releaseAfter(response: ServerResponse): void
  release(): void
}

export type AnswerMemoryBounds = {
  /** The part of the memory of bodies that responses may use. */
  maxBytes: number
  maxBytesOfOne: number
  /** Large pages that are rendered or not yet sent. */
  maxPages: number
  maxPagesOfOne: number
  maxWaitingPages: number
  /** Large pages of one application, waiting ones included. */
  maxPagesHeldByOne: number
  maxWaitMs: number
}

const mebibyte = 1024 * 1024

/** A page is at most 8 MB, and 10.7 MB on the wire: 24 pages need at most the memory of all responses. */
export const answerMemoryBounds: AnswerMemoryBounds = {
  maxBytes: 256 * mebibyte,
  maxBytesOfOne: 64 * mebibyte,
  maxPages: 24,
  maxPagesOfOne: 2,
  maxWaitingPages: 96,
  maxPagesHeldByOne: 6,
  maxWaitMs: 5_000,
}

/** Smaller responses are not charged, because the number of connections limits them. */
const freeBytes = 64 * 1024
/** A page up to this size needs no slot, because it is usually sent at once. */
const smallPageBytes = 256 * 1024

export type ResponseHolder = {
  /** The key whose share the bytes use. */
  budgetKey: string
  /** The application whose slots large pages use. */
  application: { applicationId: string }
}
export type AnswerMemories = (caller: ResponseHolder) => AnswerMemory

/** The memory of all responses of a process. It is part of the memory of bodies. */
export const createAnswerMemories = (bodies: BodyBudget, bounds: AnswerMemoryBounds): AnswerMemories => {
  const budget = within(bodies, bodyBudget(bounds.maxBytes, bounds.maxBytesOfOne))
  const takePlace = createPlaces(bounds)
  return ({ budgetKey: holder, application }) => {
    let renderedBytes = 0
    let heldBytes = 0
    let leavePlace: (() => void) | null = null
    const hold = (bytes: number) => {
      renderedBytes += bytes
      if (renderedBytes < freeBytes) return
      if (!budget.reserve(holder, renderedBytes - heldBytes))
        throw new Refusal('overloaded', { retry_after: 1 })
      heldBytes = renderedBytes
    }
    const release = () => {
      if (heldBytes > 0) budget.release(holder, heldBytes)
      heldBytes = 0
      leavePlace?.()
      leavePlace = null
    }
    return {
      hold,
      release,
      async holdPage(bytes) {
        hold(bytes)
        if (leavePlace === null && heldBytes > smallPageBytes)
          leavePlace = await takePlace(application.applicationId)
      },
      settle(bytes, mayRefuse) {
        const missing = (bytes < freeBytes ? 0 : bytes) - heldBytes
        if (missing <= 0) budget.release(holder, -missing)
        else if (!budget.reserve(holder, missing)) {
          if (mayRefuse) return false
          // The response of a commit is always sent. It is counted, so that later calls are refused.
          budget.charge(holder, missing)
        }
        heldBytes += missing
        return true
      },
      releaseAfter(response) {
        if (heldBytes === 0 && leavePlace === null) return
        if (response.destroyed) release()
        else response.once('close', release)
      },
    }
  }
}

/** A budget whose bytes also count in a larger one. */
const within = (all: BodyBudget, part: BodyBudget): BodyBudget => ({
  reserve(holder, bytes) {
    if (!part.reserve(holder, bytes)) return false
    if (all.reserve(holder, bytes)) return true
    part.release(holder, bytes)
    return false
  },
  charge(holder, bytes) {
    part.charge(holder, bytes)
    all.charge(holder, bytes)
  },
  release(holder, bytes) {
    part.release(holder, bytes)
    all.release(holder, bytes)
  },
})

/** Resolves with the function that releases the slot. */
type TakePlace = (applicationId: string) => Promise<() => void>

const createPlaces = (bounds: AnswerMemoryBounds): TakePlace => {
  const takeTurn = fairLimiter({
    concurrency: bounds.maxPages,
    concurrencyPerHolder: bounds.maxPagesOfOne,
    maxWaiting: bounds.maxWaitingPages,
    maxHeldPerHolder: bounds.maxPagesHeldByOne,
  })
  return (applicationId) =>
    new Promise((resolve, reject) => {
      const hold = () => {
        const { promise, resolve: leave } = Promise.withResolvers<void>()
        resolve(leave)
        return promise
      }
      const signal = AbortSignal.timeout(bounds.maxWaitMs)
      takeTurn({ holder: applicationId, signal, run: hold }).catch((error: unknown) =>
        reject(isForCallers(error) ? error : new Refusal('overloaded', { retry_after: 1 })),
      )
    })
}
