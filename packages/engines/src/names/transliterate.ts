/**
 * Letters that NFKD does not decompose: Latin letters of African, Nordic, Slavic and Turkish alphabets. They are
 * spellings in the same script, so they count like accents (spec/kyc#comparison-of-names).
 */
export const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ɲ: 'ny',
  ɛ: 'e',
  ǝ: 'e',
  ə: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ɩ: 'i',
  ʋ: 'v',
  ƴ: 'y',
}

const cyrillic =
  'а:a б:b в:v г:g ґ:g д:d е:e є:ye ж:zh з:z и:i і:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ' +
  'ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya ђ:dj ј:j љ:lj њ:nj ћ:c џ:dz'

const greek =
  'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o'

/**
 * Cyrillic and Greek letters in Latin. A name in another script can be recognised but not proved equal. A user of
 * this table must therefore report its use.
 */
export const foreignLetters: ReadonlyMap<string, string> = new Map(
  `${cyrillic} ${greek}`.split(' ').map((pair) => pair.split(':') as [string, string]),
)
