import type { IndexedEntry, ScreenedSubject } from '../subject.ts'

/** Entries and subjects for tests, with the given facts and no others. */
export const entryOf = (entryId: number, name: string, facts: Partial<IndexedEntry> = {}): IndexedEntry => ({
  entryId,
  list: 0,
  kind: 'individual',
  names: [{ name, kind: 'primary', script: 'Latn' }],
  birthDates: [],
  genders: [],
  nationalities: [],
  identifiers: [],
  ...facts,
})

export const subjectOf = (name: string, facts: Partial<ScreenedSubject> = {}): ScreenedSubject => ({
  kind: 'individual',
  names: [name],
  birthDate: null,
  gender: null,
  nationalities: [],
  identifiers: [],
  ...facts,
})

const first =
  'Jean Marie Patrice Grace Ahmed Mohamed Mohammed Ali Ivan Olga Maria Li Abdul Kofi Said J.'.split(' ')
const last = (
  'Kabila Kasongo Kasonga Mukendi Tshisekedi Chisekedi Hassan Hasan Petrov Petrova Garcia Wei Rahman ' +
  'Abdulrahman Delacroix LaCroix de Bongo Bongongo Oumar Umar'
).split(' ')

/** A source of numbers in [0, 1) that repeats its sequence for the same seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A name with few parts, so that a small population has many similar names. One in three has an error. */
export const randomName = (random: () => number): string => {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)]!
  const words = [pick(first), pick(last)]
  if (random() < 0.4) words.splice(1, 0, pick(first))
  if (random() < 0.3) words.push(pick(last))
  if (random() < 0.3) words.reverse()
  const name = words.join(random() < 0.1 ? '' : ' ')
  if (random() > 0.33) return name
  const at = 1 + Math.floor(random() * (name.length - 2))
  return name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2)
}
