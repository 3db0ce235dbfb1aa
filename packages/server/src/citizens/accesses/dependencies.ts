import type { KeyObject } from 'node:crypto'
import type { Archive } from '@nani/foundation/archive/index.ts'
import type { Clock, IdSource } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import type { Reads, Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { subjectKeyOf } from '../../app/audit/index.ts'
import type { Databases } from '../../gateway/acts/index.ts'
import { faceReasonOpener } from '../../services/face/index.ts'
import { openEarlierScopes } from '../../services/sign-in/index.ts'
import { createFileTurns, type InTurn } from './file-turns.ts'

export type AccessDependencies = {
  pool: pg.Pool
  /** Those with accesses of citizens. Absent: home has all of them. */
  databases?: Databases
  /** Of home. */
  reads: Reads
  /** Entries of the log that are no more in the database. */
  archive: Archive
  clock: Clock
  newId: IdSource
  /** Keys the pseudonyms of citizens. */
  subjectKey: KeyObject
  /** Seals positions in a log. */
  cursorsVault: Vault
  /** Seals the texts of disputes and of their answers. */
  disputesVault: Vault
  /** Makes a file when a place is free. */
  inTurn: InTurn
  /** Why a face was compared, as the caller stated it. */
  openFaceReason(applicationId: string, entryId: string, sealed: Buffer): string
  /** The scopes of a sign-in whose entry an earlier release wrote. */
  openEarlierScopes: ReturnType<typeof openEarlierScopes>
}

/** The same for the server and for a command of an operator. */
export const accessDependencies = (
  platform: Pick<Platform, 'pool' | 'reads' | 'archive' | 'clock' | 'newId' | 'vaultFor' | 'rootKey'>,
): AccessDependencies => ({
  pool: platform.pool,
  reads: platform.reads,
  archive: platform.archive,
  clock: platform.clock,
  newId: platform.newId,
  subjectKey: subjectKeyOf(platform.rootKey),
  cursorsVault: platform.vaultFor('access-cursors'),
  disputesVault: platform.vaultFor('access-disputes'),
  inTurn: createFileTurns(),
  openFaceReason: faceReasonOpener(platform),
  openEarlierScopes: openEarlierScopes(platform),
})
