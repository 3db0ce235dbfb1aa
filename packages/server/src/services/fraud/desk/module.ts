import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { settleRule } from '../../../app/installation-rules/index.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import type { Desk, SuspendReporting } from './desk-needs.ts'
import { deskSettings } from './desk-settings.ts'
import { clamdScanner } from './evidence/clamd.ts'
import { createScanWorker } from './evidence/scan-worker.ts'
import { openDesk } from './open-desk.ts'

type Needs = Pick<
  Platform,
  | 'pool'
  | 'registerPool'
  | 'reads'
  | 'ownerPool'
  | 'ownsSchema'
  | 'clock'
  | 'newId'
  | 'rootKey'
  | 'vaultFor'
  | 'random'
  | 'log'
  | 'pause'
>

/** What a surface adds to the desk of investigators. */
type OfSurface = { wakeDeliveries(applicationId: string): void; suspendReporting: SuspendReporting }

/** The background work of the desk of investigators. Its use cases are called by surfaces. */
export const deskModule = defineModule({
  name: 'fraud desk',
  settings: deskSettings,
  open(needs: Needs, settings) {
    const { fraudTwoPeople, clamd } = settings
    const { vaults } = fraudSecrets(needs)
    const scans = clamd && createScanWorker({ ...needs, vaults, scanFile: clamdScanner(clamd) })
    return {
      provides: {
        // At the desk an account is one person, so that a demo has no exception.
        fraudDesk: (surface: OfSurface): Desk =>
          openDesk(
            { ...needs, ...surface },
            { ...settings, twoPeople: fraudTwoPeople ?? true, oneAccountMayBeTwo: false },
          ),
      },
      async start() {
        const stated = fraudTwoPeople !== null
        await settleRule(needs, 'fraud_two_people', { value: fraudTwoPeople ?? true, stated })
      },
      work: () => scans?.start(),
      stop: () => scans?.stop(),
    }
  },
})
