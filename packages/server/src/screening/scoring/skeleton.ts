/**
 * Consonants as a script without vowels keeps them. Letters that Arabic and Hebrew do not tell apart, or that
 * romanizations exchange, are one: p and b, v, w and f, j and g, q and k, dh and z.
 */
const DIGRAPHS: Readonly<Record<string, string>> = {
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

const LETTERS: Readonly<Record<string, string>> = {
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

/** The skeleton of a folded word: equal for mhmd, Mohammed and Muhamad. */
export function skeletonKey(text: string): string {
  let key = ''
  for (let at = 0; at < text.length; ) {
    const pair = at + 1 < text.length ? DIGRAPHS[text.slice(at, at + 2)] : undefined
    const letter = pair ?? LETTERS[text[at]!] ?? text[at]!
    const width = pair === undefined ? 1 : 2
    const isLast = at + width >= text.length
    const kept = pair === undefined ? consonant(letter, at === 0, isLast) : letter
    if (kept !== '' && !key.endsWith(kept)) key += kept
    at += width
  }
  return key
}

/** w and y inside a word are the long vowels u and i; a final h is the ending -a. A first vowel is written, whichever it is. */
function consonant(letter: string, isFirst: boolean, isLast: boolean): string {
  if (letter === '') return isFirst ? 'a' : ''
  if (letter === 'w') return isFirst ? 'f' : ''
  if (letter === 'y') return isFirst ? 'y' : ''
  if (letter === 'h' && isLast && !isFirst) return ''
  return letter
}
