/** Vowel letters as Arabic and Hebrew write the long ones: alef, y and w. */
const ALEF = 1
const Y = 2
const W = 4
const VOWELS: Readonly<Record<string, number>> = { a: ALEF, e: Y, i: Y, y: Y, o: W, u: W, w: W }

/**
 * Whether the long vowels that a vowelless word writes are those that stand between the same consonants of a Latin
 * one: hsyn is Hussein, and Hassan is not. Both have the same skeleton; short vowels are not written, so a vowel of
 * the Latin word alone proves nothing.
 */
export function hasLongVowels(vowelless: string, latin: string): boolean {
  if (!endsAlike(vowelless, latin)) return false
  const written = gapsOf(vowelless)
  const spelled = gapsOf(latin)
  if (written.length !== spelled.length) return true
  return written.every((gap, index) => gap === 0 || (gap & spelled[index]!) !== 0)
}

const MIN_ENDED = 4

/** An i at the end is always written: Mohammadi is not Mohammad. */
function endsAlike(vowelless: string, latin: string): boolean {
  if (vowelless.length < MIN_ENDED || latin.length < MIN_ENDED) return true
  return vowelless.endsWith('y')
    ? /[aeiy]$/.test(latin)
    : !/[^aeiou][iy]$/.test(latin) || vowelless.endsWith('a')
}

/** The vowels after the first consonant or vowel and after each later one, but those at the end: endings are written freely. */
function gapsOf(text: string): number[] {
  const gaps: number[] = []
  let gap = 0
  for (let at = 1; at < text.length; at++) {
    const vowel = VOWELS[text[at]!]
    if (vowel !== undefined) gap |= vowel
    else if (text[at] !== text[at - 1] && !(text[at] === 'h' && gap === 0)) {
      gaps.push(gap)
      gap = 0
    }
  }
  return gaps
}
