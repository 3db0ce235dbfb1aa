import { errorLine } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createScorecards } from './scorecards.ts'

const everyMs = 5_000

type Needs = Pick<Platform, 'pool' | 'clock' | 'log'> & {
  /** Which demo applications the start creates. */
  demo: 'none' | 'sandbox' | 'production'
}

/** The models of Credit Scoring. Each process follows the decisions of operators. */
export const scorecardModule = defineModule({
  name: 'scorecard',
  async open({ pool, clock, log, demo }: Needs) {
    const scorecards = createScorecards(pool, { acceptsGenerated: demo === 'production' })
    await scorecards.storeShipped(new Date(clock.now()))
    let timer: NodeJS.Timeout | null = null
    let reading: Promise<void> | null = null
    const refresh = () => {
      reading ??= scorecards
        .refresh()
        .catch((error) => log(`credit models: ${errorLine(error)}; the last known model stays`))
        .finally(() => {
          reading = null
        })
      return reading
    }
    await refresh()
    return {
      provides: { scorecards },
      start: () => {
        timer = setInterval(() => void refresh(), everyMs).unref()
      },
      stop: async () => {
        if (timer) clearInterval(timer)
        await reading
      },
    }
  },
})
