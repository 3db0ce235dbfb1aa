import type pg from 'pg'
import type { Application } from '../gateway/index.ts'
import type { Vault } from '../storage/index.ts'
import type { PerformDependencies } from './perform.ts'
import type { Queue } from './queue.ts'
import type { Service } from './service.ts'

/** What work that is performed later needs besides what every call needs. */
export type AsynchronousDependencies = PerformDependencies & {
  pool: pg.Pool
  queue: Queue
  /** Seals requests that wait, and the errors of those that failed. */
  requestsVault: Vault
  serviceByName(name: string): Service
  applicationById(applicationId: string): Promise<Application | null>
  pause(ms: number): Promise<void>
  /** An event of this application was committed: its delivery need not wait for the next look. */
  wakeDeliveries(applicationId: string): void
  /** Told what a failed item or job does not tell: the inside of a mistake of ours. */
  onInternalError(detail: string): void
}

/** JSON that is at rest: sealed under the identity of its row. */
export const sealJson = (vault: Vault, value: unknown, context: string): Buffer =>
  vault.seal(Buffer.from(JSON.stringify(value)), context)

export const openJson = <Value>(vault: Vault, sealed: Buffer, context: string): Value =>
  JSON.parse(vault.open(sealed, context).toString('utf8')) as Value
