/** Below this, one letter is most of the difference between names (Léa, Léo; Eva, Eve). */
const minTypoLength = 4

/**
 * Whether one typing error explains the difference: a letter added, lost or replaced, or two neighbours exchanged.
 * Linear in the length. The first letter must be the same. Typists rarely miss it. It distinguishes Joël from Noël,
 * and one Bantu noun class from another (Kabongo, Mabongo). There are two exceptions: an exchange with the second
 * letter, and the nasal before a consonant that is often not heard (Nkulu, Kulu).
 */
export const isTypo = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length < minTypoLength || long.length - short.length > 1 || ideograph.test(long)) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++
  const lost = short.slice(start, short.length - end)
  const found = long.slice(start, long.length - end)
  if (lost.length === 2 && lost[0] === found[1] && lost[1] === found[0]) return true
  if (lost.length + found.length > 2 || found.length > 1) return false
  return start > 0 || (lost === '' && initialNasal.test(long))
}

const initialNasal = /^[mn][^aeiouy]/
// One Chinese character is a whole syllable, not a letter.
const ideograph = /\p{Script=Han}/u
