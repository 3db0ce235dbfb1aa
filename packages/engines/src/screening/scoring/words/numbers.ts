/** Numbers of organizations: 44th, forty-fourth, quarante-quatre and XLIV are the same number. */

const tableOf = (pairs: string): ReadonlyMap<string, number> =>
  new Map(
    pairs
      .split(/\s+/)
      .map((pair) => pair.split(':'))
      .map(([word = '', value]) => [word, Number(value)] as const),
  )

/** Words for small numbers. Alone they keep their letters, and families connect them (`organization-words`). */
const units = tableOf(
  `one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 first:1 second:2 third:3 fourth:4 fifth:5 sixth:6
  seventh:7 eighth:8 ninth:9 un:1 deux:2 trois:3 quatre:4 cinq:5 sept:7 huit:8 neuf:9 uno:1 dos:2 tres:3 cuatro:4 cinco:5
  seis:6 siete:7 ocho:8 nueve:9`,
)
const larger = tableOf(
  `eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 eleventh:11
  twelfth:12 thirteenth:13 fourteenth:14 fifteenth:15 sixteenth:16 seventeenth:17 eighteenth:18 nineteenth:19 onze:11
  douze:12 treize:13 quatorze:14 quinze:15 seize:16`,
)
const tens = tableOf(
  `twenty:20 thirty:30 forty:40 fourty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 twentieth:20 thirtieth:30
  fortieth:40 fiftieth:50 sixtieth:60 vingt:20 trente:30 quarante:40 cinquante:50 soixante:60 veinte:20 treinta:30`,
)
/** Numbers up to ten as a word, because lists write them so. */
const ordinalWords = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

const ordinal = /^(\d{1,4})(?:st|nd|rd|th|er|ere|e|eme|ieme)$/
/** A number of at least two letters, up to 89. */
const roman = /^(?=[ivxl]{2})(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/
const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 }

const romanNumber = (word: string): number =>
  [...word].reduce((sum, letter, at) => {
    const value = romanValues[letter]!
    return sum + (value < (romanValues[word[at + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)

/** The number that one word is, or null. The first word can be letters of a name: VI Holding. */
const numberOf = (word: string, isFirst: boolean): number | null => {
  const digits = ordinal.exec(word)?.[1]
  if (digits !== undefined) return Number(digits)
  return larger.get(word) ?? (!isFirst && roman.test(word) ? romanNumber(word) : null)
}

/** The words with numbers in one form. */
export const spellNumbers = <Word extends { text: string }>(words: readonly Word[]): Word[] => {
  const spelled: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const ten = tens.get(word.text)
    const unit = ten === undefined ? undefined : units.get(words[at + 1]?.text ?? '')
    const value = ten === undefined ? numberOf(word.text, at === 0) : ten + (unit ?? 0)
    spelled.push(value === null ? word : { ...word, text: ordinalWords[value - 1] ?? String(value) })
    if (unit !== undefined) at++
  }
  return spelled
}
