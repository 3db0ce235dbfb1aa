import {
  familiesInOrganization,
  familiesOf,
  familiesOfForm,
  familiesOfSkeleton,
  familiesOfSyllable,
  familyKind,
} from './families.ts'
import { isCommonSurname } from './frequent-surnames.ts'
import { skeletonKey } from './skeleton.ts'
import { soundKey } from './sound.ts'

/**
 * What a word does in a name. `particle` (bin, de, al), `honorific` (Dr, General), `form` (LLC, SARL), `generic`
 * (Trading, Group): each says less about who is meant than a `name` does.
 */
export type TokenRole = 'name' | 'particle' | 'honorific' | 'form' | 'generic'

/** The roles by number, as `traitsOf` packs them. Appended to, never reordered. */
const ROLES: readonly TokenRole[] = ['name', 'particle', 'honorific', 'form', 'generic']
const VOWELLESS = 8
const SYLLABLE = 16
/** A word of an organization that may be translated. */
const TRANSLATED = 32

/** One word of a name, with all that comparing needs. It depends on `text` and `traits` alone, so it can be shared. */
export type NameToken = {
  /** Lower-case Latin letters and digits; of a vowelless word, consonants as `spellVowelless` writes them. */
  readonly text: string
  /** `role` and `vowelless` in one small integer. */
  readonly traits: number
  readonly role: TokenRole
  /** Written in a script that leaves vowels out (Arabic, Hebrew): only consonants can be compared. */
  readonly vowelless: boolean
  /** Stands for a Chinese character or a Korean block. */
  readonly isSyllable: boolean
  /** How it sounds, over the orthographies of many languages; equal for Tshibola and Chibola. */
  readonly sound: string
  /** Its consonants, as a script without vowels keeps them. */
  readonly skeleton: string
  /** Families of spellings and nicknames it belongs to, ascending; most have none. */
  readonly families: readonly number[]
  /** A single letter: may stand for any word that it begins. */
  readonly isInitial: boolean
  /** Which letters occur (bit 0 is `a`, bit 26 any digit): a quick bound of how different two words are. */
  readonly letters: number
  /** How much it says about who is meant, where no statistics of a list are known: about 1 for an ordinary name. */
  readonly weight: number
}

/** Builds the token of a word; the same arguments always give an equal token. About 1 µs. */
export function makeToken(text: string, traits: number): NameToken {
  const role = roleOf(traits)
  const vowelless = (traits & VOWELLESS) !== 0
  const sound = vowelless ? text : soundKey(text)
  const skeleton = skeletonKey(text)
  const isSyllable = (traits & SYLLABLE) !== 0
  const isInitial = text.length === 1 && text >= 'a' && text <= 'z' && !isSyllable
  const families = familiesFor(text, traits, skeleton)
  return {
    text,
    traits,
    role,
    vowelless,
    isSyllable,
    sound,
    skeleton,
    families,
    isInitial,
    letters: letterMask(text),
    weight:
      ROLE_WEIGHT[role] *
      lengthWeight(text.length) *
      (role !== 'form' && isCommon(families, text) ? COMMON_NAME : 1) *
      (isSyllable ? ONE_SYLLABLE : 1),
  }
}

function familiesFor(text: string, traits: number, skeleton: string): readonly number[] {
  if ((traits & VOWELLESS) !== 0) return familiesOfSkeleton(skeleton)
  if ((traits & SYLLABLE) !== 0) return familiesOfSyllable(text)
  if (ROLES[traits & 7] === 'form') return familiesOfForm(text)
  return (traits & TRANSLATED) !== 0 ? familiesInOrganization(text) : familiesOf(text)
}

/** The Arabic article before a word. */
export const isArticle = (token: NameToken): boolean =>
  token.role === 'particle' && (token.text === 'al' || token.text === 'el')

/** The traits of a word, for `makeToken`; fits a byte. A syllable stands for a Chinese character or a Korean block. */
export function traitsOf(role: TokenRole, vowelless: boolean, syllable = false, translated = false): number {
  return (
    ROLES.indexOf(role) |
    (vowelless ? VOWELLESS : 0) |
    (syllable ? SYLLABLE : 0) |
    (translated ? TRANSLATED : 0)
  )
}

export const roleOf = (traits: number): TokenRole => ROLES[traits & 7] ?? 'name'

/** A name that has a family of spellings or short forms is borne by many, as the commonest surnames are. */
const COMMON_NAME = 0.85
const isCommon = (families: readonly number[], text: string): boolean =>
  families.some((family) => familyKind(family) !== 'translation') || isCommonSurname(text)
/** Many characters sound alike. */
const ONE_SYLLABLE = 0.75

const ROLE_WEIGHT: Readonly<Record<TokenRole, number>> = {
  name: 1,
  generic: 0.45,
  particle: 0.12,
  honorific: 0.08,
  form: 0.08,
}

/** The weight of a word of its role that is neither short nor common. */
export const roleWeight = (token: NameToken): number => ROLE_WEIGHT[token.role]

/** Short words are shared by more people, and one letter is more of them. */
function lengthWeight(length: number): number {
  return length === 1 ? 0.35 : length === 2 ? 0.7 : length === 3 ? 0.85 : 1
}

function letterMask(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const letter = (text.charCodeAt(at) | 32) - 97
    mask |= letter >= 0 && letter < 26 ? 1 << letter : 1 << 26
  }
  return mask
}
