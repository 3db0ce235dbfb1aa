/** A q without a vowel next to it is rare in any language. It is the place of a on the other keyboard (AZERTY, QWERTY). */
const misplacedQ = /(?<![aeiouy])q(?![aeiouy])|\b[^aeiouy\W]q/i

const exchanged: ReadonlyMap<string, string> = new Map(
  ['aq', 'wz'].flatMap(([a = '', b = '']) =>
    [
      [a, b],
      [b, a],
      [a.toUpperCase(), b.toUpperCase()],
      [b.toUpperCase(), a.toUpperCase()],
    ].map(([from = '', to = '']) => [from, to] as const),
  ),
)

/** The name with the letters of the other keyboard, if it has a q where no name has one. */
export const onOtherKeyboard = (name: string): string[] =>
  misplacedQ.test(name) ? [name.replace(/[aqwz]/gi, (letter) => exchanged.get(letter) ?? letter)] : []
