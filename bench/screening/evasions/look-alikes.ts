import { type Alphabet, alphabetTricks } from './alphabet-tricks.ts'
import { byTable, changed, type Trick, wordsOf } from './trick.ts'

const alphabets: readonly Alphabet[] = [
  [
    'Cyrillic',
    'aа cс dԁ eе hһ iі jј oо pр qԛ sѕ wԝ xх yу AА BВ CС EЕ HН IІ JЈ KК MМ OО PР SЅ TТ XХ YУ',
    'as written',
  ],
  ['Cyrillic capitals', 'AА BВ CС EЕ GԌ HН IІ JЈ KК MМ OО PР QԚ SЅ TТ WԜ XХ YҮ', 'capitals'],
  ['Cyrillic, loose', 'aа bЬ cс eе gɡ hһ iі jј kк lӏ mм nп oо pр rг sѕ tт uц wш xх yу', 'small'],
  ['Armenian', 'aա gց hհ nո oօ uս qզ Oօ SՏ UՍ LԼ', 'small'],
  ['Greek small', 'aα iι kκ nη oο pρ tτ uυ vν wω xχ yγ', 'small'],
  ['Greek capitals', 'AΑ BΒ EΕ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ XΧ YΥ ZΖ', 'capitals'],
  ['Cherokee', 'AᎪ BᏴ CᏟ DᎠ EᎬ GᏀ HᎻ IᎥ JᎫ KᏦ LᏞ MᎷ PᏢ RᏒ SᏚ TᎢ VᏙ WᎳ YᎩ ZᏃ', 'capitals'],
  ['Lisu', 'Aꓮ Bꓐ Cꓚ Dꓓ Eꓰ Fꓝ Gꓖ Hꓧ Iꓲ Jꓙ Kꓗ Lꓡ Mꓟ Nꓠ Oꓳ Pꓑ Rꓣ Sꓢ Tꓔ Uꓴ Vꓦ Wꓪ Xꓫ Yꓬ Zꓜ', 'capitals'],
  ['Canadian syllabics', 'Aᗅ Bᗷ Dᗞ Jᒍ Hᕼ Lᒪ Mᗰ Pᑭ Rᖇ Sᔕ Uᑌ Vᐯ Wᗯ Xᕽ', 'capitals'],
  ['Ethiopic', 'Uሀ Hዘ Tፐ Oዐ Vሀ', 'capitals'],
  ['Thai', 'aค uบ nก wฬ sร', 'small'],
  ['Georgian', 'bხ hჩ yყ', 'small'],
  ['Hebrew', 'oס nח uט tת iן vע', 'small'],
  ['Chinese and Japanese', 'T丅 I工 O口 L乚 Eヨ H卄 X乂 K长 Z乙 N刀', 'capitals'],
  ['turned letters', 'aɐ bq cɔ dp eǝ fɟ gƃ hɥ iᴉ jɾ kʞ mɯ nu pd rɹ tʇ un vʌ wʍ yʎ', 'small'],
  ['small capitals', 'aᴀ bʙ cᴄ dᴅ eᴇ gɢ hʜ iɪ jᴊ kᴋ lʟ mᴍ nɴ oᴏ pᴘ rʀ tᴛ uᴜ vᴠ wᴡ zᴢ', 'small'],
  [
    'Latin with strokes and hooks',
    'aɑ bƀ cƈ dɖ eɇ fƒ gɠ hɦ iɨ jɉ kƙ lƚ mɱ nɳ oɵ pƥ rɍ sʂ tŧ uʉ vʋ yɏ zƶ',
    'small',
  ],
]

const homoglyphs = alphabetTricks('look-alikes', alphabets)

const digits: readonly (readonly [string, string])[] = [
  ['all letters', 'a4 b8 e3 g9 i1 l1 o0 s5 t7 z2 A4 B8 E3 G9 I1 L1 O0 S5 T7 Z2'],
  ['@$!|', 'a@ s$ i! l| A@ S$ I! L|'],
  ['o i e', 'o0 i1 e3 O0 I1 E3'],
  ['capital I for l and 0 for o', 'lI o0'],
  ['a and e', 'a4 e3 A4 E3'],
  ['s and t', 's5 t7 S5 T7'],
  ['6 for g, 8 for b, 2 for z', 'g6 b8 z2 G6 B8 Z2'],
  ['l for I', 'Il iI'],
  ['# for h, + for t', 'h# t+ H# T+'],
  ['€ £ ¥ ¢', 'e€ l£ y¥ c¢ E€ L£ Y¥ C¢'],
]

const leetspeak: Trick[] = digits.map(([name, table]) => ({
  family: 'digits and signs',
  name,
  most: 0.05,
  write: byTable(table),
}))

const numbers: Trick[] = [
  {
    ...{ family: 'digits and signs', name: 'a number after each word', most: 0.05 },
    write: (listed) =>
      wordsOf(listed)
        .map((word, at) => `${word}${at + 1}`)
        .join(' '),
  },
  {
    ...{ family: 'digits and signs', name: 'a year after the last word', most: 0.05 },
    write: (listed) => `${listed}1965`,
  },
]

const pair = (name: string, pattern: RegExp, instead: string): Trick => ({
  family: 'letter pairs',
  name,
  most: 0.05,
  write: (listed) => changed(listed, listed.replace(pattern, instead)),
})

const letterPairs: Trick[] = [
  pair('rn for m', /m/g, 'rn'),
  pair('m for rn', /rn/g, 'm'),
  pair('vv for w', /w/g, 'vv'),
  pair('cl for d', /d/g, 'cl'),
  pair('d for cl', /cl/g, 'd'),
  pair('ii for u', /u/g, 'ii'),
  {
    family: 'letter pairs',
    name: 'rn, vv and cl together',
    most: 0.05,
    write: (listed) =>
      changed(listed, listed.toLowerCase().replace(/m/g, 'rn').replace(/w/g, 'vv').replace(/d/g, 'cl')),
  },
]

export const lookAlikes: readonly Trick[] = [...homoglyphs, ...leetspeak, ...numbers, ...letterPairs]
