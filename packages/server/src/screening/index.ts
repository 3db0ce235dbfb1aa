export type {
  Audience,
  Delta,
  IndexStats,
  MonitoredSubject,
  OpenScreener,
  OpenSubjectIndex,
  PoolOptions,
  Screener,
  SearchOptions,
  SubjectIndex,
  SubjectMatch,
} from './screener.ts'
export type { ComparedField, EntryMatch, IndexedEntry, ScreenedSubject } from './subject.ts'
