import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type { Clock, IdSource } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { subjectKeyOf } from '../../app/audit/index.ts'
import { type AskOthers, noOthers } from '../../gateway/acts/index.ts'

/** A new request that waits for its citizen. */
export type AskedConsent = {
  environment: Environment
  /** The pseudonym of the citizen. */
  citizen: Buffer
  applicationId: string
  requestId: string
}

/** What this module needs to change a consent. Its times are those of the clock, which is the clock of the database. */
export type ConsentDependencies = {
  pool: pg.Pool
  clock: Clock
  newId: IdSource
  /** Seals the details of consents. */
  consentsVault: Vault
  /** Seals events until they are sent. */
  requestsVault: Vault
  /** Keys the pseudonyms of citizens. */
  subjectKey: KeyObject
  /** Keys the nonces of the texts that devices sign. */
  approvalKey: KeyObject
  /** An event of this application was committed: its delivery can begin. */
  wakeDeliveries(applicationId: string): void
  /** A record of this process changes by itself at this time. */
  wakeAt(atMs: number): void
  /** A new request was committed: the devices of its citizen receive a notice. */
  announce(asked: AskedConsent): void
  /** A citizen is asked so often in all databases together. */
  askOthers: AskOthers
}

/** The same for a command of an operator. The running processes find the events and the due changes by themselves. */
export const consentDependencies = (
  platform: Pick<Platform, 'pool' | 'newId' | 'vaultFor' | 'rootKey'> & { clock: Clock },
): ConsentDependencies => ({
  pool: platform.pool,
  clock: platform.clock,
  newId: platform.newId,
  consentsVault: platform.vaultFor('consents'),
  requestsVault: platform.vaultFor('requests'),
  subjectKey: subjectKeyOf(platform.rootKey),
  approvalKey: deriveKey(platform.rootKey, 'consent-approvals'),
  wakeDeliveries: () => {},
  wakeAt: () => {},
  announce: () => {},
  askOthers: noOthers,
})
