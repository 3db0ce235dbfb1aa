import type { BirthDate, EntryIdentifier, EntryKind, EntryName } from '../list-formats/index.ts'

/** The known data of the screened subject. An unknown field never lowers a score. */
export type ScreenedSubject = {
  kind: 'individual' | 'business'
  /** The names to search. The best one counts. */
  names: readonly string[]
  /** `YYYY-MM-DD` */
  birthDate: string | null
  gender: 'male' | 'female' | null
  /** alpha-3 */
  nationalities: readonly string[]
  /** Numbers of documents or registrations. */
  identifiers: readonly Pick<EntryIdentifier, 'type' | 'value' | 'country'>[]
}

/** An entry in the index: names and the facts that change a score. The database has the other data. */
export type IndexedEntry = {
  /** Its position in the database: unique over all lists, and new when the content of the entry changes. */
  entryId: number
  /** Number of its list, 0–63. A search can be limited to the lists of the requested checks. */
  list: number
  kind: EntryKind
  names: readonly EntryName[]
  birthDates: readonly BirthDate[]
  genders: readonly ('male' | 'female')[]
  nationalities: readonly string[]
  identifiers: readonly EntryIdentifier[]
}

/** One compared field: both values and the resulting score (spec/aml#entry-behind-a-hit, `explanation`). */
export type ComparedField = {
  field: 'name' | 'birth_date' | 'nationality' | 'gender' | 'identifier'
  subject: string | null
  entry: string | null
  /** 0 contradicts, 1 agrees. Null if a side is unknown and no conclusion was drawn. */
  score: number | null
  /** The effect on the match score, added to the score of the name alone. */
  effect: number
}

/** An entry that can be the subject, at or above the threshold. */
export type EntryMatch = {
  entryId: number
  /** 0 to 1, calibrated. */
  matchScore: number
  /** The best matching name of the entry, as written in the list. */
  matchedName: string
  explanation: ComparedField[]
}
