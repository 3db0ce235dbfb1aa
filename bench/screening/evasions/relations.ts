import { pick, type Random } from '../perturb.ts'
import { type Pools, type Trick, upTo, wordsOf } from './trick.ts'

const lines = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The capacity in which another person acts for the named one. */
const before: Readonly<Record<string, string>> = {
  Lingala: `na kombo ya; mpo na; mwana ya; mwasi ya; mobali ya; libota ya; momonisi ya; motindami ya; nkolo ya;
    liwa ya; na esika ya; moto ya`,
  Swahili: `kwa niaba ya; mrithi wa; mke wa; mume wa; mwana wa; marehemu; familia ya; msimamizi wa; wakili wa; kwa jina la;
    warithi wa; mwakilishi wa`,
  Portuguese: `em nome de; por conta de; herdeiros de; espólio de; viúva de; representante de; procurador de; aos cuidados de;
    a favor de; filho de; o falecido; sucessores de`,
  Spanish: `en nombre de; por cuenta de; herederos de; sucesión de; viuda de; representante de; apoderado de; a la atención de;
    a favor de; hijo de; el difunto; testamentaría de`,
  'Arabic in Latin letters': `niyabatan an; bism; warathat; wakil; al marhum; mumaththil; li hisab; armalat; zawjat; ila inayat;
    tarikat; wasi ala`,
  Arabic: 'نيابة عن; باسم; ورثة; وكيل; المرحوم; ممثل; لحساب; أرملة; زوجة; عناية; تركة',
  Russian: 'от имени; по доверенности; наследники; вдова; представитель; для',
  'Russian in Latin letters': 'ot imeni; po doverennosti; nasledniki; vdova; predstavitel; dlya',
  German:
    'im Auftrag von; im Namen von; Erben nach; Witwe von; Vertreter von; zu Händen; per Adresse; Nachlass von',
  Italian: `per conto di; a nome di; eredi di; vedova di; rappresentante di; alla cortese attenzione di; fu`,
  'French, further': `p/c; par ordre de; curateur de; tuteur de; exécuteur testamentaire de; fondé de pouvoir de; liquidateur de;
    ayant droit de; indivision; hoirs; épouse de; le nommé; la personne de; pour ordre de; sous couvert de; compte de`,
  'English, further': `per pro; p.p.; nominee of; executor of; administrator of; attorney for; agent of; representative of;
    beneficiary of; the late; next of kin of; wife of; payable to; in favour of; proxy for; under the name of; family of;
    in re; re; beneficial owner of`,
}

const capacities: Trick[] = Object.entries(before).map(([language, phrases]) => ({
  family: 'capacity',
  name: `capacity in ${language}`,
  most: 0.02,
  write: (name, random) => `${pick(random, lines(phrases))} ${name}`,
}))

/** Words after the name. */
const after: Readonly<Record<string, string>> = {
  French: `et consorts; et fils; et Cie; et famille; décédé; (décédé); représenté par son avocat; en liquidation; et autres; et son épouse;
    (succession); par procuration; commerçant; domicilié à Kinshasa`,
  English: `et al; and family; and others; (deceased); deceased; in trust; as trustee; and wife; and sons; and associates; (nominee);
    by his attorney; businessman; c/o his lawyer; of Kinshasa`,
  'Spanish and Portuguese':
    'y otros; e outros; e hijos; e filhos; fallecido; falecido; y familia; e família; (q.e.p.d.)',
  'Lingala and Swahili': 'na libota; na bandeko; na familia; na wenzake; na wengine; marehemu; mokufi',
}
const trailing: Trick[] = Object.entries(after).map(([language, phrases]) => ({
  family: 'capacity',
  name: `after the name, in ${language}`,
  most: 0.05,
  write: (name, random) => `${name} ${pick(random, lines(phrases))}`,
}))

