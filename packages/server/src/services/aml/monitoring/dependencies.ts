import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Clock, IdSource } from '../../../core/index.ts'
import type { ListReader } from '../../../lists/index.ts'
import type { Register } from '../../../register/index.ts'
import type { SubjectIndex } from '../../../screening/index.ts'
import type { Vault } from '../../../storage/index.ts'
import type { MonitorSecrets } from '../monitor.ts'
import type { ScreeningSources } from '../screen-subject.ts'

/** What a subject is screened again with, and what comes of it is written with. */
export type RescreeningDependencies = {
  pool: pg.Pool
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
  /** Empty at first, and nobody else's. */
  subjects: SubjectIndex
  onError(error: unknown): void
}
