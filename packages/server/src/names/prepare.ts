import { classifyWords } from './classify.ts'
import { foldName } from './fold.ts'
import { lookalikeKey } from './lookalike.ts'
import { phoneticKey } from './phonetic.ts'
import { splitWords } from './words.ts'

/** Words of a name that are read; the rest counts as truncated. */
export const MAX_NAME_TOKENS = 24

/** One word of a name, folded. */
export interface NameToken {
  readonly text: string
  /** `component`: must be explained by the other name. `free`: a title or particle, which need not be. */
  readonly kind: 'component' | 'free'
  /** A `spouse` name follows a marriage term: it may be absent without conflicting with a postnom. */
  readonly role: 'own' | 'spouse'
  /** Written with a full stop: "N. Simba" is not N'Simba, while "N Simba" may be. */
  readonly abbreviated: boolean
  readonly phonetic: string
  readonly lookalike: string
}

/** A name that has been read once and can be compared many times. Immutable. */
export interface PreparedName {
  /** Every word in the order written, titles and particles included, marriage terms left out. */
  readonly tokens: readonly NameToken[]
  /** The components alone, sorted: equal keys mean equal names under decisions §6. */
  readonly key: string
  readonly componentCount: number
  readonly transliterated: boolean
  readonly truncated: boolean
}

/** Reads a name into its components (decisions §6). Time is bounded by `MAX_NAME_LENGTH`; never throws. */
export function prepareName(name: string): PreparedName {
  const folded = foldName(name)
  const words = splitWords(folded.text)
  const read = words.length > MAX_NAME_TOKENS ? words.slice(0, MAX_NAME_TOKENS) : words
  const classes = classifyWords(read)
  const isNamed = classes.some((kind) => kind === 'component' || kind === 'spouse')
  const tokens: NameToken[] = []
  for (const [index, word] of read.entries()) {
    const kind = classes[index]
    if (kind === 'term' && isNamed) continue
    // A name of nothing but titles and particles ("Ba", "Major") is a name after all.
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
export function spellings(text: string): Pick<NameToken, 'text' | 'phonetic' | 'lookalike'> {
  return { text, phonetic: phoneticKey(text), lookalike: lookalikeKey(text) }
}
