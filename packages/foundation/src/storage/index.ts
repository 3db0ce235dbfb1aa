export {
  type Announcements,
  type Announcer,
  announce,
  createAnnouncer,
  listenForNames,
} from './announcements.ts'
export { deleteInTurns } from './changes/delete-in-turns.ts'
export {
  defineEffect,
  defineEffectOfMany,
  defineFence,
  type Effect,
  type Fence,
} from './changes/effect.ts'
export { joinBytes } from './changes/joined-bytes.ts'
export {
  type Change,
  type ChangeOutcome,
  shapeOfChange,
  tryChanges,
  writeChanges,
} from './changes/write-changes.ts'
export { type Destination, databaseFailure } from './connection/connection-failure.ts'
export {
  type DatabaseAddress,
  endpointOf,
  placeOf,
  readDatabaseAddress,
} from './connection/database-address.ts'
export { clientLike } from './connection/nani-client.ts'
export { type Protection, protectionOf } from './connection/protection.ts'
export { proveConnection } from './connection/prove-connection.ts'
export type { Database } from './connection/queryable.ts'
export { type DatabaseUrls, inTransaction, openPool, poolLike } from './database.ts'
export {
  clockSources,
  type DatabaseClock,
  databaseNow,
  openDatabaseClock,
} from './database-clock.ts'
export { asAnswerableRefusal, isDatabaseFault } from './database-fault.ts'
export { type DaySalts, openDaySalts } from './day-salts.ts'
export { distributionStatements, distributions, undistributedTables } from './distribute.ts'
export { createInstallationSecrets, type InstallationSecrets } from './installation-secrets.ts'
export { listenTo } from './listen.ts'
export { maintainPartitions } from './maintain-partitions.ts'
export { inMaintenanceTurn } from './maintenance-turn.ts'
export { fileKey, givenKey, hasWrappedKey, readWrappedKey } from './master-key.ts'
export { mayChangeSchema } from './may-change-schema.ts'
export { hasSchema, migrate, pendingMigrations } from './migrate.ts'
export { withMissingPartition } from './missing-partition.ts'
export {
  createComingPartitions,
  createPartition,
  dayMs,
  dayOf,
  type KeptDays,
  monthEndOf,
  partitionName,
  whenLockIsFree,
} from './partitions.ts'
export {
  buildQueueIndexes,
  type ChunkTask,
  createQueueSchema,
  isQueueSchemaCurrent,
  type JobTask,
  type OpenTask,
  type Queue,
  startQueue,
  takeTasks,
} from './queue.ts'
export { openReads, type Reads, readsOfPrimary, replicaLimits } from './replica/reads.ts'
export { retentionMayRun } from './retention-pause.ts'
export { type IsArchived, retirePartitions } from './retire-partitions.ts'
export {
  appRole,
  grantToApp,
  mayRewriteEvidence,
  mayTakeAppRole,
  ownerRole,
} from './roles.ts'
export { isSealed, openRootKey, sealRootKey } from './root-key.ts'
export {
  allPlaces,
  placeOfTable,
  placesOf,
  placesOfCell,
  placesOfHome,
  placesOfRegister,
  type TableUse,
} from './tables/place.ts'
export { type Place, type TableEntry, tenantColumn } from './tables/table-entry.ts'
export {
  copiedTables,
  ownerOnlyTables,
  partitionedTables,
  rightsOf,
  tableKinds,
  tables,
} from './tables/tables.ts'
export { createDailyVault, createVault, deriveKey, isSealedEmpty, type Vault } from './vault.ts'
export { type DayPartition, dayPartitions, dropPartitions } from './whole-partitions.ts'
export { withTryLock } from './with-try-lock.ts'
export { checkWrites } from './write-check.ts'
