export { announceFollowed } from './announce-followed.ts'
export { type AwaitedFollowers, awaitFollowers } from './await-followers.ts'
export {
  type Audience,
  audiencesOf,
  findList,
  type ListDefinition,
  type ListId,
  listOf,
  lists,
} from './catalogue.ts'
export type {
  BirthDate,
  EntryIdentifier,
  EntryKind,
  EntryName,
  ListEntry,
  PepFacts,
  PepPosition,
} from './entry.ts'
export { fileSource } from './file-source.ts'
export type { FormatName, SourceFile } from './formats/format.ts'
export { parseOfacCsv } from './formats/ofac-csv.ts'
export { parseOpenSanctionsCsv } from './formats/opensanctions-csv.ts'
export { parseUnXml } from './formats/un-xml.ts'
export { type Freshness, freshnessOf } from './freshness.ts'
export { ImportRejected } from './import-rejected.ts'
export { listMetrics } from './list-metrics.ts'
export { listsModule } from './module.ts'
export { countryCode } from './parts/country-code.ts'
export type { ChangePage, FoundEntry, IndexEntry, ListReader, ListVersion } from './reading.ts'
export {
  type RefreshDependencies,
  type RefreshReport,
  refreshableLists,
  refreshDueLists,
  refreshList,
} from './refresh-lists.ts'
export {
  readScreeningSettings,
  type ScreeningSettings,
  setThreshold,
  thresholdConsequences,
} from './screening-settings.ts'
export { seedSandboxLists } from './seed-sandbox-lists.ts'
export { readSourceDay } from './source-day.ts'
export { listenForListChanges } from './store/changes.ts'
export { type ImportReport, importList } from './store/import-list.ts'
export { createListReader } from './store/reader.ts'
export { currentVersions } from './store/versions.ts'
