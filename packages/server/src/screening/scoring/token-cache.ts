import { makeToken, type NameToken } from './token.ts'

/** Words that are kept; lists have a few words that many names share and many that one name has. */
const MAX_KEPT = 50_000

const kept = new Map<string, NameToken>()

/** As `makeToken`, which costs about 1 µs, but the tokens of the same word are one object. */
export function tokenOf(text: string, traits: number): NameToken {
  const key = text + String.fromCharCode(traits)
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MAX_KEPT) kept.clear()
  const token = makeToken(text, traits)
  kept.set(key, token)
  return token
}
