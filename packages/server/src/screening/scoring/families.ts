import { NICKNAMES, SPELLINGS, SYLLABLES } from './family-words.ts'
import { skeletonKey } from './skeleton.ts'

/** What the members of a family are of each other. */
export type FamilyKind = 'spelling' | 'syllable' | 'nickname'

/** What binds a family, by its number. */
export function familyKind(family: number): FamilyKind {
  if (family < SPELLINGS.length) return 'spelling'
  return family < SPELLINGS.length + SYLLABLES.length ? 'syllable' : 'nickname'
}

const NONE: readonly number[] = []
/** A shorter skeleton (ali: l, omar: mr) belongs to too many names. */
const MIN_SKELETON = 3

const byWord = new Map<string, number[]>()
const bySkeleton = new Map<string, number[]>()

for (const [family, words] of [...SPELLINGS, ...SYLLABLES, ...NICKNAMES].entries()) {
  for (const word of words.split(' ')) {
    add(byWord, word, family)
    const skeleton = skeletonKey(word)
    if (familyKind(family) === 'spelling' && skeleton.length >= MIN_SKELETON)
      add(bySkeleton, skeleton, family)
  }
}

function add(index: Map<string, number[]>, key: string, family: number): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, [family])
  else if (!known.includes(family)) known.push(family)
}

/** The families of a word, ascending. */
export function familiesOf(text: string): readonly number[] {
  return byWord.get(text) ?? NONE
}

/** Of a word without vowels: the families of which a member has its skeleton. */
export function familiesOfSkeleton(skeleton: string): readonly number[] {
  return bySkeleton.get(skeleton) ?? NONE
}

/** Of a Chinese character or a Korean block: Juan in 丽娟 is no John. */
export function familiesOfSyllable(text: string): readonly number[] {
  return familiesOf(text).filter((family) => familyKind(family) === 'syllable')
}
