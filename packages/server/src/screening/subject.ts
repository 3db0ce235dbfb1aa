import type { BirthDate, EntryIdentifier, EntryKind, EntryName } from '../lists/index.ts'

/** Who is screened, as far as it is known; what is not known never lowers a score. */
export type ScreenedSubject = {
  kind: 'individual' | 'business'
  /** The names to search; the best one counts. */
  names: readonly string[]
  /** `YYYY-MM-DD` */
  birthDate: string | null
  gender: 'male' | 'female' | null
  /** alpha-3 */
  nationalities: readonly string[]
  /** Numbers of documents or registrations. */
  identifiers: readonly Pick<EntryIdentifier, 'type' | 'value' | 'country'>[]
}

/** What the index knows of an entry: names and the facts that raise or lower a score. The rest stays in the database. */
export type IndexedEntry = {
  /** Its place in the database: unique over all lists, and new whenever the entry's content changes. */
  entryId: number
  /** Number of its list, 0–63, so that a search can keep to the lists of the requested checks. */
  list: number
  kind: EntryKind
  names: readonly EntryName[]
  birthDates: readonly BirthDate[]
  genders: readonly ('male' | 'female')[]
  nationalities: readonly string[]
  identifiers: readonly EntryIdentifier[]
}

/** One compared field: what was compared with what, and the score it gave (decisions §5, `explanation`). */
export type ComparedField = {
  field: 'name' | 'birth_date' | 'nationality' | 'gender' | 'identifier'
  subject: string | null
  entry: string | null
  /** 0 contradicts, 1 agrees; null: one side is unknown and nothing was concluded. */
  score: number | null
  /** What it did to the match score: added to or taken from what the name alone gave. */
  effect: number
}

/** An entry that the subject may be, at or above the threshold. */
export type EntryMatch = {
  entryId: number
  /** 0–1, calibrated. */
  matchScore: number
  /** The name of the entry that matched best, as on the list. */
  matchedName: string
  explanation: ComparedField[]
}
