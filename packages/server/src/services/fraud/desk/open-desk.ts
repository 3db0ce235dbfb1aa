import type { Clock } from '../../../core/index.ts'
import type { Platform } from '../../../platform/index.ts'
import { openCaseNetwork } from '../case-network.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import type { DeskRules } from './acts.ts'
import { clamdScanner } from './clamd.ts'
import type { Desk } from './desk.ts'
import type { DeskSettings } from './desk-settings.ts'

type Needs = Pick<Platform, 'pool' | 'newId' | 'rootKey' | 'vaultFor' | 'random'> & {
  clock: Clock
  wakeDeliveries(applicationId: string): void
}

export type DeskOptions = DeskRules & Pick<DeskSettings, 'clamd'>

/** The desk of an installation, for a surface that calls its use cases. */
export const openDesk = (needs: Needs, { twoPeople, clamd, oneAccountMayBeTwo }: DeskOptions): Desk => ({
  pool: needs.pool,
  clock: needs.clock,
  newId: needs.newId,
  vaults: fraudSecrets(needs).vaults,
  requestsVault: needs.vaultFor('requests'),
  rules: { twoPeople, oneAccountMayBeTwo },
  network: openCaseNetwork(needs),
  wakeDeliveries: needs.wakeDeliveries,
  scanFile: clamd && clamdScanner(clamd),
})
