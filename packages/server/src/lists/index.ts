export type {
  BirthDate,
  EntryAddress,
  EntryIdentifier,
  EntryKind,
  EntryName,
  ListEntry,
  MediaReport,
  PepFacts,
  PepPosition,
  SanctionFacts,
} from './entry.ts'
