import { perturbations, pick, type Random } from '../perturb.ts'
import { changed, type Trick, upTo, wordsOf } from './trick.ts'

const accented: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  c: 'ç',
  n: 'ñ',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  C: 'Ç',
  N: 'Ñ',
}
const accent = (name: string): string => name.replace(/[aeioucn]/gi, (letter) => accented[letter] ?? letter)
const asLatin1 = (name: string): string => Buffer.from(name, 'utf8').toString('latin1')
const asWindows1252 = (name: string): string =>
  new TextDecoder('windows-1252').decode(Buffer.from(name, 'utf8'))
const asUtf7 = (letter: string): string =>
  `+${Buffer.from(letter, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`
const oneOf = (name: string, pattern: RegExp, random: Random): number | null => {
  const places = [...name.matchAll(pattern)].map(({ index }) => index)
  return places.length === 0 ? null : pick(random, places)
}
const lost = (mark: string) => (name: string, random: Random) => {
  const at = oneOf(name, /[a-z]/g, random)
  return at === null ? null : name.slice(0, at) + mark + name.slice(at + 1)
}
const exchanged = (pairs: string) => {
  const table = new Map(
    pairs.split(' ').flatMap((pair) => {
      const [a, b] = [pair[0]!, pair[1]!]
      return [
        [a, b],
        [b, a],
        [a.toUpperCase(), b.toUpperCase()],
        [b.toUpperCase(), a.toUpperCase()],
      ] as const
    }),
  )
  return (name: string) => changed(name, [...name].map((letter) => table.get(letter) ?? letter).join(''))
}

const encodings: Trick[] = [
  {
    family: 'encodings',
    name: 'UTF-8 read as Latin-1, all vowels',
    most: 0.05,
    write: (name) => changed(name, asLatin1(accent(name))),
  },
  {
    family: 'encodings',
    name: 'UTF-8 read as Windows-1252',
    most: 0.05,
    write: (name) => changed(name, asWindows1252(accent(name))),
  },
  {
    family: 'encodings',
    name: 'UTF-8 read as Latin-1 twice',
    most: 0.05,
    write: (name) => changed(name, asLatin1(asLatin1(accent(name)))),
  },
  {
    family: 'encodings',
    name: 'UTF-7, all vowels',
    most: 0.05,
    write: (name) => changed(name, accent(name).replace(/[^ -~]/g, asUtf7)),
  },
  { family: 'encodings', name: '? for a lost letter', most: 0.05, write: lost('?') },
  {
    family: 'encodings',
    name: '? for each letter with an accent',
    most: 0.05,
    write: (name) => changed(name, name.replace(/[aeiou]/g, '?')),
  },
  { family: 'encodings', name: 'U+FFFD for a lost letter', most: 0.05, write: lost('\ufffd') },
  { family: 'encodings', name: '* for a lost letter', most: null, write: lost('*') },
]

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const onRussianKeys = (name: string): string =>
  [...name.toLowerCase()].map((letter) => russianKeys[latinKeys.indexOf(letter)] ?? letter).join('')

const keyboards: Trick[] = [
  { family: 'keyboards', name: 'AZERTY for QWERTY', most: 0.2, write: exchanged('aq wz') },
  { family: 'keyboards', name: 'QWERTZ for QWERTY', most: 0.2, write: exchanged('yz') },
  {
    family: 'keyboards',
    name: 'AZERTY for QWERTY, with the key of m',
    most: 0.2,
    write: (name) => changed(name, exchanged('aq wz')(name)?.replace(/m/gi, ',') ?? name),
  },
  { family: 'keyboards', name: 'the Russian keyboard', most: 0.2, write: onRussianKeys },
  { family: 'keyboards', name: 'a/q alone', most: 0.2, write: exchanged('aq') },
]

const ofWords: Trick[] = [
  {
    family: 'words',
    name: 'a given name glued before the first word',
    most: 0.2,
    write: (name, random, { given }) => (pick(random, given) + name).toLowerCase(),
  },
  {
    family: 'words',
    name: 'a given name glued after the first word',
    most: 0.2,
    write: (name, random, { given }) => {
      const [first, ...others] = wordsOf(name)
      return [first + pick(random, given), ...others].join(' ').toLowerCase()
    },
  },
  {
    family: 'words',
    name: 'a given name glued before every word',
    most: 0.5,
    write: (name, random, { given }) =>
      wordsOf(name)
        .map((word) => pick(random, given) + word)
        .join(' ')
        .toLowerCase(),
  },
  {
    family: 'words',
    name: 'Mohd, Muhd or Md for Mohammed',
    most: 0.05,
    write: (name, random) =>
      changed(
        name,
        name.replace(/\bM[ou]hamm?[ae]d\b/gi, () => pick(random, ['Mohd', 'Muhd', "Moh'd", 'Md'])),
      ),
  },
  {
    family: 'words',
    name: 'words cut at five letters',
    most: 0.4,
    write: (name) =>
      changed(
        name,
        wordsOf(name)
          .map((word) => word.slice(0, 5))
          .join(' '),
      ),
  },
  {
    family: 'words',
    name: 'the first two names as joined initials',
    most: 0.3,
    write: (name) => {
      const [first, second, ...others] = wordsOf(name)
      return others.length === 0 ? null : `${first![0]}${second![0]} ${others.join(' ')}`
    },
  },
]

const slip = (word: string, random: Random): string => perturbations.typo!(word, random, []) ?? word
const slipEach = (name: string, random: Random, count: number): string | null => {
  const words = wordsOf(name)
  const long = words.flatMap((word, at) => (word.length >= 4 ? [at] : []))
  if (long.length < count) return null
  return words
    .map((word, at) => (long.indexOf(at) >= 0 && long.indexOf(at) < count ? slip(word, random) : word))
    .join(' ')
}

const slips: Trick[] = [
  {
    family: 'slips',
    name: 'one slip and one added name',
    most: 0.1,
    write: (name, random, { given }) => {
      const once = slipEach(name, random, 1)
      return once === null ? null : `${once} ${pick(random, given)}`
    },
  },
  {
    family: 'slips',
    name: 'one slip and added names',
    most: null,
    counts: upTo(8),
    write: (name, random, { given }, count) => {
      const once = slipEach(name, random, 1)
      return once === null
        ? null
        : `${once} ${Array.from({ length: count }, () => pick(random, given)).join(' ')}`
    },
  },
  {
    family: 'slips',
    name: 'two slips in one word',
    most: null,
    write: (name, random) => {
      const words = wordsOf(name)
      const at = words.findIndex((word) => word.length >= 5)
      return at < 0 ? null : words.with(at, slip(slip(words[at]!, random), random)).join(' ')
    },
  },
  {
    family: 'slips',
    name: 'a slip in three words',
    most: null,
    write: (name, random) => slipEach(name, random, 3),
  },
  {
    family: 'slips',
    name: 'the first letter of each word',
    most: null,
    write: (name, random) =>
      wordsOf(name)
        .map((word) => pick(random, [...'BDFGKLMNPRST']) + word.slice(1))
        .join(' '),
  },
]

export const damage: readonly Trick[] = [...encodings, ...keyboards, ...ofWords, ...slips]
