export type {
  BirthDate,
  EntryIdentifier,
  EntryKind,
  EntryName,
  FormatName,
  ListEntry,
  PepFacts,
  PepPosition,
  SourceFile,
} from '@nani/engines/list-formats/index.ts'
export {
  type Audience,
  audiencesOf,
  countryCode,
  findList,
  isListRefusal,
  type ListDefinition,
  type ListId,
  listOf,
  lists,
  parseOfacCsv,
  parseOpenSanctionsCsv,
  parseUnXml,
} from '@nani/engines/list-formats/index.ts'
export { announceFollowed } from './announce-followed.ts'
export { type AwaitedFollowers, awaitFollowers } from './await-followers.ts'
export { deskListReadings } from './desk-readings.ts'
export { fileSource } from './file-source.ts'
export { ageText, freshnessOf } from './freshness.ts'
export { listMetrics } from './list-metrics.ts'
export type { ChangePage, FoundEntry, IndexEntry, ListReader, ListVersion } from './list-reader.ts'
export { listsModule } from './module.ts'
export { readEntries, saveEntries } from './previewed-entries.ts'
export {
  addPreview,
  failPreview,
  finishPreview,
  forgetPreviews,
  type ListPreview,
  lockPreview,
  noPreview,
  previewedFiles,
  readPreview,
  renewPreview,
  saveProgress,
  setImported,
  setStopped,
} from './previews.ts'
export { readLists, readThreshold } from './read-lists.ts'
export { readPreviewedEntries } from './read-previewed-entries.ts'
export { type RefreshReport, refreshableLists, refreshList } from './refresh-lists.ts'
export {
  readScreeningSettings,
  type ScreeningSettings,
  setThreshold,
  thresholdConsequences,
  thresholdRange,
} from './screening-settings.ts'
export { seedSandboxLists } from './seed-sandbox-lists.ts'
export { readSourceDay } from './source-day.ts'
export { compareWithCurrent, type StagedChanges } from './store/compare-with-current.ts'
export { type ImportReport, importList, onOwnConnection } from './store/import-list.ts'
export { listenForListChanges } from './store/listen-for-changes.ts'
export { createListReader } from './store/reader.ts'
export { currentVersions } from './store/versions.ts'
