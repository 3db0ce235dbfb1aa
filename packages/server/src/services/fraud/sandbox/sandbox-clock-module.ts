import { type Channel, throttledErrorLog } from '../../../core/index.ts'
import { defineModule, type Platform } from '../../../platform/index.ts'
import { openCaseNetwork } from '../case-network.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import { type MoveDependencies, moveDueCases } from './move-due-cases.ts'

type Needs = Pick<
  Platform,
  'pool' | 'clock' | 'newId' | 'rootKey' | 'vaultFor' | 'random' | 'log' | 'pause'
> & {
  newEvents: Channel<string>
}

const pollMs = 250

/** Moves the cases of the sandbox by themselves. Every process does it. */
export const sandboxClockModule = defineModule({
  name: 'sandbox fraud cases',
  open(needs: Needs) {
    const { pool, clock, newId, log } = needs
    const dependencies: MoveDependencies = {
      ...{ pool, clock, newId },
      vaults: fraudSecrets(needs).vaults,
      requestsVault: needs.vaultFor('requests'),
      network: openCaseNetwork(needs),
      wakeDeliveries: needs.newEvents.send,
      onError: throttledErrorLog('sandbox fraud cases', { clock, log }),
    }
    let isStopping = false
    let timer: NodeJS.Timeout | null = null
    let underWay: Promise<void> = Promise.resolve()
    /** Continues while cases are moved. Calls get as much time as the moves, so that a large batch does not delay them. */
    const run = async (): Promise<void> => {
      for (;;) {
        const startMs = clock.now()
        const moved = clock.isTrusted() ? await moveDueCases(dependencies) : 0
        if (moved === 0 || isStopping) return
        await needs.pause(Math.max(0, clock.now() - startMs))
      }
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
