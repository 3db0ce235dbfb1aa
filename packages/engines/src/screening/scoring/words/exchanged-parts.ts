/** Shorter words, and shorter parts of them, become other names by chance. */
export const minExchanged = 5
const minPart = 2
/** Nadia and Aidan are the reverse of each other. */
const minReversed = 6

/**
 * Whether two words have the same letters in exchanged parts: two neighbouring syllables (Hamommed), both halves
 * (medMoham), all syllables from the last to the first one, or all letters in reverse. Symmetric.
 */
export const haveExchangedParts = (a: string, b: string): boolean => {
  const { length } = a
  if (length < minExchanged || b.length !== length) return false
  if (isReversed(a, b) || (length >= minReversed && isReverse(a, b))) return true
  let from = 0
  while (from < length && a[from] === b[from]) from++
  let to = length
  while (to > from && a[to - 1] === b[to - 1]) to--
  return to - from >= 2 * minPart && isReversed(a.slice(from, to), b.slice(from, to))
}

/** Whether one text consists of at least two parts of the other in reverse order. */
const isReversed = (a: string, b: string): boolean => {
  for (let part = minPart; part <= a.length - minPart; part++) {
    if (!b.startsWith(a.slice(-part))) continue
    const [restA, restB] = [a.slice(0, -part), b.slice(part)]
    if (restA === restB || isReversed(restA, restB)) return true
  }
  return false
}

const isReverse = (a: string, b: string): boolean => {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[a.length - 1 - at]) return false
  return true
}