const otherNames = (name: string, most: number | null, link: readonly string[]): Trick => ({
  family: 'two names',
  name,
  most,
  write: (listed, random, { given, family }) =>
    `${pick(random, given)} ${pick(random, family)} ${pick(random, link)} ${listed}`,
})
const twoNames: Trick[] = [
  otherNames('another name and an alias', 0.05, [
    'alias',
    'a.k.a.',
    'aka',
    'dit',
    'known as',
    'alias dictus',
  ]),
  otherNames('another name and a former name', 0.05, [
    'formerly',
    'né',
    'née',
    'ex',
    'f/k/a',
    'anciennement',
  ]),
  otherNames('another name and a sign', 0.05, ['/', '-', '=', '@', ';', '|', '+', '&', '–']),
  otherNames('another name and an alias in other languages', 0.05, [
    'alias de',
    'conhecido como',
    'conocido como',
    'maarufu kama',
    'oyo babengaka',
    'al maruf bi',
    'genannt',
    'izvestny kak',
  ]),
  otherNames('two people', 0.05, ['and', 'et', 'y', 'na', 'und', 'with', 'avec', 'or', 'ou']),
]

const links = (name: string, words: readonly string[]): Trick => ({
  family: 'patronymics',
  name,
  most: 0.05,
  write: (listed, random) => {
    const [first, ...others] = wordsOf(listed)
    return [first, ...others.flatMap((word) => [pick(random, words), word])].join(' ')
  },
})
/** Changes the words of a name whose last word is long enough for an ending. */
const withLong = (name: string, change: (words: readonly string[], random: Random) => string[]): Trick => ({
  family: 'patronymics',
  name,
  most: 0.05,
  write: (listed, random) => {
    const words = wordsOf(listed)
    return words.at(-1)!.length < 4 ? null : change(words, random).join(' ')
  },
})
const endings = (name: string, all: readonly string[], isOfEach = false): Trick =>
  withLong(name, (words, random) =>
    words.map((word, at) =>
      (isOfEach ? at > 0 : at === words.length - 1) ? word + pick(random, all) : word,
    ),
  )
const beginnings = (name: string, all: readonly string[], blank: string): Trick =>
  withLong(name, (words, random) => {
    const last = words.at(-1)!
    return words.with(-1, `${pick(random, all)}${blank}${blank === '' ? last.toLowerCase() : last}`)
  })

const patronymics: Trick[] = [
  links('ould, bin, ben, ibn between the words', [
    'ould',
    'bin',
    'ben',
    'ibn',
    'bn',
    'wuld',
    'uld',
    'bint',
    'mint',
  ]),
  links('s/o, d/o, son of, fils de between the words', [
    's/o',
    'son of',
    'fils de',
    'fils',
    'walad',
    'mwana wa',
    'mwana ya',
    'hijo de',
    'filho de',
  ]),
  endings('-oglu, -ogly, -uulu', [
    'oglu',
    'oğlu',
    '-oglu',
    ' oglu',
    'ogly',
    'oghlu',
    'uulu',
    '-uulu',
    ' kyzy',
  ]),
  endings('-zade, -zadeh, -zai, -pour, -nejad', [
    'zade',
    'zadeh',
    '-zadeh',
    'zada',
    'zai',
    'pour',
    'nejad',
    'nia',
  ]),
  endings('-ov, -ev, -ova, -yev', ['ov', 'ev', 'ova', 'yev', 'eva', 'off', 'eff']),
  endings('-ovich, -evich, -ovna', ['ovich', 'evich', 'ovna', 'ovych', 'ovitch', 'yevich']),
  endings('-son, -sson, -sen, -ez, -es', ['son', 'sson', 'sen', 'ez', 'es', 'sohn']),
  endings('-ian, -yan, -shvili, -dze, -enko', ['ian', 'yan', 'shvili', 'dze', 'enko', 'idis', 'escu']),
  endings('-i of origin', ['i', 'i', 'y', 'iyya', 'iya']),
  beginnings(
    'bin, ibn, ould, abu before the last name',
    ['bin', 'ibn', 'ould', 'abu', 'abou', 'ben', 'wa'],
    ' ',
  ),
  beginnings('bin, ibn, ould glued to the last name', ['Bin', 'Ibn', 'Ould', 'Ben', 'Abu', 'Bou'], ''),
  beginnings(
    "Mac, O', Fitz, Ter at the last name",
    ['Mac', 'Mc', "O'", 'Fitz', 'Ter', 'Van', 'De', "D'"],
    '',
  ),
  beginnings('the article al at the last name', ['al', 'el', 'al-', 'el-', 'Al', 'ul', "l'"], ''),
]

