import { shippedNames } from '@nani/server/testing/shipped-names.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MonitoredSubject, Screener } from '../screener.ts'
import type { IndexedEntry } from '../subject.ts'
import { entryOf, randomFrom, randomName, subjectOf } from '../testing/people.ts'
import { openScreener, openSubjectIndex } from './open-screener.ts'

/** The default threshold. Below it a listed person has the level `low`. */
const threshold = 0.8

/** A list of people: the lists that Nani includes, invented names, and one name for each way of writing. */
const listedNames = (): string[] => {
  const random = randomFrom(7)
  const generated = Array.from({ length: 120 }, () => randomName(random))
  const others = [
    'Sylvestre Bosco Mudacumura Kabongo',
    'Fazul',
    'Жан Каленга',
    'Νικόλαος Παπαδόπουλος',
    "N'Goma M'Bala Odile",
    'Ould Cheikh Ahmed',
  ]
  return [...new Set([...shippedNames(), ...generated, ...others])]
}

const letters = 'BCFGHJKMNPQRSTVX'
const between = (name: string, blank: string) => name.split(' ').join(blank)
const eachLetter = (name: string, mark: string) => name.replace(/[\p{L}\p{M}]/gu, (letter) => letter + mark)
const repeat = (words: readonly string[], count: number) =>
  Array.from({ length: count }, (_, at) => words[at % words.length]).join(' ')
const titles = ['Dr', 'Prof', 'General', 'Hon', 'Ir', 'Me', 'Mgr']
const particles = ['wa', 'de', 'van', 'der', 'la', 'ibn', 'al']
const character = (code: number) => String.fromCodePoint(code)

const byTable = (pairs: string) => {
  const table = new Map(pairs.split(' ').map((pair) => [[...pair][0]!, [...pair].slice(1).join('')]))
  return (name: string) => [...name].map((letter) => table.get(letter) ?? letter).join('')
}

const evasions: readonly (readonly [name: string, (listed: string) => string])[] = [
  ['16 titles before it', (name) => `${repeat(titles, 16)} ${name}`],
  ['40 titles before it', (name) => `${repeat(titles, 40)} ${name}`],
  ['titles before and after it', (name) => `${repeat(titles, 16)} ${name} ${repeat(['PhD', 'Esq'], 10)}`],
  ['titles after a comma', (name) => name.replace(/ (\S+)$/, `, ${repeat(titles, 16)} $1`)],
  ['16 particles before it', (name) => `${repeat(particles, 16)} ${name}`],
  ['16 initials before it', (name) => `${[...letters].join(' ')} ${name}`],
  ['16 initials with full stops', (name) => `${[...letters].join('. ')}. ${name}`],
  ['16 initials after it', (name) => `${name} ${[...letters].join(' ')}`],
  [
    'titles, particles and initials in turns',
    (name) => `${repeat(['Dr', 'B', 'wa', 'Prof', 'K', 'de', 'X'], 28)} ${name}`,
  ],
  ...[0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0x13441, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff].map(
    (code) =>
      [`U+${code.toString(16)} for spaces`, (name: string) => between(name, character(code))] as const,
  ),
  ...[0x00ad, 0x034f, 0x061c, 0x17b4, 0xfe0f, 0xe0020, 0x0007, 0x0085].map(
    (code) =>
      [`U+${code.toString(16)} for spaces`, (name: string) => between(name, character(code))] as const,
  ),
  ...[0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f, 0x180e, 0xfe0f, 0x0007].map(
    (code) =>
      [`U+${code.toString(16)} in each word`, (name: string) => eachLetter(name, character(code))] as const,
  ),
  ['words exchanged, with a blank letter between', (name) => name.split(' ').toReversed().join('\u3164')],
  ['words exchanged, with a hidden space between', (name) => name.split(' ').toReversed().join('\u200b')],
  ...[0x05b0, 0x064b, 0x0670, 0x0901, 0x0e31, 0x0eb4, 0x102d, 0x17b7, 0x0d3e, 0x3099, 0x20dd, 0x1ab0].map(
    (code) =>
      [
        `the mark U+${code.toString(16)} on each letter`,
        (name: string) => eachLetter(name, character(code)),
      ] as const,
  ),
  ['marks of three scripts on each letter', (name) => eachLetter(name, '\u05b0\u0e31\u0901')],
  ['a mark before each word', (name) => name.replace(/\S+/gu, '\u05b0$&')],
  ['a foreign letter in a word', (name) => name.replace(/^([A-Za-z]{3})(?=[a-z]{3})/, '$1\u0627')],
  ['its letters with spaces between', (name) => name.replace(/[\p{L}\p{M}]/gu, '$& ')],
  ['its letters with symbols between', (name) => name.replace(/\p{L}(?=\p{L})/gu, '$&*')],
  ['a plus for spaces', (name) => between(name, '+')],
  ['Cyrillic look-alikes', byTable('aа cс eе iі jј oо pр sѕ xх yу AА BВ CС EЕ HН KК MМ OО PР SЅ TТ XХ')],
  ['Cherokee look-alikes', (name) => byTable('AᎪ CᏟ DᎠ EᎬ KᏦ LᏞ MᎷ PᏢ RᏒ SᏚ')(name.toUpperCase())],
  ['digits for letters', byTable('a4 e3 i1 l1 o0 s5 t7 A4 E3 I1 L1 O0 S5 T7')],
  ['signs for letters', byTable('a@ s$ i!')],
  ['rn for m', (name) => name.replace(/m/g, 'rn')],
  ['UTF-8 read as Latin-1', (name) => Buffer.from(byTable('aá eé oó')(name)).toString('latin1')],
]
const amidNames = (name: string) => `Henri Odette ${name} Walter Ingrid Pascal`

