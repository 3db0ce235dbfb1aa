/** Vowel letters that Arabic and Hebrew write for long vowels: alef, y and w. */
const alef = 1
const Y = 2
const W = 4
const vowels: Readonly<Record<string, number>> = { a: alef, e: Y, i: Y, y: Y, o: W, u: W, w: W }

/**
 * Whether the long vowels of a vowelless word occur between the same consonants of a Latin word: hsyn is Hussein, not
 * Hassan. Both have the same skeleton. Short vowels are not written, so a vowel of the Latin word alone proves
 * nothing.
 */
export const hasLongVowels = (vowelless: string, latin: string): boolean => {
  if (!endsAlike(vowelless, latin)) return false
  const written = gapsOf(vowelless)
  const spelled = gapsOf(latin)
  if (written.length !== spelled.length) return true
  return written.every((gap, index) => gap === 0 || (gap & spelled[index]!) !== 0)
}

const minEnded = 4

/** A final i is always written: Mohammadi is not Mohammad. */
const endsAlike = (vowelless: string, latin: string): boolean => {
  if (vowelless.length < minEnded || latin.length < minEnded) return true
  return vowelless.endsWith('y')
    ? /[aeiy]$/.test(latin)
    : !/[^aeiou][iy]$/.test(latin) || vowelless.endsWith('a')
}

/**
 * The vowels after the first consonant or vowel and after each later one. Final vowels are ignored, because their
 * spelling varies.
 */
const gapsOf = (text: string): number[] => {
  const gaps: number[] = []
  let gap = 0
  for (let at = 1; at < text.length; at++) {
    const vowel = vowels[text[at]!]
    if (vowel !== undefined) gap |= vowel
    else if (text[at] !== text[at - 1] && !(text[at] === 'h' && gap === 0)) {
      gaps.push(gap)
      gap = 0
    }
  }
  return gaps
}
