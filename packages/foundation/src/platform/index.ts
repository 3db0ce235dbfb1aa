export { announceChange, listenForChanges } from './application-changes.ts'
export {
  type CountedValues,
  type GaugeOf,
  type MetricSample,
  type RegisterMetrics,
  registerCounter,
  registerGauges,
} from './metrics.ts'
export {
  defineModule,
  type Module,
  type OpenedModule,
  type ReadinessName,
  readinessNames,
  type WarningName,
  warningNames,
} from './module.ts'
export { type LogDestination, openLog } from './open-log.ts'
export { registerDestination } from './open-register.ts'
export {
  distributeRegister,
  type Migrated,
  migrateDatabases,
  migrateOne,
  type OtherDatabases,
  withDatabases,
} from './owner-databases.ts'
export {
  type DatabaseUrls,
  databaseUrls,
  destinationOf,
  existingMasterKey,
  type InstallationUrls,
  openExistingPlatform,
  openPlatform,
  type Platform,
  requireMasterKey,
  withRegister,
} from './platform.ts'
export {
  belongsToInstallation,
  isSameDatabase,
  requireOwnRegister,
  requireUnusedRegister,
} from './register-identity.ts'
export { missingText, prepareSchema, requireInstallation, schemaState } from './schema.ts'
export {
  type InstallationSettings,
  installationSettings,
  isLoopback,
  isTrial,
  isTrialIn,
  readMasterKey,
} from './settings.ts'
