import { cantoneseReadings } from './cantonese-readings.ts'
import { japaneseGiven, japaneseSurnames } from './japanese-readings.generated.ts'
import { koreanReadings } from './korean-readings.ts'

/** Names in Chinese characters as Koreans, Cantonese and Japanese read them. Mandarin is the reading of the name itself. */

/** The reading of each character, from words of a reading and its characters. Read at the first use. */
const readingsOf = (table: string, reading: RegExp): (() => ReadonlyMap<string, string>) => {
  let read: ReadonlyMap<string, string> | null = null
  return () => {
    read ??= new Map(
      table
        .trim()
        .split(/\s+/)
        .flatMap((word) => {
          const spelled = reading.exec(word)?.[0] ?? ''
          return [...word.slice(spelled.length)].map((character) => [character, spelled] as const)
        }),
    )
    return read
  }
}

const korean = readingsOf(koreanReadings, /^./u)
const cantonese = readingsOf(cantoneseReadings, /^[a-z]+/)

/** The usual Korean reading of a Chinese character, in Hangul. */
export const koreanReading = (character: string): string | undefined => korean().get(character)

/** Surnames whose reading is not that of the character in other words. */
const koreanSurnames: ReadonlyMap<string, string> = new Map([
  ['金', '김'],
  ['李', '이'],
  ['柳', '유'],
  ['劉', '유'],
  ['林', '임'],
  ['梁', '양'],
  ['呂', '여'],
  ['羅', '나'],
  ['盧', '노'],
  ['龍', '용'],
])
/** Korean and Cantonese names have two to four characters. */
const shortName = /^\p{Script=Han}{2,4}$/u
/** Most names have none. */
const hasCharacter = /[\p{Script=Han}々]/u

const readAll = (
  characters: string,
  readingOf: (one: string, at: number) => string | undefined,
): string[] | null => {
  const read = [...characters].map(readingOf)
  return read.every((one) => one !== undefined) ? read : null
}

const joined = (name: string): string => name.replace(/[\s・·]+/g, '')

/** A name in Chinese characters as Koreans read it. */
export const inKorean = (name: string): string[] => {
  if (!hasCharacter.test(name)) return []
  const characters = joined(name)
  if (!shortName.test(characters)) return []
  const read = readAll(
    characters,
    (one, at) => (at === 0 ? koreanSurnames.get(one) : undefined) ?? korean().get(one),
  )
  return read === null ? [] : [read.join('')]
}

/** Surnames of Hong Kong. Other names in Chinese characters are mostly not Cantonese. */
const cantoneseSurnames: ReadonlySet<string> = new Set(
  '陳李黃張梁林王吳劉蔡鄭何楊周葉羅馮曾胡鄧徐許蘇朱郭謝馬呂潘方鍾余黎盧杜湯區歐陸蕭唐莫麥董霍關簡譚孔龔范韓鄒廖曹袁戴彭蔣賴伍阮尹江石洪姚邱丘崔薛沈任',
)

/** A name in Chinese characters in the romanization of Hong Kong. It has a surname first, and no space. */
export const inCantonese = (characters: string): string[] => {
  if (!shortName.test(characters) || !cantoneseSurnames.has(characters[0]!)) return []
  const read = readAll(characters, (one) => cantonese().get(one))
  return read === null ? [] : [read.join(' ')]
}

const tableOf = (table: string, letters: RegExp): (() => ReadonlyMap<string, readonly string[]>) => {
  let read: ReadonlyMap<string, readonly string[]> | null = null
  return () => {
    read ??= new Map(
      table
        .trim()
        .split(/\s+/)
        .map((word) => {
          const name = letters.exec(word)?.[0] ?? ''
          return [name, word.slice(name.length).split('/')] as const
        }),
    )
    return read
  }
}

const surnames = tableOf(japaneseSurnames, /^[^a-z]+/)
const given = tableOf(japaneseGiven, /^[^a-z]+/)

/** Kana has its own reading and is not divided. */
const japaneseName =
  /^[\p{Script=Han}々]{1,5}[\p{Script=Han}々\p{Script=Hiragana}\p{Script=Katakana}ー]{1,4}$/u
const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u
/** A given name of two characters is the most frequent. */
const surnameLengths = (count: number): number[] =>
  [1, 2, 3]
    .filter((length) => length < count)
    .sort((a, b) => Math.abs(count - a - 2) - Math.abs(count - b - 2) || b - a)
const maxReadings = 4

/** A name in Chinese characters as Japanese read it: a known surname, and the usual readings of the given name. */
export const inJapanese = (name: string): string[] => {
  if (!hasCharacter.test(name)) return []
  const parts = name.trim().split(/[\s・·]+/)
  const letters = [...parts.join('')]
  if (parts.length > 2 || !japaneseName.test(letters.join(''))) return []
  const lengths = parts.length === 2 ? [[...parts[0]!].length] : surnameLengths(letters.length)
  const found = lengths.flatMap((length) => {
    const known = surnames().get(letters.slice(0, length).join('')) ?? []
    const rest = givenReadings(letters.slice(length))
    return known.flatMap((of, other) => rest.map((one, at) => ({ read: `${of} ${one}`, rank: at + other })))
  })
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxReadings)
    .map(({ read }) => read)
}

const maxGiven = 3

/** The readings of a given name, the most usual first. */
const givenReadings = (letters: readonly string[]): string[] => {
  if (letters.length === 0 || letters.length > maxGiven + 1) return []
  if (kana.test(letters.join(''))) return [letters.join('')]
  let read: string[] = ['']
  for (const [at, letter] of letters.entries()) {
    const place = letters.length === 1 ? '=' : at === 0 ? '<' : at === letters.length - 1 ? '>' : ''
    const known = given().get(letter + place) ?? given().get(`${letter}<`) ?? given().get(`${letter}>`)
    if (known === undefined) return []
    read = known.flatMap((one, rank) => read.slice(0, rank === 0 ? maxGiven : 1).map((begun) => begun + one))
  }
  return read.slice(0, maxGiven)
}
