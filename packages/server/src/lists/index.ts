export {
  type Audience,
  audiencesOf,
  findList,
  type ListCategory,
  type ListDefinition,
  type ListId,
  listOf,
  lists,
} from './catalogue.ts'
export type {
  BirthDate,
  EntryAddress,
  EntryIdentifier,
  EntryKind,
  EntryName,
  JurisdictionFacts,
  ListEntry,
  MediaReport,
  PepFacts,
  PepPosition,
  SanctionFacts,
} from './entry.ts'
export { fileSource } from './file-source.ts'
export type { FormatName, SourceFile } from './formats/format.ts'
export { type Freshness, freshnessOf } from './freshness.ts'
export { type ListRefusal, ListRefused } from './list-refused.ts'
export { countryCode } from './parts/country-code.ts'
export type { ChangePage, EntryChanges, FoundEntry, IndexEntry, ListReader, ListVersion } from './reading.ts'
export {
  addressesOf,
  type ListAddresses,
  type RefreshDependencies,
  type RefreshReport,
  refreshableLists,
  refreshDueLists,
  refreshList,
} from './refresh-lists.ts'
export {
  defaultThreshold,
  readScreeningSettings,
  type ScreeningSettings,
  setThreshold,
  thresholdConsequences,
  thresholdRange,
} from './screening-settings.ts'
export { seedSandboxLists } from './seed-sandbox-lists.ts'
export { readSourceDay } from './source-day.ts'
export { listenForListChanges } from './store/changes.ts'
export { type ImportReport, type ImportRequest, importList } from './store/import-list.ts'
export { createListReader } from './store/reader.ts'
export { currentVersions } from './store/versions.ts'
