import type { IndexedEntry, ScreenedSubject } from '@nani/engines/screening/index.ts'
import { subjectOf } from '../accuracy.ts'
import { pick, type Random } from '../perturb.ts'
import { wordsOf } from './trick.ts'

/** A listed person under an equal name, with a birth date that is more than ten years off. */
export type Contradiction = { subject: ScreenedSubject; entryId: number }

/** Years of difference that are drawn. */
const years = { least: 11, most: 40 }

/** Listed names of so many words, of entries with a birth date. */
export const contradictions = (
  entries: readonly IndexedEntry[],
  { random, count, isWanted }: { random: Random; count: number; isWanted: (words: number) => boolean },
): Contradiction[] => {
  const dated = entries.flatMap((entry) =>
    entry.kind !== 'individual' || entry.birthDates.length !== 1
      ? []
      : entry.names
          .filter(({ name, kind }) => kind !== 'weak_alias' && isWanted(wordsOf(name).length))
          .map(({ name }) => ({ name, entry })),
  )
  return Array.from({ length: count }, () => {
    const { name, entry } = pick(random, dated)
    const off = years.least + Math.floor(random() * (years.most - years.least))
    const year = Number(entry.birthDates[0]!.to.slice(0, 4)) + (random() < 0.5 ? off : -off)
    return {
      subject: { ...subjectOf(name, 'individual'), birthDate: `${year}-03-14` },
      entryId: entry.entryId,
    }
  })
}
