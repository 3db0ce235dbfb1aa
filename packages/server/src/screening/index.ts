export type {
  Audience,
  Batches,
  Delta,
  IndexStats,
  MonitoredSubject,
  PoolOptions,
  Screener,
  SearchOptions,
  SubjectIndex,
  SubjectMatch,
} from './screener.ts'
export type { ComparedField, EntryMatch, IndexedEntry, ScreenedSubject } from './subject.ts'
export { openScreener, openSubjectIndex } from './workers/open-screener.ts'
