import { FORM_FAMILIES } from './company-forms.ts'
import { NICKNAMES, SPELLINGS, SYLLABLES } from './family-words.ts'
import { COUNTRIES, TRANSLATIONS } from './organization-words.ts'
import { skeletonKey } from './skeleton.ts'
import { syllableFamilies } from './syllables.ts'

/** What the members of a family are of each other. */
export type FamilyKind = 'spelling' | 'syllable' | 'nickname' | 'translation'

/** The families by number; of two that bind the same words the first binds more. */
const FAMILIES: readonly { kind: FamilyKind; of: 'person' | 'form' | 'organization'; words: string }[] = [
  ...SPELLINGS.map((words) => ({ kind: 'spelling', of: 'person', words }) as const),
  ...FORM_FAMILIES.map((words) => ({ kind: 'spelling', of: 'form', words }) as const),
  ...SYLLABLES.map((words) => ({ kind: 'syllable', of: 'person', words }) as const),
  ...syllableFamilies().map((words) => ({ kind: 'syllable', of: 'person', words }) as const),
  ...NICKNAMES.map((words) => ({ kind: 'nickname', of: 'person', words }) as const),
  ...COUNTRIES.map((words) => ({ kind: 'translation', of: 'organization', words }) as const),
  ...TRANSLATIONS.map((words) => ({ kind: 'translation', of: 'organization', words }) as const),
]

/** What binds a family, by its number. */
export const familyKind = (family: number): FamilyKind => FAMILIES[family]!.kind

const NONE: readonly number[] = []
/** A shorter skeleton (ali: l, omar: mr) belongs to too many names. */
const MIN_SKELETON = 3

type Index = Map<string, number[]>
const byWord: Record<'person' | 'form' | 'organization', Index> = {
  person: new Map(),
  form: new Map(),
  organization: new Map(),
}
const bySkeleton: Index = new Map()

for (const [family, { kind, of, words }] of FAMILIES.entries()) {
  for (const word of words.split(' ')) {
    add(byWord[of], word, family)
    // A name in letters bears no legal form, and no translation.
    const skeleton = skeletonKey(word)
    if (kind === 'spelling' && of === 'person' && skeleton.length >= MIN_SKELETON)
      add(bySkeleton, skeleton, family)
  }
}

function add(index: Index, key: string, family: number): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, [family])
  else if (!known.includes(family)) known.push(family)
}

/** The families of a word, ascending. */
export function familiesOf(text: string): readonly number[] {
  return byWord.person.get(text) ?? NONE
}

/** Of a legal form: Ltd is Limited. */
export function familiesOfForm(text: string): readonly number[] {
  return byWord.form.get(text) ?? NONE
}

/** Of a word in the name of an organization: also those of its translations. */
export function familiesInOrganization(text: string): readonly number[] {
  const translations = byWord.organization.get(text)
  return translations === undefined ? familiesOf(text) : [...familiesOf(text), ...translations]
}

/** Whether a word in the name of an organization has a translation. */
export const isTranslated = (text: string): boolean => byWord.organization.has(text)

/** Of a word without vowels: the families of which a member has its skeleton. */
export function familiesOfSkeleton(skeleton: string): readonly number[] {
  return bySkeleton.get(skeleton) ?? NONE
}

/** Of a Chinese character or a Korean block: Juan in 丽娟 is no John. */
export function familiesOfSyllable(text: string): readonly number[] {
  return familiesOf(text).filter((family) => familyKind(family) === 'syllable')
}
