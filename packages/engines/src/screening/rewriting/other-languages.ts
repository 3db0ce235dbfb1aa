/** Letters of one script in the reading of another language: Arabic letters in Persian, foreign names in Greek. */

/** Arabic letters that Persian, Urdu and Turkish read with another sound, and the letter of this sound. */
const persianSounds: Readonly<Record<string, string>> = { ض: 'ز', ث: 'س' }

/** An Arabic name with the Persian sounds of its letters. */
export const inPersian = (name: string): string[] => {
  const reading = name.replace(/[ضث]/g, (letter) => persianSounds[letter]!)
  return reading === name ? [] : [reading]
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
