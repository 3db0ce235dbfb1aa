/** Letters of one script in the reading of another language: Arabic letters in Persian, foreign names in Greek. */

/**
 * Arabic letters whose sound depends on the language, and the letter of the other sound. Persian, Urdu and Turkish read
 * ض as z and ث as s. In the Maghreb and the Sahel, ق is a g.
 */
const otherArabicSounds: readonly (readonly [RegExp, (letter: string) => string])[] = [
  [/[ضث]/g, (letter) => (letter === 'ض' ? 'ز' : 'س')],
  [/ق/g, () => 'غ'],
]

/** An Arabic name with the other sounds of its letters. */
export const inOtherArabic = (name: string): string[] =>
  otherArabicSounds
    .map(([letters, other]) => name.replace(letters, other))
    .filter((reading) => reading !== name)

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
