import { isMisreadable } from '../../../names/index.ts'
import {
  type FamilyKind,
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
 * The role of a word in the name. `particle` (bin, de, al), `honorific` (Dr, General), `form` (LLC, SARL) and
 * `generic` (Trading, Group) are weaker evidence than `name`.
 */
export type TokenRole = 'name' | 'particle' | 'honorific' | 'form' | 'generic'

/** The roles by number, as `traitsOf` packs them. New ones are added at the end. The order never changes. */
const roles: readonly TokenRole[] = ['name', 'particle', 'honorific', 'form', 'generic']
const vowellessBit = 8
const syllableBit = 16
/** A word of an organization that may have a translation. */
const translatedBit = 32

/** One word of a name, with all data for comparisons. It depends on `text` and `traits` only, so it can be shared. */
export type NameToken = {
  /** Lower-case Latin letters and digits. For a vowelless word, consonants in the form of `spellVowelless`. */
  readonly text: string
  /** `role` and `vowelless` in one small integer. */
  readonly traits: number
  readonly role: TokenRole
  /** The script has no vowels (Arabic, Hebrew): only consonants can be compared. */
  readonly vowelless: boolean
  /** Represents a Chinese character or a Korean block. */
  readonly isSyllable: boolean
  /** The sound, independent of the orthography. It is equal for Tshibola and Chibola. */
  readonly sound: string
  /** The consonants, in the form of a script without vowels. */
  readonly skeleton: string
  /** Families of spellings and nicknames, ascending. Most words have none. */
  readonly families: readonly number[]
  /** A single letter. It can represent any word that begins with it. */
  readonly isInitial: boolean
  /** A digit, or letters that look like one other letter: words with it are also compared by shape. */
  readonly isMisreadable: boolean
  /** The letters that occur (bit 0 is `a`, bit 26 any digit). A fast bound for the difference of two words. */
  readonly letters: number
  /** The weight as evidence without statistics of a list: about 1 for an ordinary name. */
  readonly weight: number
}

/** Builds the token of a word. Equal arguments give an equal token. It takes about 1 µs. */
export const makeToken = (text: string, traits: number): NameToken => {
  const role = roleOf(traits)
  const vowelless = (traits & vowellessBit) !== 0
  const sound = vowelless ? text : soundKey(text)
  const skeleton = skeletonKey(text)
  const isSyllable = (traits & syllableBit) !== 0
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
    isMisreadable: !vowelless && !isSyllable && isMisreadable(text),
    letters: letterMask(text),
    weight:
      weightOfRole[role] *
      (digitsOnly.test(text) ? numberWeight : lengthWeight(text.length)) *
      (role !== 'form' && isCommon(families, text) ? commonName : 1) *
      (isHalf(text) ? halfName : 1) *
      (isSyllable ? oneSyllable : 1),
  }
}

const familiesFor = (text: string, traits: number, skeleton: string): readonly number[] => {
  if ((traits & vowellessBit) !== 0) return familiesOfSkeleton(skeleton)
  if ((traits & syllableBit) !== 0) return familiesOfSyllable(text)
  // An initial is not a syllable: I. Kim is not Lee.
  if (text.length === 1 && !digitsOnly.test(text)) return []
  if (roles[traits & 7] === 'form') return familiesOfForm(text)
  return (traits & translatedBit) !== 0 ? familiesInOrganization(text) : familiesOf(text)
}

/** The Arabic article before a word. */
export const isArticle = (token: NameToken): boolean =>
  token.role === 'particle' && (token.text === 'al' || token.text === 'el')

/** The traits of a word for `makeToken`, in one byte. A syllable represents a Chinese character or a Korean block. */
export const traitsOf = (role: TokenRole, vowelless: boolean, syllable = false, translated = false): number =>
  roles.indexOf(role) |
  (vowelless ? vowellessBit : 0) |
  (syllable ? syllableBit : 0) |
  (translated ? translatedBit : 0)

export const roleOf = (traits: number): TokenRole => roles[traits & 7] ?? 'name'

/** A name with a family of spellings or nicknames is as frequent as the most common surnames. */
const commonName = 0.85
const isCommon = (families: readonly number[], text: string): boolean =>
  families.some((family) => ofCommonNames.has(familyKind(family))) || isCommonSurname(text)
const ofCommonNames: ReadonlySet<FamilyKind> = new Set(['spelling', 'syllable', 'nickname'])
/** Abdul and din are a half of very many names, and another name without it is often the same. */
const halfName = 0.6
const isHalf = (text: string): boolean => /^(?:abd(?:[aeou]l|oul)?|din)$/.test(text)
/** Many characters have the same sound. */
const oneSyllable = 0.75

/** Whether a word is a name that is neither short nor common. */
export const isRareName = ({ role, weight }: NameToken): boolean => role === 'name' && weight >= 1

const weightOfRole: Readonly<Record<TokenRole, number>> = {
  name: 1,
  generic: 0.45,
  particle: 0.12,
  honorific: 0.08,
  form: 0.08,
}

/** The weight of a word of this role that is neither short nor common. */
export const roleWeight = (token: NameToken): number => weightOfRole[token.role]

const digitsOnly = /^[0-9]+$/
const numberWeight = 0.85

/** Short words are more frequent. A difference of one letter is a larger part of them. */
const lengthWeight = (length: number): number =>
  length === 1 ? 0.35 : length === 2 ? 0.7 : length === 3 ? 0.85 : 1

const letterMask = (text: string): number => {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const letter = (text.charCodeAt(at) | 32) - 97
    mask |= letter >= 0 && letter < 26 ? 1 << letter : 1 << 26
  }
  return mask
}
