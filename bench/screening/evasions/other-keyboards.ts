import { codePage437, codePage850 } from '@nani/engines/screening/index.ts'
import { byTable, changed, type Trick, wordsOf } from './trick.ts'

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"
/** The signs of the same keys on other keyboards. */
const layouts: Readonly<Record<string, string>> = {
  Dvorak: "',.pyfgcrl/=aoeuidhtns-;qjkxbmwvz",
  Colemak: "qwfpgjluy;[]arstdhneio'zxcvbkm,./",
  Arabic: 'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوزظ',
  Greek: "qςερτυθιοπ[]ασδφγηξκλ;'ζχψωβνμ,./",
  Hebrew: "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.",
  Ukrainian: 'йцукенгшщзхїфівапролджєячсмитьбю.',
  'Korean, as separate signs': "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ[]ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;'ㅋㅌㅊㅍㅠㅜㅡ,./",
  'Bulgarian, by place': ',уеишщксдзц;ьяаожгтнвмчюйъэфхпрлб',
}

const typedOn = (layout: string): ((name: string) => string | null) => {
  const keys = new Map([...latinKeys].map((key, at) => [key, [...layout][at]!]))
  return (name) =>
    /^[A-Za-z ]+$/.test(name)
      ? changed(name, [...name.toLowerCase()].map((letter) => keys.get(letter) ?? letter).join(''))
      : null
}

const keyboards: Trick[] = Object.entries(layouts).map(([name, layout]) => ({
  family: 'keyboards',
  name: `the ${name} keyboard`,
  most: 0.2,
  write: (listed) => typedOn(layout)(listed)?.replaceAll('ﻻ', 'لا') ?? null,
}))

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const shifted = (name: string): string =>
  [...name.toLowerCase()]
    .map((letter) => {
      const row = rows.find((keys) => keys.includes(letter))
      return row?.[row.indexOf(letter) + 1] ?? letter
    })
    .join('')

const cyrillicOf =
  'shch:щ zh:ж kh:х ts:ц ch:ч sh:ш yu:ю ya:я a:а b:б v:в g:г d:д e:е z:з i:и y:й k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у f:ф h:х c:к j:дж q:к w:в x:кс'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string])
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const onLatinKeys = (name: string): string | null => {
  if (!/^[A-Za-z ]+$/.test(name)) return null
  const cyrillic = cyrillicOf.reduce(
    (text, [latin, letter]) => text.replaceAll(latin, letter),
    name.toLowerCase(),
  )
  return [...cyrillic].map((letter) => latinKeys[russianKeys.indexOf(letter)] ?? letter).join('')
}

const others: Trick[] = [
  { family: 'keyboards', name: 'a name in Cyrillic on Latin keys', most: 0.2, write: onLatinKeys },
  {
    family: 'keyboards',
    name: 'each key one place to the right',
    most: null,
    write: (name) => changed(name, shifted(name)),
  },
  {
    family: 'keyboards',
    name: 'capitals and small letters exchanged',
    most: 0.05,
    write: (name) =>
      changed(
        name,
        [...name].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join(''),
      ),
  },
]

const accent = byTable('aá eé ií oó uú cç nñ AÁ EÉ IÍ OÓ UÚ CÇ NÑ')
const accented = (name: string): string => accent(name) ?? name
const inPage = (bytes: Uint8Array, page: string): string =>
  [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : [...page][byte - 0x80])).join('')
const readAs = (encoding: string) => (name: string) =>
  changed(name, new TextDecoder(encoding).decode(Buffer.from(accented(name), 'utf8')))
const readInPage = (page: string) => (name: string) =>
  changed(name, inPage(Buffer.from(accented(name), 'utf8'), page))
/** Text of a code page of DOS, read as Windows-1252. */
const fromPage = (page: string) => (name: string) => {
  const places = [...page]
  const bytes = [...accented(name)].map((letter) =>
    places.includes(letter) ? places.indexOf(letter) + 0x80 : letter.charCodeAt(0),
  )
  return changed(name, new TextDecoder('windows-1252').decode(Uint8Array.from(bytes)))
}
const macBytes = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))

const code = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(4, '0')
const entities = byTable(
  'áaacute éeacute íiacute óoacute úuacute çccedil ñntilde ÁAacute ÉEacute ÍIacute ÓOacute ÚUacute ÇCcedil ÑNtilde',
)

const written = (
  name: string,
  write: (text: string) => string | null,
  most: number | null = 0.05,
): Trick => ({
  family: 'encodings',
  name,
  most,
  write: (listed) => {
    const text = write(listed)
    return text === null ? null : changed(listed, text)
  },
})

const encodings: Trick[] = [
  written('UTF-8 read as code page 437', readInPage(codePage437)),
  written('UTF-8 read as code page 850', readInPage(codePage850)),
  written('UTF-8 read as Mac Roman', readAs('macintosh')),
  written('UTF-8 read as Windows-1251', readAs('windows-1251')),
  written('UTF-8 read as KOI8-R', readAs('koi8-r')),
  written('UTF-8 read as Windows-1254', readAs('windows-1254')),
  written('code page 850 read as Windows-1252', fromPage(codePage850)),
  written('Mac Roman read as Windows-1252', fromPage(macBytes)),
  written('letters with an accent lost', (name) => accented(name).replace(/[^ -~]/g, ''), null),
  written('a space for each letter with an accent', (name) => accented(name).replace(/[^ -~]/g, ' '), null),
  written('codes without a backslash (u00e1)', (name) =>
    accented(name).replace(/[^ -~]/g, (one) => `u${code(one)}`),
  ),
  written('character names without an ampersand (aacute)', (name) => entities(accented(name))),
  written('character names without a semicolon (&aacute)', (name) =>
    [...accented(name)].map((one) => (one > '~' ? `&${entities(one)}` : one)).join(''),
  ),
  written(
    'an underscore for each letter with an accent',
    (name) => accented(name).replace(/[^ -~]/g, '_'),
    null,
  ),
  written('LaTeX accents without a backslash', (name) =>
    accented(name)
      .normalize('NFD')
      .replace(/([a-z])\u0301/gi, "'$1"),
  ),
  written('full-width letters', (name) =>
    name.replace(/[A-Za-z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  ),
  written('each letter as two digits of its place', (name) =>
    wordsOf(name.toLowerCase())
      .map((word) => [...word.replace(/[^a-z]/g, '')].map((one) => one.charCodeAt(0) - 96).join('-'))
      .join(' '),
  ),
  written('the words of the spelling alphabet', (name) => {
    const spoken =
      'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu'.split(
        ' ',
      )
    return [...name.toLowerCase().replace(/[^a-z]/g, '')]
      .map((one) => spoken[one.charCodeAt(0) - 97])
      .join(' ')
  }),
]

export const otherKeyboards: readonly Trick[] = [...keyboards, ...others, ...encodings]
