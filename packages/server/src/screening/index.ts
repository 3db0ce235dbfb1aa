export type { ComparedField, EntryMatch, IndexedEntry, ScreenedSubject } from './subject.ts'