describe('a listed person is found by the listed name with', () => {
  const listed = listedNames()
  const entries: IndexedEntry[] = listed.map((name, at) => entryOf(at + 1, name))
  let screener: Screener

  beforeAll(async () => {
    screener = openScreener({ workers: 1 })
    await screener.load('everyone', [entries])
  })
  afterAll(() => screener.close())

  const missedBy = async (change: (name: string) => string): Promise<string[]> => {
    const subjects = listed.map((name) => subjectOf(change(name)))
    const found = await screener.searchMany(subjects, { audience: 'everyone', threshold })
    return listed.filter((_, at) => !found[at]?.some(({ entryId }) => entryId === at + 1))
  }

  test('no change', async () => {
    expect(listed.length).toBeGreaterThan(130)
    expect(await missedBy((name) => name)).toEqual([])
  })

  test.each(evasions)('%s', async (_name, change) => {
    expect(await missedBy(change)).toEqual([])
  })
})

const givenNames =
  'Henri Odette Walter Ingrid Pascal Bruno Celia Tomas Greta Felix Nadia Oscar Helga Simon Petra'.split(' ')
const unknownTitles =
  'Senator Captain Haji Imam Lord MBA OBE Jr fils Comrade Marshal Licenciado Gospodin'.split(' ')

/** `count` further words around, before or between the words of a name, by its length. */
const amid = (name: string, added: readonly string[], count: number): string => {
  const own = name.split(' ')
  const further = repeat(added, count).split(' ')
  const at = (name.length + count) % (own.length + 1)
  return [...own.slice(0, at), ...further, ...own.slice(at)].join(' ')
}

const hasBareQ = (word: string): boolean => /(?<![aeiou])q(?![aeiouy])/i.test(word)

