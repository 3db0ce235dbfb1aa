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

const count = (name: string, letter: RegExp): number => name.match(letter)?.length ?? 0

/**
 * The name with the letters of the other keyboard, if it has a q where no name has one. Every a became a q, so an a is
 * rarer than a q.
 */
export const onOtherKeyboard = (name: string): string[] =>
  misplacedQ.test(name) && count(name, /q/gi) > count(name, /a/gi)
    ? [name.replace(/[aqwz]/gi, (letter) => exchanged.get(letter) ?? letter)]
    : []
