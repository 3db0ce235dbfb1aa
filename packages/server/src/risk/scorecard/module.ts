import { errorLine } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createScorecards, type Demo } from './scorecards.ts'

const everyMs = 5_000

type Needs = Pick<Platform, 'pool' | 'clock' | 'log'> & {
  /** Which demo applications the start creates. */
  demo: Demo
  isDemo(): Promise<boolean>
}

/** The models of Credit Scoring. Each process follows the decisions of operators. */
export const scorecardModule = defineModule({
  name: 'scorecard',
  async open({ pool, clock, log, demo, isDemo }: Needs) {
    // The rule of the installation is settled only when every module is open. From then on it decides.
    let isSettled = false
    const scorecards = createScorecards(pool, async () => (!isSettled || (await isDemo()) ? demo : 'none'))
    await scorecards.storeShipped(new Date(clock.now()))
    let timer: NodeJS.Timeout | null = null
    let reading: Promise<void> | null = null
    const refresh = () => {
      reading ??= scorecards
        .refresh()
        .catch((error) => log(`credit models: ${errorLine(error)}; the last known model stays`, 'error'))
        .finally(() => {
          reading = null
        })
      return reading
    }
    await refresh()
    return {
      provides: { scorecards },
      start: async () => {
        isSettled = true
        await refresh()
        timer = setInterval(() => void refresh(), everyMs).unref()
      },
      stop: async () => {
        if (timer) clearInterval(timer)
        await reading
      },
    }
  },
})
