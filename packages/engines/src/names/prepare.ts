import { classifyWords } from './classify.ts'
import { foldName } from './fold.ts'
import { lookalikeKey } from './lookalike.ts'
import { phoneticKey } from './phonetic.ts'
import { splitWords } from './split-words.ts'

/** Maximum number of words that are read. A longer name counts as truncated. */
export const maxNameTokens = 24

/** One word of a name, folded. */
export interface NameToken {
  readonly text: string
  /** `component`: the other name must explain it. `free`: a title or particle, which is optional. */
  readonly kind: 'component' | 'free'
  /** A `spouse` name follows a marriage term: it may be absent without conflicting with a postnom. */
  readonly role: 'own' | 'spouse'
  /** Written with a full stop: "N. Simba" is not N'Simba, but "N Simba" can be. */
  readonly abbreviated: boolean
  readonly phonetic: string
  readonly lookalike: string
}

/** A name that has been read once and can be compared many times. Immutable. */
export interface PreparedName {
  /** Every word in the written order, including titles and particles, without marriage terms. */
  readonly tokens: readonly NameToken[]
  /** The sorted components. Equal keys mean equal names under spec/kyc#comparison-of-names. */
  readonly key: string
  readonly componentCount: number
  readonly transliterated: boolean
  readonly truncated: boolean
}

/**
 * Reads a name into its components (spec/kyc#comparison-of-names). Time is bounded by `maxNameLength`. It never
 * throws.
 */
export const prepareName = (name: string): PreparedName => {
  const folded = foldName(name)
  const words = splitWords(folded.text)
  const read = words.length > maxNameTokens ? words.slice(0, maxNameTokens) : words
  const classes = classifyWords(read)
  const isNamed = classes.some((kind) => kind === 'component' || kind === 'spouse')
  const tokens: NameToken[] = []
  for (const [index, word] of read.entries()) {
    const kind = classes[index]
    if (kind === 'term' && isNamed) continue
    // A name that consists only of titles and particles ("Ba", "Major") is still a name.
    const free = isNamed && kind !== 'component' && kind !== 'spouse'
    const role = kind === 'spouse' ? 'spouse' : 'own'
    tokens.push({
      ...spellings(word.text),
      kind: free ? 'free' : 'component',
      role,
      abbreviated: word.abbreviated,
    })
  }
  const components = tokens.filter((token) => token.kind === 'component')
  return {
    tokens,
    key: components
      .map((token) => (token.role === 'spouse' ? `${token.text}*` : token.text))
      .sort()
      .join(' '),
    componentCount: components.length,
    transliterated: folded.transliterated,
    truncated: folded.truncated || words.length > read.length,
  }
}

/** A word with the keys under which it is compared. */
export const spellings = (text: string): Pick<NameToken, 'text' | 'phonetic' | 'lookalike'> => ({
  text,
  phonetic: phoneticKey(text),
  lookalike: lookalikeKey(text),
})
