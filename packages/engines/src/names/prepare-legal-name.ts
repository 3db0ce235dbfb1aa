import { foldName } from './fold.ts'
import { findLegalForms } from './legal-forms.ts'
import { maxNameTokens, type NameToken, type PreparedName, spellings } from './prepare.ts'
import { splitWords, type Word } from './split-words.ts'

/** A company name that has been read once and can be compared many times. Immutable. */
export interface PreparedLegalName extends PreparedName {
  /** The families of the legal forms in the name. The forms themselves are not components. */
  readonly forms: ReadonlySet<string>
}

/** Articles and conjunctions. They are free if another word remains. `&` folds to a space. */
const connectors: ReadonlySet<string> = new Set('et and the of le la les l de du des d en au aux'.split(' '))

/** Abbreviations and their complete forms in the articles of association. */
const spelledOut: ReadonlyMap<string, string> = new Map([
  ['ste', 'societe'],
  ['cie', 'compagnie'],
  ['gpe', 'groupe'],
  ['intl', 'international'],
])

/** Reads a company name into its components. Time is bounded by `maxNameLength`. It never throws. */
export const prepareLegalName = (name: string): PreparedLegalName => {
  const folded = foldName(name)
  const all = joinSingleLetters(splitWords(joinDotted(folded.text)))
  const words = all.slice(0, maxNameTokens).map((word) => spelledOut.get(word) ?? word)
  const forms = findLegalForms(words)
  const isNamed = words.some((word, index) => !forms.words.has(index) && !connectors.has(word))
  const tokens: NameToken[] = []
  for (const [index, word] of words.entries()) {
    // A name that consists only of forms and articles ("SNC", "La SA") is still a name.
    if (isNamed && forms.words.has(index)) continue
    const kind = isNamed && connectors.has(word) ? 'free' : 'component'
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

const dotted = /(?<![\p{L}\p{N}'.])(?:(?:\p{L}\.){2,}\p{L}?|\p{L}\.\p{L})(?![\p{L}\p{N}])/gu

/** S.A.R.L. is one word, separate from the T.P. before it. */
const joinDotted = (text: string): string =>
  text.replace(dotted, (letters) => `${letters.replaceAll('.', '')} `)

/** S A R L is one word too. An elided article (L'Avenir) is a separate word. */
const joinSingleLetters = (words: readonly Word[]): string[] => {
  const joined: string[] = []
  let runIsOpen = false
  for (const { text, elided } of words) {
    const isLetter = singleLetter.test(text) && !elided
    if (isLetter && runIsOpen) joined.push(joined.pop() + text)
    else joined.push(text)
    runIsOpen = isLetter
  }
  return joined
}

const singleLetter = /^\p{L}$/u
