import { koreanReadings } from './korean-readings.ts'

/** Letters of one script in the reading of another language: Chinese characters in Korean, foreign names in Greek. */

const koreanOf: ReadonlyMap<string, string> = new Map(
  koreanReadings
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      const [reading = '', ...characters] = word
      return characters.map((character) => [character, reading] as const)
    }),
)
/** The usual Korean reading of a Chinese character, in Hangul. */
export const koreanReading = (character: string): string | undefined => koreanOf.get(character)

/** Surnames whose reading is not that of the character in other words. */
const surnames: ReadonlyMap<string, string> = new Map([
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
/** Korean names have two to four characters. */
const koreanName = /^\p{Script=Han}{2,4}$/u

/** A name in Chinese characters as Koreans read it. */
export const inKorean = (name: string): string[] => {
  const characters = name.replace(/\s+/g, '')
  if (!koreanName.test(characters)) return []
  const [first = '', ...others] = characters
  const read = [surnames.get(first) ?? koreanOf.get(first), ...others.map((one) => koreanOf.get(one))]
  return read.includes(undefined) ? [] : [read.join('')]
}

const greek = /\p{Script=Greek}/u
/** Greek has no letter for b, d, g, j and h, and writes two others or a neighbouring sound. */
const foreignSounds: readonly (readonly [RegExp, string])[] = [
  [/τζ/gi, 'j'],
  [/μπ/gi, 'b'],
  [/ντ/gi, 'd'],
  [/γκ|γγ/gi, 'g'],
  [/ου/gi, 'u'],
  [/[αά][υύ]/gi, 'av'],
  [/[εέ][υύ]/gi, 'ev'],
  [/[αά]ι/gi, 'ai'],
  [/χ/gi, 'h'],
]

/** A Greek name with the sounds that Greek writes with two letters, for foreign names in Greek letters. */
export const foreignInGreek = (name: string): string[] => {
  if (!greek.test(name)) return []
  const composed = name
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .normalize('NFC')
  const read = foreignSounds.reduce((text, [letters, sound]) => text.replace(letters, sound), composed)
  return read === composed ? [] : [read]
}
