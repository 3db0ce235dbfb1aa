import type { ValuesOf } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { settleRule } from '../../../app/installation-rules/index.ts'
import type { ActCell, Databases } from '../../../gateway/acts/index.ts'
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
> & { cell?: ActCell }

/** What a surface adds to the desk of investigators. */
type OfSurface = {
  wakeDeliveries(applicationId: string): void
  suspendReporting: SuspendReporting
  databases: Databases
}

/** The background work of the desk of investigators on the cases of one database. Its use cases are called by surfaces. */
const openDeskOf = (needs: Needs, settings: ValuesOf<typeof deskSettings>) => {
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
    work: () => scans?.start(),
    stop: () => scans?.stop(),
  }
}

export const deskModule = defineModule({
  name: 'fraud desk',
  settings: deskSettings,
  open: (needs: Needs, settings) => ({
    ...openDeskOf(needs, settings),
    async start() {
      const { fraudTwoPeople } = settings
      const stated = fraudTwoPeople !== null
      await settleRule(needs, 'fraud_two_people', { value: fraudTwoPeople ?? true, stated })
    },
  }),
})

/** The same for the cases in a cell. Home has the rules of the installation. */
export const deskOfCellModule = defineModule({
  name: deskModule.name,
  settings: deskSettings,
  open: openDeskOf,
})
