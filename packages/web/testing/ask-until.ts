import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const timeoutMs = 10_000

/**
 * Evaluates an expression in a page or a worker until it has a true value, which it returns. `waitForFunction` of Playwright
 * asks again by `eval` inside the page, which the policy of the app refuses.
 */
export const askUntilTrue = async <T>(place: Pick<Page, 'evaluate'>, expression: string) => {
  const signal = AbortSignal.timeout(timeoutMs)
  for (;;) {
    const value = await place.evaluate<T>(expression)
    if (value) return value
    if (signal.aborted) throw new Error(`${expression} was not true within ${timeoutMs / 1000} seconds`)
    await setTimeout(20)
  }
}
