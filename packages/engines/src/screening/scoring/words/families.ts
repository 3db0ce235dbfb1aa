import { arabicNames } from './arabic-names.ts'
import { christianNames } from './christian-names.ts'
import { formFamilies } from './company-forms.ts'
import { abbreviations } from './company-words.ts'
import { nicknames, spellings, syllables } from './family-words.ts'
import { countries, translatedWords } from './organization-words.ts'
import { patronymics } from './patronymics.ts'
import { shortForms } from './short-forms.ts'
import { skeletonKey } from './skeleton.ts'
import { syllableFamilies } from './syllables.ts'

/**
 * The relation between the members of a family. Variants and short forms are those of less frequent names, so that a
 * member is not a common word (`token.ts`).
 */
export type FamilyKind = 'spelling' | 'variant' | 'syllable' | 'nickname' | 'short form' | 'translation'

/** The families by number. If two contain the same words, the first is the stronger relation. */
const families: readonly { kind: FamilyKind; of: 'person' | 'form' | 'organization'; words: string }[] = [
  ...spellings.map((words) => ({ kind: 'spelling', of: 'person', words }) as const),
  ...[...arabicNames, ...christianNames, ...patronymics].map(
    (words) => ({ kind: 'variant', of: 'person', words }) as const,
  ),
  ...formFamilies.map((words) => ({ kind: 'spelling', of: 'form', words }) as const),
  ...syllables.map((words) => ({ kind: 'syllable', of: 'person', words }) as const),
  ...syllableFamilies().map((words) => ({ kind: 'syllable', of: 'person', words }) as const),
  ...nicknames.map((words) => ({ kind: 'nickname', of: 'person', words }) as const),
  ...shortForms.map((words) => ({ kind: 'short form', of: 'person', words }) as const),
  ...countries.map((words) => ({ kind: 'translation', of: 'organization', words }) as const),
  ...[...translatedWords, ...abbreviations].map(
    (words) => ({ kind: 'translation', of: 'organization', words }) as const,
  ),
]

/** The relation of a family, by its number. */
export const familyKind = (family: number): FamilyKind => families[family]!.kind

const none: readonly number[] = []
/** A shorter skeleton (ali: l, omar: mr) belongs to too many names. */
const minSkeleton = 3

type Index = Map<string, number[]>
const byWord: Record<'person' | 'form' | 'organization', Index> = {
  person: new Map(),
  form: new Map(),
  organization: new Map(),
}
const bySkeleton: Index = new Map()

const add = (index: Index, key: string, family: number): void => {
  const known = index.get(key)
  if (known === undefined) index.set(key, [family])
  else if (!known.includes(family)) known.push(family)
}

for (const [family, { kind, of, words }] of families.entries()) {
  for (const word of words.split(' ')) {
    add(byWord[of], word, family)
    // A name of letters has no legal form and no translation.
    const skeleton = skeletonKey(word)
    if ((kind === 'spelling' || kind === 'variant') && of === 'person' && skeleton.length >= minSkeleton)
      add(bySkeleton, skeleton, family)
  }
}

/** The well-known given names, in all spellings. */
export const givenNames: ReadonlySet<string> = new Set(
  families.flatMap(({ kind, of, words }) =>
    of === 'person' && (kind === 'spelling' || kind === 'variant') ? words.split(' ') : [],
  ),
)

/** The families of a word, ascending. */
export const familiesOf = (text: string): readonly number[] => byWord.person.get(text) ?? none

/** The families of a legal form: Ltd is Limited. */
export const familiesOfForm = (text: string): readonly number[] => byWord.form.get(text) ?? none

/** The families of a word of an organization name, including those of its translations. */
export const familiesInOrganization = (text: string): readonly number[] => {
  const translations = byWord.organization.get(text)
  return translations === undefined ? familiesOf(text) : [...familiesOf(text), ...translations]
}

/** Whether a word of an organization name has a translation. */
export const isTranslated = (text: string): boolean => byWord.organization.has(text)

/** For a word without vowels: the families with a member that has its skeleton. */
export const familiesOfSkeleton = (skeleton: string): readonly number[] => bySkeleton.get(skeleton) ?? none

/** For a Chinese character or a Korean block: Juan in 丽娟 is not John. */
export const familiesOfSyllable = (text: string): readonly number[] =>
  familiesOf(text).filter((family) => familyKind(family) === 'syllable')
