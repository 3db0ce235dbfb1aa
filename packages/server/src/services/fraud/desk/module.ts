import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { settleRule } from '../../../app/installation-rules/index.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import { clamdScanner } from './clamd.ts'
import { deskSettings } from './desk-settings.ts'
import { createScanWorker } from './scan-worker.ts'

type Needs = Pick<
  Platform,
  'pool' | 'ownerPool' | 'ownsSchema' | 'clock' | 'rootKey' | 'vaultFor' | 'random' | 'log' | 'pause'
>

/** The background work of the desk of investigators. Its use cases are called by surfaces. */
export const deskModule = defineModule({
  name: 'fraud desk',
  settings: deskSettings,
  open(needs: Needs, { fraudTwoPeople, clamd }) {
    const { vaults } = fraudSecrets(needs)
    const scans = clamd && createScanWorker({ ...needs, vaults, scanFile: clamdScanner(clamd) })
    return {
      async start() {
        const stated = fraudTwoPeople !== null
        await settleRule(needs, 'fraud_two_people', { value: fraudTwoPeople ?? true, stated })
        scans?.start()
      },
      stop: () => scans?.stop(),
    }
  },
})
