export { announceChange, listenForChanges } from './application-changes.ts'
export { type Counter, counterText } from './counter.ts'
export { defineModule, type Module, type Opened, type ReadinessName, readinessNames } from './module.ts'
export {
  type DatabaseUrls,
  databaseUrls,
  openPlatform,
  type Platform,
  prepareSchema,
  requireMasterKey,
  schemaState,
} from './platform.ts'
export {
  type InstallationSettings,
  installationSettings,
  isLoopback,
  isTrial,
  isTrialIn,
  readMasterKey,
} from './settings.ts'
