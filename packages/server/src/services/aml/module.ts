import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { CallsDependencies } from '../../calls/calls/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { FraudNetwork } from '../../risk/fraud-network/index.ts'
import { dispositionEndpoints } from './dispositions/disposition-endpoints.ts'
import { monitorSecrets } from './monitor-secrets.ts'
import { type OpenScreening, openScreening } from './open-screening.ts'
import { type AmlDependencies, createAmlScreening } from './service.ts'

/** The index of the screening lists in this process. */
export const screeningModule = defineModule({
  name: 'screening',
  async open(
    needs: Pick<Platform, 'pool' | 'connectionString' | 'newId' | 'log'> & { fraudNetwork: FraudNetwork },
  ) {
    const screening = await openScreening(needs)
    return { provides: { screening }, readiness: { lists: screening.isReady }, stop: screening.stop }
  },
})

type Secrets = Pick<Platform, 'rootKey' | 'vaultFor'>

export const amlModule = defineModule({
  name: 'aml',
  open(
    needs: Secrets &
      Pick<Platform, 'clock'> & {
        register: Register
        registerOfCalls: Register
        screening: Pick<OpenScreening, 'sources'>
        startMonitor: AmlDependencies['startMonitor']
      },
  ) {
    const { register, registerOfCalls, screening, clock, startMonitor } = needs
    const { sources } = screening
    const monitors = monitorSecrets(needs)
    return {
      services: [createAmlScreening({ register, registerOfCalls, clock, monitors, startMonitor, sources })],
    }
  },
})

/** The endpoints that decide the hits of a screening. */
export const dispositionsModule = defineModule({
  name: 'dispositions',
  open: (needs: Secrets & { calls: CallsDependencies }) => ({
    endpoints: dispositionEndpoints(needs.calls, monitorSecrets(needs)),
  }),
})