const glued = (
  name: string,
  most: number,
  write: (words: string[], random: Random, pools: Pools) => string,
): Trick => ({
  family: 'words',
  name,
  most,
  write: (listed, random, pools) => write(wordsOf(listed), random, pools),
})
const titles = [
  'Dr',
  'Mr',
  'Gen',
  'Col',
  'Sheikh',
  'Haji',
  'Prof',
  'General',
  'Mzee',
  'Mwalimu',
  'Sayyid',
  'Mullah',
  'Don',
  'Mgr',
]
const letters = [...'ABCDEFGHJKLMNPRSTVW']
const gluedWords: Trick[] = [
  glued('a title glued before the first word', 0.2, ([first, ...others], random) =>
    [pick(random, titles) + first, ...others].join(' '),
  ),
  glued('a title glued before the last word', 0.2, (words, random) =>
    words.with(-1, pick(random, titles) + words.at(-1)).join(' '),
  ),
  glued('an initial glued before the first word', 0.2, ([first, ...others], random) =>
    [pick(random, letters) + first!.toLowerCase(), ...others].join(' '),
  ),
  glued('an initial glued before every word', 0.5, (words, random) =>
    words.map((word) => pick(random, letters) + word.toLowerCase()).join(' '),
  ),
  glued('an initial glued after every word', 0.5, (words, random) =>
    words.map((word) => word + pick(random, letters).toLowerCase()).join(' '),
  ),
  glued('a surname glued after the last word', 0.2, (words, random, { family }) =>
    [...words.slice(0, -1), words.at(-1) + pick(random, family)].join(' ').toLowerCase(),
  ),
  glued('a given name glued after every word', 0.5, (words, random, { given }) =>
    words
      .map((word) => word + pick(random, given))
      .join(' ')
      .toLowerCase(),
  ),
  glued('a given name glued, with capitals', 0.05, ([first, ...others], random, { given }) =>
    [pick(random, given) + first, ...others].join(' '),
  ),
  glued('all words and a given name joined', 0.2, (words, random, { given }) =>
    (pick(random, given) + words.join('')).toLowerCase(),
  ),
  glued('all words and a given name joined, with capitals', 0.05, (words, random, { given }) =>
    [pick(random, given), ...words].join(''),
  ),
  glued('a given name between two joined words', 0.2, ([first, second, ...others], random, { given }) =>
    [first + pick(random, given) + second, ...others].join(' ').toLowerCase(),
  ),
  glued('a given name glued to both sides of the first word', 0.5, ([first, ...others], random, { given }) =>
    [pick(random, given) + first + pick(random, given), ...others].join(' ').toLowerCase(),
  ),
  glued('a given name glued, and one added', 0.2, ([first, ...others], random, { given }) =>
    [pick(random, given) + first, ...others, pick(random, given)].join(' ').toLowerCase(),
  ),
  glued('a given name glued, and three added', 0.2, ([first, ...others], random, { given }) =>
    [pick(random, given) + first, ...others, ...upTo(3).map(() => pick(random, given))]
      .join(' ')
      .toLowerCase(),
  ),
]

export const relations: readonly Trick[] = [
  ...capacities,
  ...trailing,
  ...twoNames,
  ...patronymics,
  ...gluedWords,
]
