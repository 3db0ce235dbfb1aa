import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Commit } from '../../commit/index.ts'
import type { Clock, IdSource } from '../../core/index.ts'
import type { ListReader } from '../../lists/index.ts'
import type { Register } from '../../register/index.ts'
import type { SubjectIndex } from '../../screening/index.ts'
import type { Vault } from '../../storage/index.ts'
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
  register: Pick<Register, 'findCitizen' | 'findBusiness'>
  reader: Pick<ListReader, 'changesSince' | 'extentOfChanges' | 'findEntries'>
  /** Empty at first. No other component changes it. */
  subjects: SubjectIndex
  onError(error: unknown): void
}
