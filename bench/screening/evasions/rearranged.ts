import { pick, type Random } from '../perturb.ts'
import { changed, type Trick, wordsOf } from './trick.ts'

type Write = (name: string, random: Random) => string | null

const tricks = (family: string, most: number | null, written: Readonly<Record<string, Write>>): Trick[] =>
  Object.entries(written).map(([name, write]) => ({
    family,
    name,
    most,
    write: (listed, random) => {
      const text = write(listed, random)
      return text === null ? null : changed(listed, text)
    },
  }))

const eachWord =
  (change: (word: string) => string): Write =>
  (name) =>
    wordsOf(name).map(change).join(' ')
const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
const reversed = (text: string): string => [...text].reverse().join('')
/** A part of a word with a hyphen is no word of its own. */
const bareLength = (word: string): number => (/^[A-Za-z]+$/.test(word) ? word.length : 0)
const longestOf = (words: readonly string[]): number =>
  words.reduce((best, word, at) => (bareLength(word) > bareLength(words[best]!) ? at : best), 0)
const onLongest =
  (change: (word: string) => string | null): Write =>
  (name) => {
    const words = wordsOf(name)
    const at = longestOf(words)
    const text = change(words[at]!)
    return text === null ? null : words.with(at, text).join(' ')
  }

const consonantThenVowels = /[^aeiou\W]*[aeiou]+(?:[^aeiou\W](?![aeiou]))*/gi
const syllablesOf = (word: string): string[] => word.match(consonantThenVowels) ?? []

const letterCounts = tricks('doubled and halved letters', 0.05, {
  'each letter twice': eachWord((word) => word.replace(/\p{L}/gu, '$&$&')),
  'each consonant twice': eachWord((word) => word.replace(/[^aeiou\W\d_]/gi, '$&$&')),
  'double letters once': (name) => name.replace(/(\p{L})\1+/giu, '$1'),
  'one letter four times': (name, random) => {
    const places = [...name.matchAll(/\p{L}/gu)].map(({ index }) => index)
    const at = pick(random, places)
    return name.slice(0, at) + name[at]!.repeat(3) + name.slice(at)
  },
  'the last letter of each word twice': eachWord((word) => word + (word.at(-1) ?? '')),
  'each vowel three times': (name) => name.replace(/[aeiou]/g, '$&$&$&'),
  'the first letter of each word twice': eachWord((word) => word.slice(0, 1) + word),
})

const reversals = tricks('reversed', 0.2, {
  'the letters of each word reversed': eachWord((word) => capitalized(reversed(word))),
  'all letters reversed': reversed,
  'the letters of the last word reversed': (name) => {
    const words = wordsOf(name)
    return words.with(-1, capitalized(reversed(words.at(-1)!))).join(' ')
  },
  'words exchanged and joined': (name) => wordsOf(name).toReversed().map(capitalized).join(''),
  'words exchanged and joined, in small letters': (name) => wordsOf(name).toReversed().join('').toLowerCase(),
  'halves of each word exchanged': eachWord((word) =>
    word.length < 4 ? word : capitalized(word.slice(word.length >> 1) + word.slice(0, word.length >> 1)),
  ),
})

const swaps = tricks('swapped syllables', 0.2, {
  'first two syllables of the longest word': onLongest((word) => {
    const [first, second, ...others] = syllablesOf(word)
    return second === undefined ? null : capitalized([second, first, ...others].join(''))
  }),
  'syllables of the longest word in reverse': onLongest((word) => {
    const syllables = syllablesOf(word)
    return syllables.length < 2 ? null : capitalized(syllables.toReversed().join(''))
  }),
  'first and last syllable of the longest word': onLongest((word) => {
    const syllables = syllablesOf(word)
    if (syllables.length < 3) return null
    return capitalized([syllables.at(-1), ...syllables.slice(1, -1), syllables[0]].join(''))
  }),
  'syllables of each word in reverse': eachWord((word) => {
    const syllables = syllablesOf(word)
    return syllables.length < 2 ? word : capitalized(syllables.toReversed().join(''))
  }),
  'first letters of two words exchanged': (name) => {
    const [first, second, ...others] = wordsOf(name)
    return [second![0]! + first!.slice(1), first![0]! + second!.slice(1), ...others].join(' ')
  },
})

const vowels = tricks('without vowels', 0.2, {
  'all words without vowels': eachWord((word) => word.replace(/[aeiou]/gi, '') || word),
  'all words without vowels but the first letter': eachWord(
    (word) => word.slice(0, 1) + word.slice(1).replace(/[aeiou]/gi, ''),
  ),
  'the longest word without vowels': onLongest((word) => word.replace(/(?<=.)[aeiou]/gi, '')),
  'a full stop for each vowel': eachWord((word) => word.replace(/(?<=.)[aeiou]/gi, '.')),
  'an apostrophe for each vowel': eachWord((word) => word.replace(/(?<=.)[aeiou]/gi, "'")),
  'a hyphen for each vowel': eachWord((word) => word.replace(/(?<=.)[aeiou]/gi, '-')),
})

