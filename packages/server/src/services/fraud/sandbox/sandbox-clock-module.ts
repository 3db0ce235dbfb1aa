import { type Channel, throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { ActCell } from '../../../gateway/acts/index.ts'
import { openCaseNetwork } from '../case-network.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import { type MoveDependencies, moveDueCases } from './move-due-cases.ts'

type Needs = Pick<
  Platform,
  'pool' | 'registerPool' | 'clock' | 'newId' | 'rootKey' | 'vaultFor' | 'random' | 'log' | 'pause'
> & {
  newEvents: Channel<string>
  cell?: ActCell
}

const pollMs = 250

/** Moves the cases of the sandbox by themselves. Every process does it. */
export const sandboxClockModule = defineModule({
  name: 'sandbox fraud cases',
  open(needs: Needs) {
    const { pool, clock, newId, log, cell } = needs
    const dependencies: MoveDependencies = {
      ...{ pool, clock, newId, ...(cell && { carry: cell.carry }) },
      vaults: fraudSecrets(needs).vaults,
      requestsVault: needs.vaultFor('requests'),
      network: openCaseNetwork(needs),
      wakeDeliveries: needs.newEvents.send,
      onError: throttledErrorLog('sandbox fraud cases', { clock, log }),
    }
    let isStopping = false
    let timer: NodeJS.Timeout | null = null
    let underWay: Promise<void> = Promise.resolve()
    /** Calls get as much time as the moves, so that a large batch does not delay them. */
    const giveWay = async (tookMs: number): Promise<boolean> => {
      if (!isStopping) await needs.pause(tookMs)
      return !isStopping
    }
    /** Continues while cases are moved. */
    const run = async (): Promise<void> => {
      let moved = 0
      do {
        moved = clock.isTrusted() ? await moveDueCases(dependencies, giveWay) : 0
      } while (moved > 0 && !isStopping)
    }
    const poll = () => {
      underWay = run()
        .catch((error: unknown) => {
          if (!isStopping) dependencies.onError(error)
        })
        .finally(() => {
          if (!isStopping) timer = setTimeout(poll, pollMs).unref()
        })
    }
    return {
      start: poll,
      async stop() {
        isStopping = true
        if (timer) clearTimeout(timer)
        await underWay
      },
    }
  },
})
