import { openSubjectIndex } from '@nani/engines/screening/index.ts'
import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { CallsDependencies } from '../../calls/calls/index.ts'
import type { Register } from '../../register/register/index.ts'
import { listenForNetworkChanges } from '../../risk/fraud-network/index.ts'
import { monitorSecrets, type OpenScreening } from '../aml/index.ts'
import { chargeMonths, forgetChargedMonths } from './charge-months.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { newMonitor } from './new-monitor.ts'
import { type Monitoring, startMonitoring } from './start-monitoring.ts'

type Needs = Pick<
  Platform,
  'registerPool' | 'clock' | 'connectionString' | 'rootKey' | 'vaultFor' | 'log'
> & {
  calls: CallsDependencies
  register: Register
  screening: Pick<OpenScreening, 'sources' | 'reader' | 'caughtUp'>
  homePool?: MonitoringDependencies['homePool']
}

/** Lets a screening start a monitor in its commit. */
export const monitorsModule = defineModule({
  name: 'monitors',
  open: () => ({ provides: { startMonitor: newMonitor } }),
})

/** The monitoring of this process. It works if no other process of the database does. */
export const monitoringModule = defineModule({
  name: 'monitoring',
  open(needs: Needs) {
    const { registerPool, clock, connectionString, log, calls, register, screening } = needs
    const secrets = monitorSecrets(needs)
    const onError = throttledErrorLog('monitoring', { clock, log })
    const subjects = openSubjectIndex({ workers: 1, onMergeFailed: onError })
    const { sources, reader, caughtUp } = screening
    let monitoring: Monitoring | null = null
    let cases: { stop(): Promise<void> } | null = null
    const wake = () => void monitoring?.wake()
    caughtUp.subscribe(wake)
    return {
      async work() {
        monitoring = startMonitoring({
          ...{ ...calls, registerPool, register, reader, sources, secrets, subjects, onError },
          ...(needs.homePool && { homePool: needs.homePool }),
        })
        cases = await listenForNetworkChanges(connectionString, wake)
      },
      async stop() {
        await cases?.stop()
        await monitoring?.stop()
        await subjects.close()
      },
      hourly: [() => chargeMonths(calls)],
      retention: [forgetChargedMonths],
    }
  },
})
