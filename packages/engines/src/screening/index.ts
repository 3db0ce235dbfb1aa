export { SegmentBuilder } from './retrieval/build-segment.ts'
export { recordOfEntry } from './retrieval/indexed-record.ts'
export { Screen } from './retrieval/screen.ts'
export { codePage437, codePage850, hasUnreadableMixture } from './rewriting/index.ts'
export {
  defaultThreshold,
  prepareEntry,
  prepareName,
  prepareSubject,
  rawNameScore,
  scoreEntry,
  scoreNames,
  tokenSimilarity,
} from './scoring/index.ts'
export { hasTooManyWords } from './scoring/name-readings.ts'
export { maxWords } from './scoring/words/read-words.ts'
export type {
  Audience,
  MonitoredSubject,
  Screener,
  SearchOptions,
  SubjectIndex,
  SubjectMatch,
} from './screener.ts'
export type { ComparedField, EntryMatch, IndexedEntry, ScreenedSubject } from './subject.ts'
export { openScreener, openSubjectIndex } from './workers/open-screener.ts'
