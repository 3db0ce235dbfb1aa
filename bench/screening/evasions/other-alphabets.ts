import { type Alphabet, alphabetTricks } from './alphabet-tricks.ts'
import { byTable, changed, type Trick, wordsOf } from './trick.ts'

/** Letters that follow each other in Unicode, from the first one. */
const mathematical = (first: number): string =>
  Array.from(
    { length: 26 },
    (_, at) => `${String.fromCharCode(97 + at)}${String.fromCodePoint(first + at)}`,
  ).join(' ')

/** Letters and signs that look like Latin ones, of alphabets and blocks that `look-alikes.ts` does not have. */
const tables: readonly Alphabet[] = [
  ['Coptic', 'AⲀ BⲂ CⲤ EⲈ HⲎ IⲒ KⲔ MⲘ NⲚ OⲞ PⲢ TⲦ XⲬ YⲨ ZⲌ', 'capitals'],
  ['Tifinagh', 'oⵔ xⵝ vⴸ lⵏ eⴹ iⵊ', 'small'],
  ['Runes', 'Bᛒ Fᚠ Hᚺ Iᛁ Kᚲ Mᛗ Rᚱ Tᛏ Xᚷ Nᚾ', 'capitals'],
  ['Bopomofo', 'TㄒYㄚ JㄐBㄅ MㄇXㄨ CㄈL㇄'.replace(/(\P{ASCII})(?=[A-Z])/gu, '$1 '), 'capitals'],
  ['Osage', 'O𐓂 R𐒴 U𐓎', 'capitals'],
  ['Deseret', 'O𐐄 o𐐬 L𐐛 S𐐠 C𐐕', 'as written'],
  ['Old Italic', 'A𐌀 B𐌁 C𐌂 E𐌄 F𐌅 I𐌉 K𐌊 L𐌋 M𐌌 N𐌍 O𐌏 P𐌐 T𐌕 X𐌗', 'capitals'],
  ['Carian and Lycian', 'A𐊠 C𐊢 H𐋏 M𐊰 O𐊫 P𐊕 T𐊱 X𐊴 B𐊡 E𐊤', 'capitals'],
  ['Gothic', 'A𐌰 B𐌱 C𐌲 F𐍆 H𐌷 I𐌹 K𐌺 L𐌻 M𐌼 N𐌽 R𐍂 S𐍃 T𐍄 U𐌿 X𐍇', 'capitals'],
  ['Yi', 'oꄲ lꌋ wꅐ mꁒ', 'small'],
  ['Digits of India', 'o० s੬', 'small'],
  ['Bold letters of mathematics', mathematical(0x1d41a), 'small'],
  ['Fraktur', mathematical(0x1d586), 'small'],
  ['Script letters', mathematical(0x1d4ea), 'small'],
  ['Double-struck letters', mathematical(0x1d552), 'small'],
  ['Letters in circles', mathematical(0x24d0), 'small'],
  ['Letters in black squares', mathematical(0x1f170), 'small'],
  [
    'Superscript letters',
    'aᵃ bᵇ cᶜ dᵈ eᵉ fᶠ gᵍ hʰ iⁱ jʲ kᵏ lˡ mᵐ nⁿ oᵒ pᵖ rʳ sˢ tᵗ uᵘ vᵛ wʷ xˣ yʸ zᶻ',
    'small',
  ],
  ['Phonetic letters', 'aɑ eɛ iɪ oɔ uʊ yʏ gɡ rɾ nŋ sʃ zʒ hɦ bʙ lɫ', 'small'],
  ['Latin with other strokes', 'dđ lł oø hħ tŧ bƀ iɨ uʉ gǥ zƶ', 'small'],
  ['African letters', 'bɓ dɗ kƙ yƴ fƒ vʋ nɲ oɔ eɛ', 'small'],
  ['Turkish i', 'iı Iİ', 'as written'],
  ['ae and oe as one letter, long s, sharp s', 'sſ', 'as written'],
  ['Combining letters', 'aa\u0363 ee\u0364 oo\u0366', 'as written'],
  [
    'Marks below and above',
    'aa\u0323\u0302 ee\u0331\u0306 oo\u0328\u030a nn\u0325 ss\u0327 tt\u0326',
    'as written',
  ],
  [
    'A line through each letter',
    'aa\u0336 ee\u0336 ii\u0336 oo\u0336 nn\u0336 rr\u0336 ss\u0336',
    'as written',
  ],
]

const alphabets = alphabetTricks('other alphabets', tables)

const signs: readonly (readonly [name: string, pairs: string])[] = [
  ['( for c', 'c( C('],
  ['[ for c, ] for j', 'c[ C[ j] J]'],
  ['° for o', 'o° O°'],
  ['º and ª for o and a', 'oº aª'],
  ['* for a', 'a*'],
  ['^ for a', 'a^ A^'],
  ['& for e', 'e&'],
  ['section sign for s', 's\u00a7 S\u00a7'],
  ['† for t', 't† T†'],
  ['× for x, µ for u', 'x× uµ'],
  ['© for c, ® for r', 'c© r® C© R®'],
  ['ß for b, ƒ for f, Ð for D', 'bß Bß fƒ DÐ'],
  ['~ for n, ^ for a', 'n~ a^'],
  [': for i', 'i: I:'],
  ['; for i, / for l', 'l/ i;'],
  ['ph for f, x for ks, z for s', 'fph Fph sz Sz'],
  ['1 for l', 'l1 L1'],
  ['1 for i, 0 for o, 5 for s, one kind each', 'i1 o0 s5'],
  ['9 for g, 6 for b', 'g9 b6 G9 B6'],
  ['zero with a stroke, ø', 'oø OØ'],
  ['ʼ and ʾ before vowels', 'aʾa iʾi'],
]

const digits: Trick[] = signs.map(([name, pairs]) => ({
  family: 'digits and signs',
  name,
  most: 0.05,
  write: byTable(pairs),
}))

/** The digits that people write for Arabic sounds: 7 for ح, 3 for ع, 5 for خ, 9 for ق, 2 for ء, 6 for ط. */
const arabicDigits = (name: string): string | null =>
  changed(
    name,
    name
      .replace(/kh/gi, '5')
      .replace(/q/gi, '9')
      .replace(/(?<=[aeiou])h(?=[aeiou])|\bh/gi, '7')
      .replace(/\b[ao](?=[lmbd])/gi, '3$&')
      .replace(/\bt(?=a)/gi, '6'),
  )

const numbered: Trick[] = [
  { family: 'digits and signs', name: 'Arabic sounds as digits', most: 0.05, write: arabicDigits },
  {
    family: 'digits and signs',
    name: 'a digit in the middle of each word',
    most: 0.05,
    write: (name) =>
      wordsOf(name)
        .map((word) => `${word.slice(0, word.length >> 1)}7${word.slice(word.length >> 1)}`)
        .join(' '),
  },
  {
    family: 'digits and signs',
    name: 'a number before each word',
    most: 0.05,
    write: (name) =>
      wordsOf(name)
        .map((word, at) => `${at + 1}${word}`)
        .join(' '),
  },
  {
    family: 'digits and signs',
    name: 'a number for each space',
    most: 0.05,
    write: (name) => wordsOf(name).join('1'),
  },
  {
    family: 'digits and signs',
    name: 'numbers as own words',
    most: 0.05,
    write: (name) => `12 ${wordsOf(name).join(' 34 ')} 56`,
  },
]

export const otherAlphabets: readonly Trick[] = [...alphabets, ...digits, ...numbered]
