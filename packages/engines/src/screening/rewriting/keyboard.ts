/** A q without a vowel next to it is rare in any language. It is the place of a on the other keyboard (AZERTY, QWERTY). */
const misplacedQ = /(?<![aeiou])q(?![aeiouy])|\b[^aeiouy\W]q/i

const words = /[\p{L}\p{M}]+/gu

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

/** Every a became a q, so an a is rarer than a q. */
const isMistyped = (text: string): boolean => misplacedQ.test(text) && count(text, /q/gi) > count(text, /a/gi)

const exchangedIn = (text: string): string =>
  text.replace(/[aqwz]/gi, (letter) => exchanged.get(letter) ?? letter)

/**
 * The name with the letters of the other keyboard, if it has a q where no name has one: in the whole name, only in its
 * words with such a q, or in its words with any q. Other words can have been added later.
 */
export const onOtherKeyboard = (name: string): string[] => {
  if (!misplacedQ.test(name)) return []
  const inWords = (isWanted: (word: string) => boolean) =>
    name.replace(words, (word) => (isWanted(word) ? exchangedIn(word) : word))
  const read = [inWords(isMistyped), inWords((word) => /q/i.test(word))]
  if (isMistyped(name)) read.push(exchangedIn(name))
  return read.filter((reading) => reading !== name)
}
