import type { KeyObject } from 'node:crypto'
import type { SubjectIndex } from '@nani/engines/screening/index.ts'
import type { Clock, IdSource } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Commit } from '../../calls/commit/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { ListReader } from '../../risk/lists/index.ts'
import type { MonitorSecrets, ScreeningSources } from '../aml/index.ts'

/** The dependencies of a new screening and of its commit. */
export type RescreeningDependencies = {
  pool: pg.Pool
  commit: Commit
  clock: Clock
  newId: IdSource
  secrets: MonitorSecrets
  resultsVault: Vault
  requestsVault: Vault
  /** Keys the audit's pseudonym of a citizen. */
  subjectKey: KeyObject
  sources: ScreeningSources
  /** An event of this application was committed. */
  wakeDeliveries(applicationId: string): void
}

export type MonitoringDependencies = RescreeningDependencies & {
  /** Of the database of the register. */
  registerPool: pg.Pool
  /** In a cell: home, which has the changes of the fraud network. */
  homePool?: pg.Pool
  register: Pick<Register, 'findCitizen' | 'findBusiness'>
  reader: Pick<ListReader, 'changesSince' | 'extentOfChanges' | 'findEntries'>
  /** Empty at first. No other component changes it. */
  subjects: SubjectIndex
  onError(error: unknown): void
}
