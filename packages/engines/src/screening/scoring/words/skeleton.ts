/**
 * Consonants in the form of a script without vowels. Letters that Arabic and Hebrew do not distinguish, or that
 * romanizations exchange, are one: p and b, v, w and f, j and g, q and k, dh and z.
 */
const digraphs: Readonly<Record<string, string>> = {
  kh: 'x',
  gh: 'g',
  sh: 'c',
  ch: 'c',
  th: 't',
  dh: 'z',
  dj: 'g',
  ph: 'f',
  ck: 'k',
  ts: 's',
  tz: 's',
  zh: 'g',
}

const letters: Readonly<Record<string, string>> = {
  p: 'b',
  v: 'f',
  j: 'g',
  q: 'k',
  c: 'k',
  x: 'ks',
  X: 'x',
  C: 'c',
  H: 'h',
  a: '',
  e: '',
  i: '',
  o: '',
  u: '',
}

/** Allah as the end of a name. Without its h, Matiullah would have the consonants of Mital, and Ullah those of Ali. */
const endsInAllah = /ll[aou]?h$/i

/** The skeleton of a folded word. It is equal for mhmd, Mohammed and Muhamad. */
export const skeletonKey = (text: string): string => {
  let key = ''
  const keepsH = endsInAllah.test(text)
  for (let at = 0; at < text.length; ) {
    const pair = at + 1 < text.length ? digraphs[text.slice(at, at + 2)] : undefined
    const letter = pair ?? (isSoftC(text, at) ? 's' : (letters[text[at]!] ?? text[at]!))
    const width = pair === undefined ? 1 : 2
    const isLast = at + width >= text.length
    const kept = pair === undefined ? consonant(letter, at === 0, isLast, at > 1 && !keepsH) : letter
    if (kept !== '' && !key.endsWith(kept)) key += kept
    at += width
  }
  return key
}

/** Before e and i, c is an s in French and Spanish spellings: Lounici. */
const isSoftC = (text: string, at: number): boolean =>
  text[at] === 'c' && (text[at + 1] === 'e' || text[at + 1] === 'i')

/** Inside a word, w and y are the long vowels u and i. A final h of a longer word is the ending -a. A first vowel is always written. */
const consonant = (letter: string, isFirst: boolean, isLast: boolean, isLong: boolean): string => {
  if (letter === '') return isFirst ? 'a' : ''
  if (letter === 'w') return isFirst ? 'f' : ''
  if (letter === 'y') return isFirst ? 'y' : ''
  if (letter === 'h' && isLast && isLong) return ''
  return letter
}
