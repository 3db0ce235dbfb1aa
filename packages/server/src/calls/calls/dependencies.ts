import type { KeyObject } from 'node:crypto'
import type { Clock, IdSource } from '@nani/foundation/core/index.ts'
import type { ConsolePages } from '@nani/foundation/http/index.ts'
import type { Queue, Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Application } from '../../gateway/gateway/index.ts'
import type { Billing } from '../../money/billing/index.ts'
import type { Lookup } from '../../risk/detection/index.ts'
import type { Commit } from '../commit/index.ts'
import type { IssueReceipt } from '../receipts/index.ts'
import type { Service } from './declaration/service.ts'
import type { Cursors } from './results/cursors.ts'
import type { DeliverFiles } from './results/files.ts'

/** What this module needs. The composition makes it once. */
export type CallsDependencies = {
  pool: pg.Pool
  clock: Clock
  newId: IdSource
  queue: Queue
  commit: Commit
  billing: Billing
  /** Seals results. */
  resultsVault: Vault
  /** Seals responses that are stored for replays. */
  answersVault: Vault
  /** Seals requests that wait, the errors of those that failed, and the objects of events. */
  requestsVault: Vault
  /** Keys the audit's pseudonym of a citizen. */
  subjectKey: KeyObject
  cursors: Cursors
  deliverFiles: DeliverFiles
  issueReceipt: IssueReceipt
  /** Maximum number of items and jobs that one application may have accepted and not finished. */
  maxOpenItems: number
  baseUrl(environment: Application['environment']): string
  consolePages: Pick<ConsolePages, 'ofQuotas'>
  serviceByName(name: string): Service
  applicationById(applicationId: string): Promise<Application | null>
  pause(ms: number): Promise<void>
  /** An event of this application was committed: its delivery can begin. */
  wakeDeliveries(applicationId: string): void
  /** Receives every identifier that was looked up, found or not. */
  onLookup?(lookup: Lookup): void
  /** Receives the details of an internal error, which no response contains. */
  onInternalError(detail: string): void
}

/** To perform a call, without its commit. */
export type PerformDependencies = Pick<
  CallsDependencies,
  | 'clock'
  | 'newId'
  | 'resultsVault'
  | 'requestsVault'
  | 'subjectKey'
  | 'deliverFiles'
  | 'baseUrl'
  | 'onLookup'
> & { billing: Pick<Billing, 'charge'> }

/** To read a stored result. */
export type ResultDependencies = Pick<
  CallsDependencies,
  'pool' | 'clock' | 'resultsVault' | 'deliverFiles' | 'baseUrl'
>

/** To issue the receipt of a result. */
export type ReceiptDependencies = ResultDependencies & Pick<CallsDependencies, 'issueReceipt'>

/** To read a job, a page of results or an event. */
export type ReadDependencies = ResultDependencies & Pick<CallsDependencies, 'requestsVault'>
