const chunk = /\S+/g
const breaks = /[^\p{L}\p{M}]+/u
const sign = /[^\p{L}\p{M},]/u
/** Almost no name goes on from here: a sign after consonants alone, or two short words of consonants. */
const mayBe =
  /(?<![a-z])[aeiou]?[b-df-hj-np-tv-z]{1,4}[-.'_](?![a-z]*[aeiou])|(?<![a-z])[b-df-hj-np-tv-xz]{1,3}[^a-z]+[b-df-hj-np-tv-xz]{1,3}(?![a-z])/i
const foreign = /(?!\p{Script=Latin})\p{L}/u
/** The first vowel is often kept. */
const consonants = /^[aeiou]?[b-df-hj-np-tv-z]{2,}$/i
const longest = 4
const fewest = 3

/**
 * A name that lost its vowels, or its letters with an accent, with a sign or a space for each (M.h.mm.d, M h mm d): the remaining
 * letters of each word together. They are then compared by their consonants.
 */
export const withFragmentsJoined = (name: string): string[] => {
  if (!mayBe.test(name) || foreign.test(name)) return []
  const joined = name.replace(chunk, (text) => {
    const letters = partsOf(text).join('')
    return sign.test(text) && consonants.test(letters) ? letters : text
  })
  const all = partsOf(name)
  const areFragments =
    all.length >= fewest && all.every((part) => part.length < longest) && all.some((part) => part.length > 1)
  const whole = areFragments && consonants.test(all.join('')) ? [all.join('')] : []
  return [...new Set([joined, ...whole])].filter((reading) => reading !== name)
}

const partsOf = (text: string): string[] => text.split(breaks).filter((part) => part !== '')
