/** A source of numbers in [0, 1) that is equal for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Random = () => number
export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!

/** Changes a name by `kind`. Null if it is impossible (a name of one word cannot be reordered). */
type Perturbation = (name: string, random: Random, strangers: readonly string[]) => string | null

const letters = 'abcdefghijklmnopqrstuvwxyz'
const wordsOf = (name: string): string[] => name.split(/[\s,]+/).filter((word) => word !== '')
/** Words that remain recognisable after an error. */
const longWords = (words: readonly string[]): number[] =>
  words.flatMap((word, at) => (word.length >= 4 ? [at] : []))

const changeWord = (name: string, random: Random, change: (word: string) => string | null): string | null => {
  const words = wordsOf(name)
  const long = longWords(words)
  if (long.length === 0) return null
  const at = pick(random, long)
  const changed = change(words[at]!)
  if (changed === null) return null
  return words.with(at, changed).join(' ')
}

const typo: Perturbation = (name, random) =>
  changeWord(name, random, (word) => {
    const at = Math.floor(random() * word.length)
    const letter = pick(random, [...letters])
    const how = random()
    if (how < 1 / 3) return word.slice(0, at) + word.slice(at + 1)
    if (how < 2 / 3) return word.slice(0, at) + letter + word.slice(at)
    return word.slice(0, at) + letter + word.slice(at + 1)
  })

const transposition: Perturbation = (name, random) =>
  changeWord(name, random, (word) => {
    const at = Math.floor(random() * (word.length - 1))
    return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
  })

const dropped: Perturbation = (name, random) => {
  const words = wordsOf(name)
  if (words.length < 3) return null
  return words.toSpliced(Math.floor(random() * words.length), 1).join(' ')
}

const extra: Perturbation = (name, random, strangers) => {
  const words = wordsOf(name)
  return words.toSpliced(Math.floor(random() * (words.length + 1)), 0, pick(random, strangers)).join(' ')
}

const merged: Perturbation = (name, random) => {
  const words = wordsOf(name)
  if (words.length < 2) return null
  const at = Math.floor(random() * (words.length - 1))
  return words.toSpliced(at, 2, words[at]! + words[at + 1]!).join(' ')
}

const reordered: Perturbation = (name, random) => {
  const words = wordsOf(name)
  if (words.length < 2) return null
  for (let at = words.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[words[at], words[other]] = [words[other]!, words[at]!]
  }
  return words.join(' ')
}

const initials: Perturbation = (name, random) => {
  const words = wordsOf(name)
  const long = longWords(words)
  if (words.length < 2 || long.length < 2) return null
  const at = pick(random, long)
  const initial = /\p{L}/u.exec(words[at]!)
  return initial === null ? null : words.with(at, `${initial[0]}.`).join(' ')
}

/** Spellings of other languages for sounds of English lists. */
const spellings: readonly (readonly [pattern: RegExp, instead: string])[][] = [
  // French
  [
    [/sh/g, 'ch'],
    [/oo|u/g, 'ou'],
    [/j/g, 'dj'],
    [/ee/g, 'i'],
    [/k/g, 'k'],
    [/w/g, 'ou'],
    [/y\b/g, 'i'],
  ],
  // German
  [
    [/sh/g, 'sch'],
    [/ch/g, 'tsch'],
    [/y/g, 'j'],
    [/v/g, 'w'],
    [/zh/g, 'sch'],
    [/kh/g, 'ch'],
    [/ts/g, 'z'],
  ],
  // Ambiguities of romanizations.
  [
    [/kh/g, 'h'],
    [/q/g, 'k'],
    [/ou/g, 'u'],
    [/dh|dj/g, 'd'],
    [/iy/g, 'i'],
    [/ee|ei/g, 'i'],
    [/([a-z])\1/g, '$1'],
  ],
  [
    [/\bal[- ]/g, 'el-'],
    [/\babd[aeu]l?\b/g, 'abdel'],
    [/o/g, 'u'],
    [/e/g, 'i'],
    [/ph/g, 'f'],
  ],
]
const cyrillic =
  'shch:щ zh:ж kh:х ts:ц ch:ч sh:ш yu:ю ya:я yo:ё a:а b:б v:в g:г d:д e:е z:з i:и y:й k:к l:л m:м n:н o:о p:п ' +
  'r:р s:с t:т u:у f:ф h:х c:к j:дж q:к w:в x:кс'
const cyrillicLetters = cyrillic.split(' ').map((pair) => pair.split(':') as [string, string])

const transliterated: Perturbation = (name, random) => {
  const plain = name.toLowerCase()
  const way = Math.floor(random() * (spellings.length + 1))
  const spelling = spellings[way]
  const written = spelling
    ? spelling.reduce((text, [pattern, instead]) => text.replace(pattern, instead), plain)
    : cyrillicLetters.reduce((text, [latin, letter]) => text.replaceAll(latin, letter), plain)
  return written === plain ? null : written
}

const single = { typo, transposition, dropped, extra, merged, reordered, initials, transliterated }

const twoChanges: Perturbation = (name, random, strangers) => {
  const kinds = Object.entries(single).flatMap(([kind, change]) => (ofPeople.has(kind) ? [] : [change]))
  const first = pick(random, kinds)
  const second = pick(
    random,
    kinds.filter((kind) => kind !== first),
  )
  // A word of the name itself is removed. In a name of two words, replacing one makes another person's name.
  const [before, after] = second === dropped ? [second, first] : [first, second]
  const once = before(name, random, strangers)
  return once === null ? null : after(once, random, strangers)
}

/** Kinds for names of people only, because words of companies are not abbreviated to a letter. */
export const ofPeople: ReadonlySet<string> = new Set(['initials'])

/** Nine of the ten kinds. The tenth is an alias that is not in the index. */
export const perturbations: Readonly<Record<string, Perturbation>> = { ...single, 'two at once': twoChanges }
