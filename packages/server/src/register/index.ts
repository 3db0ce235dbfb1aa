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
  importCitizens,
} from './import-citizens.ts'
export * from './postgres-register.ts'
export * from './register.ts'
export { isReservedSvcId } from './sandbox-citizen.ts'
export * from './sandbox-scenarios.ts'
export { seedSandbox } from './seed-sandbox.ts'
export { type RegisterSummary, summarizeRegister } from './summarize-register.ts'
export { type RefusedRow, type WriteOutcome, type WriteView, writeCitizens } from './write-citizens.ts'
