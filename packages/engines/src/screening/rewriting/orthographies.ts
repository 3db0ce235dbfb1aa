/** `sounds`: spellings, the first ones first, and the spelling of English lists. */
type Orthography = { shownBy: RegExp; sounds: readonly (readonly [spelling: string, sound: string])[] }

const pairsOf = (text: string): [string, string][] =>
  text.split(' ').map((pair) => pair.split('=') as [string, string])

/**
 * Other languages with Latin letters. Each one is read only if the name has a letter or a pair of letters of its own. The
 * rules are those of their alphabets and of the Roman transcriptions that they use.
 */
const orthographies: readonly Orthography[] = [
  // Czech, Slovak, Croatian, Latvian, Lithuanian.
  { shownBy: /[šžčďćđěřů]/iu, sounds: pairsOf('dž=j đ=dj š=sh ž=zh [čć]=ch ř=rzh ch=kh c=ts x=kh j=y') },
  // Turkish, Azerbaijani, Turkmen.
  { shownBy: /[şğıə]/iu, sounds: pairsOf('ç=ch c=j ş=sh ğ=gh ə=a ı=i x=kh q=g') },
  { shownBy: /[șțţ]/iu, sounds: pairsOf('[șş]=sh [țţ]=ts') },
  // Polish.
  {
    shownBy: /[łżśźćńąę]|sz|cz/iu,
    sounds: pairsOf('dż=j [żź]=zh rz=zh sz=sh ś=sh cz=ch ć=ch ch=kh c=ts w=v j=y'),
  },
  // The transliteration of scholars.
  { shownBy: /[ṯḏġǧẓṣṭḥḫḵ]|š.*x|x.*š/iu, sounds: pairsOf('ṯ=th ḏ=dh ġ=gh ǧ=j [xḫḵ]=kh š=sh č=ch ž=zh j=y') },
  // Hungarian.
  { shownBy: /dzs|sz|cs|zs/iu, sounds: pairsOf('dzs=j ssz=ss sz=s cs=ch zs=zh s=sh c=ts j=y') },
  // Dutch, and Indonesian before 1947.
  {
    shownBy: /(?<![jrnp])oe(?![ltz\s]|$)|tj|sj/iu,
    sounds: pairsOf('tsj=ch tj=ch sj=sh zj=zh dj=j oe=u ch=kh j=y'),
  },
  // German, and Slavic names without accents.
  { shownBy: /j(?![aeiouyjräëïöüáéíóúøåæ])|[aio]je[vwrf]|ij[ae]/iu, sounds: pairsOf('dj=j j=y') },
]

const read = orthographies.map(({ shownBy, sounds }) => ({
  shownBy,
  spellings: new RegExp(sounds.map(([spelling]) => `(${spelling})`).join('|'), 'giu'),
  sounds: sounds.map(([, sound]) => sound),
}))
const shown = new RegExp(orthographies.map(({ shownBy }) => shownBy.source).join('|'), 'iu')

const plain = /^[ -~]*$/
const shownInPlain = /sz|cz|cs|zs|oe|tj|sj|j[^aeioujr]|j$|[aio]je|ij/i

/** The name of a person in the spelling of English lists. */
export const inOrthographies = (name: string): string[] => {
  const isPlain = plain.test(name)
  if (isPlain && !shownInPlain.test(name)) return []
  const composed = isPlain ? name : name.normalize('NFC')
  if (!isPlain && !shown.test(composed)) return []
  // More readings than that of one language would make every search longer.
  const found = read.find(({ shownBy }) => shownBy.test(composed))
  if (found === undefined) return []
  const { spellings, sounds } = found
  const reading = composed.replace(spellings, (_, ...groups: (string | number | undefined)[]) => {
    const at = groups.findIndex((group) => group !== undefined)
    return sounds[at] as string
  })
  return reading === composed ? [] : [reading.toLowerCase()]
}
