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
export { type ListRefusal, ListRefused } from './list-refused.ts'
export type { EntryChanges, FoundEntry, IndexEntry, ListReader, ListVersion } from './reading.ts'
// To come with the store, in these shapes:
//   createListReader(pool): ListReader
//   listenForListChanges(connectionString, onChange: () => void): Promise<{ stop(): Promise<void> }>
//   readScreeningSettings(pool): Promise<{ threshold: number }>
//   seedSandboxLists(pool, clock): Promise<void>
