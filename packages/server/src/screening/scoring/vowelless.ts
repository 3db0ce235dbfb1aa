/**
 * Arabic and Hebrew letters as consonants. Both scripts leave short vowels out, so what they spell is a skeleton: long
 * vowels are kept as `w` and `y`, which `skeletonKey` drops inside a word. Capitals are sounds of two Latin letters
 * (X for kh, C for sh and ch) and the h that makes no such pair with the letter before it.
 */
const ARABIC =
  'ب:b ت:t ث:t ج:j ح:H خ:X د:d ذ:z ر:r ز:z س:s ش:C ص:s ض:d ط:t ظ:z غ:g ف:f ق:q ك:k ل:l م:m ن:n ه:H و:w ي:y ' +
  'پ:p چ:C ژ:j گ:g ک:k ی:y ڤ:v ٹ:t ڈ:d ڑ:r ں:n ھ:H ے:y ۀ:H ە:H ؤ:w ئ:y ا:a أ:a إ:a آ:a ٱ:a ة:a ى:a ء: ع:a'

const HEBREW =
  'א:a ב:b ג:g ד:d ה:H ו:w ז:z ח:H ט:t י:y כ:k ך:k ל:l מ:m ם:m נ:n ן:n ס:s ע:a פ:p ף:p צ:s ץ:s ק:k ר:r ש:C ת:t'

const LETTERS: ReadonlyMap<string, string> = new Map(
  `${ARABIC} ${HEBREW}`.split(' ').map((pair) => pair.split(':') as [string, string]),
)

const VOWELLESS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const MARKS = /\p{M}/gu

/** Whether a word is written in a script that leaves vowels out. */
export function isVowelless(word: string): boolean {
  return VOWELLESS.test(word)
}

/** The letters of an Arabic or Hebrew word in Latin; vowel points and whatever else stands there are left out. */
export function spellVowelless(word: string): string {
  let text = ''
  for (const letter of word.normalize('NFC').replace(MARKS, '')) text += LETTERS.get(letter) ?? ''
  return text
}
