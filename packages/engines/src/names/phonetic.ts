/**
 * Spellings of one sound in Congolese and French orthography, longest first. A key compares names that were written
 * down after hearing them: Mouteba for Muteba, Tchibola for Tshibola, Kanbale for Kambale.
 */
const sounds: readonly (readonly [spelling: string, sound: string])[] = [
  ['tsh', 'C'],
  ['tch', 'C'],
  ['sch', 'C'],
  ['eau', 'o'],
  ['ch', 'C'],
  ['sh', 'C'],
  ['dj', 'j'],
  ['gh', 'g'],
  ['ph', 'f'],
  ['th', 't'],
  ['kh', 'k'],
  ['rh', 'r'],
  ['ck', 'k'],
  ['qu', 'k'],
  ['ou', 'u'],
  ['oo', 'u'],
  ['au', 'o'],
  ['ai', 'e'],
  ['ei', 'e'],
  ['nb', 'mb'],
  ['np', 'mp'],
  ['ge', 'je'],
  ['gi', 'ji'],
  ['gy', 'ji'],
  ['ce', 'ze'],
  ['ci', 'zi'],
  ['cy', 'zi'],
  ['c', 'k'],
  ['q', 'k'],
  ['s', 'z'],
  ['w', 'u'],
  ['y', 'i'],
  ['x', 'kz'],
  ['h', ''],
]

const soundsByLetter: ReadonlyMap<string, typeof sounds> = Map.groupBy(sounds, ([spelling]) => spelling[0]!)

/**
 * The sound of a folded name word. Doubled letters count once, and a final -ie is -i (Ngoie, Ngoyi, Ngoy). A final
 * mute -e is kept, because it distinguishes Denise from Denis.
 */
export const phoneticKey = (text: string): string => {
  let key = ''
  for (let at = 0; at < text.length; ) {
    const known = soundsByLetter.get(text[at]!)?.find(([spelling]) => text.startsWith(spelling, at))
    const sound = known?.[1] ?? text[at]!
    for (const letter of sound) if (!key.endsWith(letter)) key += letter
    at += known?.[0].length ?? 1
  }
  return key.length > 3 && key.endsWith('ie') ? key.slice(0, -1) : key
}
