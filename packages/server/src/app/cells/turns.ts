import { type Clock, Refusal } from '@nani/foundation/core/index.ts'

const maxWaiting = 16
/** As long as one statement may take. Callers give up later, and repeat the act. */
const maxWaitMs = 15_000

/**
 * The acts of one organization in a cell, one after the other in this process, so that they hold one connection of the cell together.
 * Its calls use the same connections.
 */
export const openTurns = (clock: Clock) => {
  const turns = new Map<string, { last: Promise<unknown>; count: number }>()
  return async <Result>(organizationId: string, act: () => Promise<Result>): Promise<Result> => {
    const turn = turns.get(organizationId) ?? { last: Promise.resolve(), count: 0 }
    if (turn.count >= maxWaiting) throw actsWait()
    turns.set(organizationId, turn)
    turn.count += 1
    const askedMs = clock.now()
    const own = turn.last.then(() => {
      // The cell hangs, and the acts that wait are not all performed when it is back.
      if (clock.now() - askedMs > maxWaitMs) throw actsWait()
      return act()
    })
    turn.last = own.catch(() => {})
    try {
      return await own
    } finally {
      turn.count -= 1
      if (turn.count === 0) turns.delete(organizationId)
    }
  }
}

const actsWait = (): Refusal =>
  new Refusal('overloaded', { retry_after: 5 }, { detail: 'acts of the organization wait' })
