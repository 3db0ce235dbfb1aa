/**
 * Arabic and Hebrew letters as consonants. Both scripts omit short vowels, so the result is a skeleton. Long vowels
 * become `w` and `y`, which `skeletonKey` removes inside a word. Capitals are sounds of two Latin letters (X for kh, C
 * for sh and ch), and an h that forms no such pair with the letter before it.
 */
const arabic =
  'ب:b ت:t ث:t ج:j ح:H خ:X د:d ذ:z ر:r ز:z س:s ش:C ص:s ض:d ط:t ظ:z غ:g ف:f ق:q ك:k ل:l م:m ن:n ه:H و:w ي:y ' +
  'پ:p چ:C ژ:j گ:g ک:k ی:y ڤ:v ٹ:t ڈ:d ڑ:r ں:n ھ:H ے:y ۀ:H ە:H ؤ:w ئ:y ا:a أ:a إ:a آ:a ٱ:a ة:a ى:a ء: ع:a ' +
  'ہ:H ۂ:H ۃ:a ۓ:y ې:y ۍ:y ێ:y ۆ:w ټ:t ډ:d ړ:r ڕ:r ږ:g ژ:j ښ:C ځ:z څ:s ڼ:n ڵ:l ګ:g ڳ:g'

const hebrew =
  'א:a ב:b ג:g ד:d ה:H ו:w ז:z ח:H ט:t י:y כ:k ך:k ל:l מ:m ם:m נ:n ן:n ס:s ע:a פ:p ף:p צ:s ץ:s ק:k ר:r ש:C ת:t'

const letters: ReadonlyMap<string, string> = new Map(
  `${arabic} ${hebrew}`.split(' ').map((pair) => pair.split(':') as [string, string]),
)

const vowelless = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const marks = /\p{M}/gu

/** Allah, which Arabic writes as a word of its own: هداية الله is Hidayatullah. */
const allah = /^(?:ا|ٱ)?لل?(?:ه|ہ|ھ)$|^ﷲ$/

export const isAllah = (word: string): boolean => allah.test(word.replace(marks, ''))

/** Whether the script of a word omits vowels. */
export const isVowelless = (word: string): boolean => vowelless.test(word)

/** The letters of an Arabic or Hebrew word in Latin. Vowel points and other characters are removed. */
export const spellVowelless = (word: string): string => {
  let text = ''
  for (const letter of word.normalize('NFC').replace(marks, '')) text += letters.get(letter) ?? ''
  return text
}
