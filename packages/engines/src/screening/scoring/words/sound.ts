/**
 * Spellings of one sound in the orthographies that lists mix (English, French, German, Slavic, Arabic, Congolese
 * romanizations), longest first. The key is wider than that of `names`: screening ranks, it does not certify.
 */
const sounds: readonly (readonly [spelling: string, sound: string])[] = [
  ['shch', 'S'],
  ['tsch', 'S'],
  ['dsch', 'j'],
  ['dzh', 'j'],
  ['tsh', 'S'],
  ['tch', 'S'],
  ['sch', 'S'],
  ['tsj', 'S'],
  ['sj', 'S'],
  ['eau', 'o'],
  ['ieu', 'iu'],
  ['iou', 'iu'],
  ['ch', 'S'],
  ['sh', 'S'],
  ['cz', 'S'],
  ['sz', 'S'],
  ['zh', 'j'],
  ['dj', 'j'],
  ['dz', 'z'],
  ['dh', 'd'],
  ['gh', 'g'],
  ['ph', 'f'],
  ['th', 't'],
  ['kh', 'k'],
  ['rh', 'r'],
  ['bh', 'b'],
  ['ck', 'k'],
  ['que', 'ke'],
  ['qui', 'ki'],
  ['ou', 'u'],
  ['oo', 'u'],
  ['ow', 'u'],
  ['ee', 'i'],
  ['ea', 'i'],
  ['ie', 'i'],
  ['iy', 'i'],
  ['yi', 'i'],
  ['au', 'o'],
  ['aw', 'o'],
  ['ai', 'e'],
  ['ay', 'e'],
  ['ei', 'e'],
  ['ey', 'e'],
  ['ae', 'e'],
  ['oe', 'e'],
  ['ue', 'u'],
  ['eu', 'u'],
  ['nb', 'mb'],
  ['np', 'mp'],
  ['ce', 'se'],
  ['ci', 'si'],
  ['cy', 'si'],
  ['xh', 'j'],
  ['x', 'ks'],
  ['c', 'k'],
  ['q', 'k'],
  ['z', 's'],
  ['w', 'v'],
  ['y', 'i'],
  ['h', ''],
]

const byLetter: readonly (typeof sounds)[] = Array.from({ length: 26 }, (_, letter) =>
  sounds.filter(([spelling]) => spelling.charCodeAt(0) === letter + 97),
)

/**
 * The sound of a folded word. Doubled letters count once. o and u are equal, and e and i are equal.
 */
export const soundKey = (text: string): string => {
  let key = ''
  let last = ''
  for (let at = 0; at < text.length; ) {
    const known = at === 0 ? openingAt(text) : soundAt(text, at)
    for (const letter of known?.[1] ?? text[at]!) {
      const heard = letter === 'o' ? 'u' : letter === 'e' ? 'i' : letter
      if (heard !== last) key += heard
      last = heard
    }
    at += known?.[0].length ?? 1
  }
  return key
}

const soundAt = (text: string, at: number) => glideAt(text, at) ?? spellingAt(text, at)

const openingX = ['x', 's'] as const
const openingKs = ['ks', 's'] as const

/** An initial h is kept. An initial x is heard as s (Xi, Xavier, Xenia for Ksenia), but not the xh of Albanian. */
const openingAt = (text: string): (typeof sounds)[number] | undefined => {
  if (text[0] === 'h') return undefined
  if (text[0] === 'x' && text[1] !== 'h') return openingX
  return text.startsWith('ks') ? openingKs : soundAt(text, 0)
}

const ouGlide = ['ou', 'v'] as const
const uGlide = ['u', 'v'] as const

/** Before another vowel, ou and u are the English w: Ouafa, Mouamba, Hua. Before e, u can be the German ue. */
const glideAt = (text: string, at: number): (typeof sounds)[number] | undefined => {
  if (text.startsWith('ou', at)) return isVowel(text[at + 2]) ? ouGlide : undefined
  return text[at] === 'u' && text[at + 1] !== 'e' && isVowel(text[at + 1]) ? uGlide : undefined
}

const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'aeiou'.includes(letter)

const spellingAt = (text: string, at: number): (typeof sounds)[number] | undefined => {
  const spellings = byLetter[text.charCodeAt(at) - 97]
  if (spellings === undefined) return undefined
  for (const spelling of spellings) if (text.startsWith(spelling[0], at)) return spelling
  return undefined
}
