export * from './business.ts'
export * from './deadline.ts'
export { type FilePlaceholder, filePlaceholder } from './file-placeholder.ts'
export {
  generatePopulation,
  type PopulationOptions,
  type PopulationProgress,
  type PopulationWrite,
  writePopulation,
} from './generate-population.ts'
export { ImportFileError } from './import/source-record.ts'
export {
  type ImportFormat,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  importBusinesses,
  importCitizens,
} from './import-records.ts'
export { earliestBirth, isPossibleBirth } from './possible-birth.ts'
export * from './postgres-register.ts'
export { emptyRecord } from './record-blocks.ts'
export * from './register.ts'
export { type ChangedIdentities, changedIdentities, readRegisterRevision } from './register-revision.ts'
export { inRegisterTransaction } from './register-transaction.ts'
export { isReservedSvcId, sandboxFaces } from './sandbox-citizen.ts'
export * from './sandbox-scenarios.ts'
export { seedSandbox } from './seed-sandbox.ts'
export { sandboxPhotograph } from './specimens/index.ts'
export { type RegisterSummary, summarizeRegister } from './summarize-register.ts'
export { writeBusinesses } from './write-businesses.ts'
export { writeCitizens } from './write-citizens.ts'
export { writeSelfieIn } from './write-selfie.ts'
export type { RefusedRow, WriteOutcome, WriteView } from './write-view.ts'