describe('any number of further words hides no listed name of two words', () => {
  // A title and one word are one word, which is searched for only from four words on.
  const listed = listedNames().filter((name) => /^(?!Commandant)[A-Z][a-z]{3,} [A-Z][a-z]{3,}$/.test(name))
  let screener: Screener

  beforeAll(async () => {
    screener = openScreener({ workers: 1 })
    await screener.load('everyone', [listed.map((name, at) => entryOf(at + 1, name))])
  })
  afterAll(() => screener.close())

  test.each([
    ['given names', givenNames],
    ['titles and suffixes that the lists of titles do not have', unknownTitles],
    ['initials', [...letters]],
    ['all of these in turns', ['Henri', 'Captain', 'B', 'Odette', 'MBA', 'K', 'Bruno', 'fils', 'X']],
  ])('%s, from 1 to 20', async (_name, added) => {
    expect(listed.length).toBeGreaterThan(5)
    const asked = Array.from({ length: 20 }, (_, count) => count + 1).flatMap((count) =>
      listed.map((name, at) => ({ name: amid(name, added, count), entryId: at + 1 })),
    )
    const found = await screener.searchMany(
      asked.map(({ name }) => subjectOf(name)),
      { audience: 'everyone', threshold },
    )
    const missed = asked.filter(({ entryId }, at) => !found[at]?.some((match) => match.entryId === entryId))
    expect(missed.map(({ name }) => name)).toEqual([])
  })

  test.each([
    ['look-alikes', byTable('aа eе oо iі cс pр xх yу')],
    ['digits', byTable('a4 e3 o0 s5 t7 A4 E3 O0 S5 T7')],
    ['pairs of letters', (name: string) => name.replace(/m/g, 'rn').replace(/d/g, 'cl')],
    ['a letter twice', (name: string) => name.replace(/(?<=\p{L})\p{L}/u, '$&$&')],
    ['the keys of another keyboard', byTable('aq qa wz zw Aq Qa WZ ZW')],
    ['hyphens', (name: string) => name.replaceAll(' ', '-')],
  ])('and its letters changed to %s', async (what, change) => {
    // Only a q without a vowel shows the other keyboard.
    const isRead = (name: string) =>
      what !== 'the keys of another keyboard' || name.split(' ').every(hasBareQ)
    const asked = listed.flatMap((name, at) =>
      isRead(change(name))
        ? [1, 2, 4, 8, 14].map((count) => ({
            name: `${repeat(givenNames, count)} ${change(name)} ${givenNames[count]}`,
            entryId: at + 1,
          }))
        : [],
    )
    expect(asked.length).toBeGreaterThan(0)
    const found = await screener.searchMany(
      asked.map(({ name }) => subjectOf(name)),
      { audience: 'everyone', threshold },
    )
    const missed = asked.filter(({ entryId }, at) => !found[at]?.some((match) => match.entryId === entryId))
    expect(missed.map(({ name }) => name)).toEqual([])
  })

  test('many initials do not stand for the given name of another person', async () => {
    const others = listed.map((name) => subjectOf(`${[...letters].join(' ')} ${name.split(' ')[1]}`))
    const found = await screener.searchMany(others, { audience: 'everyone', threshold })
    expect(found.flat()).toEqual([])
  })
})

describe('a listed name of long words is found by a search', () => {
  let screener: Screener

  beforeAll(async () => {
    screener = openScreener({ workers: 1 })
    const listed = ['Mudacumura Sylvestre', 'Sylvestre Bosco Kasongola']
    const entries = listed.map((one, at) => ({
      ...entryOf(at + 1, one),
      birthDates: [{ from: '1990-01-01', to: '1990-12-31', circa: false }],
    }))
    await screener.load('everyone', [entries])
  })
  afterAll(() => screener.close())

  test.each([
    ['with a given name before its first word', 'odettemudacumura sylvestre'],
    ['with a given name at every word', 'odettemudacumura sylvestrepascal'],
    ['cut at five letters', 'Mudac Sylve'],
    ['by joined initials', 'SB Kasongola'],
    ['on the other keyboard', 'Sylvestre Mudqcu,urq'],
    ['with a contradicting birth date', 'Sylvestre Mudacumura'],
  ])('%s', async (_what, name) => {
    const subject = { ...subjectOf(name), birthDate: name === 'Sylvestre Mudacumura' ? '1954-01-01' : null }
    const found = await screener.search(subject, { audience: 'everyone', threshold })
    expect(found[0]?.entryId).toBe(name.includes('Kasongola') ? 2 : 1)
  })
})

test('a changed entry also finds a monitored subject under each of these names', async () => {
  const written = [...evasions, ['given names around it', amidNames] as const]
  const subjects: MonitoredSubject[] = written.map(([, change], at) => ({
    number: at + 1,
    subject: subjectOf(change('Sylvestre Bosco Mudacumura')),
  }))
  const index = openSubjectIndex({ workers: 1 })
  try {
    await index.load([subjects])
    const found = await index.searchEntries([entryOf(1, 'Sylvestre Bosco Mudacumura')], { threshold })
    const numbers = new Set(found.map(({ subject }) => subject))
    expect(written.filter((_, at) => !numbers.has(at + 1)).map(([name]) => name)).toEqual([])
  } finally {
    await index.close()
  }
})
