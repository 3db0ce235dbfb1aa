import { type Clock, fairLimiter } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import type { ActCell, Databases } from '../../../gateway/acts/index.ts'
import { openCaseNetwork } from '../case-network.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import type { Desk, SuspendReporting } from './desk-needs.ts'
import type { DeskRules } from './desk-person.ts'
import type { DeskSettings } from './desk-settings.ts'
import { clamdScanner } from './evidence/clamd.ts'

type Needs = Pick<Platform, 'pool' | 'registerPool' | 'newId' | 'rootKey' | 'vaultFor' | 'random'> & {
  reads?: Platform['reads']
  cell?: ActCell | undefined
  databases?: Databases | undefined
  clock: Clock
  wakeDeliveries(applicationId: string): void
  suspendReporting: SuspendReporting
}

export type DeskOptions = DeskRules & Pick<DeskSettings, 'clamd' | 'fraudFalsePercent' | 'fraudFalseDecided'>

/** At most two files are rendered at a time. One person has half of the places: eight views at once. */
const viewBounds = { concurrency: 2, maxWaiting: 14 }

/** The desk of an installation, for a surface that calls its use cases. */
export const openDesk = (
  needs: Needs,
  { twoPeople, clamd, oneAccountMayBeTwo, ...bound }: DeskOptions,
): Desk => ({
  pool: needs.pool,
  ...(needs.reads && { reads: needs.reads }),
  ...(needs.cell && { cell: needs.cell }),
  ...(needs.databases && { databases: needs.databases }),
  clock: needs.clock,
  newId: needs.newId,
  vaults: fraudSecrets(needs).vaults,
  requestsVault: needs.vaultFor('requests'),
  rules: { twoPeople, oneAccountMayBeTwo },
  network: openCaseNetwork(needs),
  wakeDeliveries: needs.wakeDeliveries,
  scanFile: clamd && clamdScanner(clamd),
  viewInTurn: fairLimiter(viewBounds),
  falseReportBound: { percent: bound.fraudFalsePercent, leastDecided: bound.fraudFalseDecided },
  suspendReporting: needs.suspendReporting,
})
