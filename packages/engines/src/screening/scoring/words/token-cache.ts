import { makeToken, type NameToken } from './token.ts'

/** Maximum number of cached words. In lists, many names share a few words, and many words occur once. */
const maxTokens = 50_000

const tokens = new Map<string, NameToken>()

/** Equals `makeToken`, which takes about 1 µs, but returns the same object for the same word. */
export const tokenOf = (text: string, traits: number): NameToken => {
  const key = text + String.fromCharCode(traits)
  const known = tokens.get(key)
  if (known !== undefined) return known
  if (tokens.size >= maxTokens) tokens.clear()
  const token = makeToken(text, traits)
  tokens.set(key, token)
  return token
}
