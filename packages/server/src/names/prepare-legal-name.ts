import { foldName } from './fold.ts'
import { findLegalForms } from './legal-forms.ts'
import { MAX_NAME_TOKENS, type NameToken, type PreparedName, spellings } from './prepare.ts'
import { splitWords, type Word } from './words.ts'

/** A company name that has been read once and can be compared many times. Immutable. */
export interface PreparedLegalName extends PreparedName {
  /** The families of the legal forms that stood in the name; the forms themselves are no components. */
  readonly forms: ReadonlySet<string>
}

/** Articles and conjunctions: free as long as another word is left. `&` folds to a space. */
const CONNECTORS: ReadonlySet<string> = new Set('et and the of le la les l de du des d en au aux'.split(' '))

/** What is abbreviated in writing and spelled out in the articles of association. */
const SPELLED_OUT: ReadonlyMap<string, string> = new Map([
  ['ste', 'societe'],
  ['cie', 'compagnie'],
  ['gpe', 'groupe'],
  ['intl', 'international'],
])

/** Reads a company name into its components. Time is bounded by `MAX_NAME_LENGTH`; never throws. */
export function prepareLegalName(name: string): PreparedLegalName {
  const folded = foldName(name)
  const all = joinSingleLetters(splitWords(joinDotted(folded.text)))
  const words = all.slice(0, MAX_NAME_TOKENS).map((word) => SPELLED_OUT.get(word) ?? word)
  const forms = findLegalForms(words)
  const isNamed = words.some((word, index) => !forms.words.has(index) && !CONNECTORS.has(word))
  const tokens: NameToken[] = []
  for (const [index, word] of words.entries()) {
    // A name of nothing but forms and articles ("SNC", "La SA") is a name after all.
    if (isNamed && forms.words.has(index)) continue
    const kind = isNamed && CONNECTORS.has(word) ? 'free' : 'component'
    tokens.push({ ...spellings(word), kind, role: 'own', abbreviated: false })
  }
  const components = tokens.filter((token) => token.kind === 'component').map((token) => token.text)
  return {
    tokens,
    forms: isNamed ? forms.families : new Set(),
    key: components.sort().join(' '),
    componentCount: components.length,
    transliterated: folded.transliterated,
    truncated: folded.truncated || all.length > words.length,
  }
}

const DOTTED = /(?<![\p{L}\p{N}'.])(?:(?:\p{L}\.){2,}\p{L}?|\p{L}\.\p{L})(?![\p{L}\p{N}])/gu

/** S.A.R.L. is one word, and another than the T.P. before it. */
function joinDotted(text: string): string {
  return text.replace(DOTTED, (letters) => `${letters.replaceAll('.', '')} `)
}

/** S A R L is one word too. What was elided (L'Avenir) stands alone. */
function joinSingleLetters(words: readonly Word[]): string[] {
  const joined: string[] = []
  let runIsOpen = false
  for (const { text, elided } of words) {
    const isLetter = SINGLE_LETTER.test(text) && !elided
    if (isLetter && runIsOpen) joined.push(joined.pop() + text)
    else joined.push(text)
    runIsOpen = isLetter
  }
  return joined
}

const SINGLE_LETTER = /^\p{L}$/u
