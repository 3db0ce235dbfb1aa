/**
 * Spellings of one sound in Congolese and French orthography, longest first. A key compares names that
 * were written down by ear: Mouteba for Muteba, Tchibola for Tshibola, Kanbale for Kambale.
 */
const SOUNDS: readonly (readonly [spelling: string, sound: string])[] = [
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

const SOUNDS_BY_LETTER: ReadonlyMap<string, typeof SOUNDS> = Map.groupBy(SOUNDS, ([spelling]) => spelling[0]!)

/**
 * The sound of a folded name word. Doubled letters count once and a final -ie is -i (Ngoie, Ngoyi,
 * Ngoy); a final mute -e is kept, because it tells Denise from Denis.
 */
export function phoneticKey(text: string): string {
  let key = ''
  for (let at = 0; at < text.length; ) {
    const known = SOUNDS_BY_LETTER.get(text[at]!)?.find(([spelling]) => text.startsWith(spelling, at))
    const sound = known?.[1] ?? text[at]!
    for (const letter of sound) if (!key.endsWith(letter)) key += letter
    at += known?.[0].length ?? 1
  }
  return key.length > 3 && key.endsWith('ie') ? key.slice(0, -1) : key
}
