import { serveTasks } from '@nani/foundation/core/concurrency/threads.ts'
import type { IndexPart } from '../retrieval/index-part.ts'
import { Screen } from '../retrieval/screen.ts'
import type { SearchOptions } from '../screener.ts'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { takePriority } from './own-priority.ts'

/** Messages to search threads. The answers have the order of `subjects` and `entries`. */
export type SearchRequest =
  | { type: 'subjects'; subjects: readonly ScreenedSubject[]; options: SearchOptions }
  | { type: 'entries'; entries: readonly IndexedEntry[]; threshold: number }

takePriority()
const screen = new Screen()

serveTasks<readonly IndexPart[], SearchRequest>({
  setState: (parts) => screen.show(parts),
  perform: (request) =>
    request.type === 'subjects'
      ? request.subjects.map((subject) => screen.entriesOf(subject, request.options))
      : request.entries.flatMap((entry) => screen.subjectsOf(entry, request.threshold)),
})