const firstLetters = (words: readonly string[]): string =>
  words.map((word) => word[0]!.toUpperCase()).join('')
const ofThree = (name: string): string[] | null => {
  const words = wordsOf(name).filter((word) => /^[A-Z]/i.test(word))
  return words.length < 3 ? null : words
}

/** A person hardly reads these. They are only published. */
const hardlyRead = [
  ...tricks('without vowels', null, {
    'all vowels as one': (name) => name.replace(/[aeiou]/g, 'e').replace(/[AEIOU]/g, 'E'),
  }),
  ...tricks('joined initials', null, {
    'the first name and the initials of the others joined': (name) => {
      const words = ofThree(name)
      return words === null ? null : `${words[0]} ${firstLetters(words.slice(1))}`
    },
  }),
]

const inParts = (word: string, size: number): string[] =>
  Array.from({ length: Math.ceil(word.length / size) }, (_, at) => word.slice(at * size, (at + 1) * size))
const bareWord = (word: string): string => word.replace(/[^\p{L}]/gu, '')

const spaced = tricks('spaces between letters', 0.05, {
  'one space between all letters': (name) => [...name.replace(/[^\p{L}]/gu, '')].join(' '),
  'a full stop after each letter': eachWord((word) => [...bareWord(word)].join('.')),
  'a hyphen after each letter': eachWord((word) => [...bareWord(word)].join('-')),
  'a comma after each letter': eachWord((word) => [...bareWord(word)].join(',')),
  'letters of the longest word with spaces': onLongest((word) => [...bareWord(word)].join(' ')),
  'letters of the first word with spaces': (name) => {
    const [first, ...others] = wordsOf(name)
    return [[...bareWord(first!)].join(' '), ...others].join(' ')
  },
  'a space after every two letters': eachWord((word) => inParts(bareWord(word), 2).join(' ')),
  'a space after every three letters': eachWord((word) => inParts(bareWord(word), 3).join(' ')),
  'a hyphen in the middle of each word': eachWord((word) =>
    word.length < 6 ? word : `${word.slice(0, word.length >> 1)}-${word.slice(word.length >> 1)}`,
  ),
  'the longest word in three parts': onLongest((word) =>
    word.length < 7 ? null : inParts(bareWord(word), Math.ceil(bareWord(word).length / 3)).join(' '),
  ),
  'the last letter of each word at the next one': (name) => {
    const words = wordsOf(name)
    return words
      .map((word, at) => (words[at - 1]?.at(-1) ?? '') + (at === words.length - 1 ? word : word.slice(0, -1)))
      .join(' ')
  },
})

const cutWords = tricks('cut words', 0.4, {
  'words cut at four letters': eachWord((word) => word.slice(0, 4)),
  'words cut at six letters': eachWord((word) => word.slice(0, 6)),
  'words cut at seven letters': eachWord((word) => word.slice(0, 7)),
  'without the last letter of each word': eachWord((word) => (word.length < 5 ? word : word.slice(0, -1))),
  'without the first letter of each word': eachWord((word) =>
    word.length < 5 ? word : capitalized(word.slice(1)),
  ),
  'the name cut at 12 letters': (name) => name.slice(0, 12).trim(),
  'the name cut at 16 letters': (name) => name.slice(0, 16).trim(),
  'the longest word cut at four letters, with a full stop': onLongest((word) =>
    word.length < 6 ? null : `${word.slice(0, 4)}.`,
  ),
  'the first half of each word': eachWord((word) =>
    word.length < 8 ? word : word.slice(0, Math.ceil(word.length / 2)),
  ),
})

const withWords =
  (change: (words: string[]) => string): Write =>
  (name) => {
    const words = ofThree(name)
    return words === null ? null : change(words)
  }

const joinedInitials = tricks('joined initials', 0.3, {
  'joined initials after the last name': withWords(
    (words) => `${words.at(-1)} ${firstLetters(words.slice(0, -1))}`,
  ),
  'joined initials with full stops': withWords(
    (words) => `${[...firstLetters(words.slice(0, -1))].join('.')}.${words.at(-1)}`,
  ),
  'initials glued to the last name': withWords(
    (words) => firstLetters(words.slice(0, -1)) + capitalized(words.at(-1)!),
  ),
  'initials with a hyphen': withWords(
    (words) => `${[...firstLetters(words.slice(0, -1))].join('-')} ${words.at(-1)}`,
  ),
  'joined initials in small letters': withWords((words) =>
    `${firstLetters(words.slice(0, -1))} ${words.at(-1)}`.toLowerCase(),
  ),
})

export const rearranged: readonly Trick[] = [
  ...letterCounts,
  ...reversals,
  ...swaps,
  ...vowels,
  ...spaced,
  ...cutWords,
  ...joinedInitials,
  ...hardlyRead,
]
