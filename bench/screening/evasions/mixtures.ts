import { pick, type Random } from '../perturb.ts'
import { addedWords, capacityTricks } from './added-words.ts'
import { damage } from './damage.ts'
import { lookAlikes } from './look-alikes.ts'
import { changed, type Trick, wordsOf } from './trick.ts'

const named = (tricks: readonly Trick[], names: readonly string[]): Trick[] =>
  names.map((name) => {
    const found = tricks.find((trick) => trick.name === name)
    if (found === undefined) throw new Error(`no trick ${name}`)
    return found
  })

const doubled = (name: string, random: Random): string => {
  const places = [...name.matchAll(/\p{L}/gu)].map(({ index }) => index)
  const at = pick(random, places)
  return name.slice(0, at) + name[at]! + name.slice(at)
}
const cutInTwo = (name: string, random: Random): string | null => {
  const words = wordsOf(name)
  const long = words.flatMap((word, at) => (word.length >= 6 ? [at] : []))
  if (long.length === 0) return null
  const at = pick(random, long)
  const word = words[at]!
  const place = 3 + Math.floor(random() * (word.length - 5))
  return words.with(at, `${word.slice(0, place)} ${word.slice(place)}`).join(' ')
}

type Division = readonly [name: string, write: (listed: string, random: Random) => string | null]

/** Tricks with the division of a name into words, and with its letters, that no other file has. */
const divisions: readonly Trick[] = (
  [
    ['hyphens for spaces', (name) => wordsOf(name).join('-')],
    ['full stops for spaces', (name) => wordsOf(name).join('.')],
    ['low lines for spaces', (name) => wordsOf(name).join('_')],
    ['slashes for spaces', (name) => wordsOf(name).join('/')],
    ['all words joined, with capitals', (name) => wordsOf(name).map(capitalized).join('')],
    ['all words joined, in small letters', (name) => wordsOf(name).join('').toLowerCase()],
    ['one word cut in two', cutInTwo],
    ['a doubled letter', doubled],
    [
      'each word twice',
      (name) =>
        wordsOf(name)
          .flatMap((word) => [word, word])
          .join(' '),
    ],
    ['the name twice', (name) => `${name} ${name}`],
    [
      'a word in brackets',
      (name) =>
        wordsOf(name)
          .with(-1, `(${wordsOf(name).at(-1)})`)
          .join(' '),
    ],
    [
      'quotation marks around each word',
      (name) =>
        wordsOf(name)
          .map((word) => `"${word}"`)
          .join(' '),
    ],
    ['an apostrophe in a word', (name) => name.replace(/(\p{L}{2})(\p{L}{2})/u, "$1'$2")],
    [
      'letters with spaces between',
      (name) =>
        wordsOf(name)
          .map((word) => [...word].join(' '))
          .join('  '),
    ],
    ['each vowel twice', (name) => name.replace(/[aeiou]/g, '$&$&')],
  ] satisfies Division[]
).map(([name, write]) => ({
  family: 'divisions',
  name,
  most: 0.05,
  write: (listed, random) => {
    const written = write(listed, random)
    return written === null ? null : changed(listed, written)
  },
}))

const capitalized = (word: string): string => word[0]!.toUpperCase() + word.slice(1).toLowerCase()

const ofLetters: readonly Trick[] = [
  ...named(lookAlikes, [
    'Cyrillic: every letter of the table',
    'Cherokee: one letter of three',
    'Greek capitals: every letter of the table',
    'all letters',
    'rn, vv and cl together',
  ]),
  ...named(damage, ['UTF-8 read as Latin-1, all vowels', 'AZERTY for QWERTY']),
  ...named(divisions, ['hyphens for spaces', 'a doubled letter', 'one word cut in two']),
]
const ofWords: readonly Trick[] = [
  ...named(addedWords, [
    'given names before',
    'given names between',
    'given names after',
    'titles before, suffixes after',
    'initials anywhere',
    'titles, names, initials and particles in turns',
  ]),
  ...named(capacityTricks, ['capacity in French']),
]
const counts = [1, 2, 3, 4, 6, 9, 13, 18]

/** Words between the parts of a word would hide it from a reader, too. */
const mayMix = (added: Trick, letters: Trick): boolean =>
  letters.name !== 'one word cut in two' || /before|after|French/.test(added.name)

/** A name whose letters are changed, among added words that stay as they are. */
const mixed: readonly Trick[] = ofWords.flatMap((added) =>
  ofLetters
    .filter((letters) => mayMix(added, letters))
    .map(
      (letters): Trick => ({
        family: 'mixtures',
        name: `${letters.name} with ${added.name}`,
        most: null,
        ...(added.counts === undefined ? {} : { counts }),
        ofTwoWords: true,
        write: (name, random, pools, count) => {
          const written = letters.write(name, random, pools, 0)
          return written === null ? null : added.write(written, random, pools, count)
        },
      }),
    ),
)

/** The added words are changed in the same way. */
const whole: readonly Trick[] = named(addedWords, ['given names around', 'titles around']).flatMap((added) =>
  named(lookAlikes, [
    'Cyrillic: every letter of the table',
    'Cherokee: every letter of the table',
    'o i e',
  ]).map(
    (letters): Trick => ({
      family: 'mixtures',
      name: `${added.name}, then ${letters.name}`,
      most: 0.05,
      counts,
      ofTwoWords: true,
      write: (name, random, pools, count) => {
        const written = added.write(name, random, pools, count)
        return written === null ? null : letters.write(written, random, pools, 0)
      },
    }),
  ),
)

export const mixtures: readonly Trick[] = [...divisions, ...mixed, ...whole]
