import { pick, type Random } from '../perturb.ts'
import { short, translations } from './company-vocabulary.ts'
import { changed, type Trick, wordsOf } from './trick.ts'

const forms: Readonly<Record<string, readonly string[]>> = {
  ltd: ['Limited', 'L.T.D.', 'Ltee', 'Pty Ltd', 'Pvt Ltd', 'Private Limited', 'Limitada'],
  limited: ['Ltd', 'Ltd.', 'LTD', 'Pty Limited'],
  llc: ['L.L.C.', 'OOO', 'Limited Liability Company', 'TOV', 'WLL', 'FZ-LLC'],
  ooo: ['LLC', 'O.O.O.', 'Limited Liability Company', 'ООО', 'OJSC'],
  sa: ['S.A.', 'Societe Anonyme', 'Sociedad Anonima', 'SpA'],
  sarl: ['S.A.R.L.', 'SARLU', 'Ltda', 'SRL'],
  gmbh: ['G.m.b.H.', 'Gesellschaft mit beschränkter Haftung', 'Ges.m.b.H.'],
  inc: ['Incorporated', 'Inc.', 'Corp', 'Corporation'],
  corporation: ['Corp', 'Corp.', 'Inc'],
  corp: ['Corporation', 'Corp.'],
  jsc: ['Joint Stock Company', 'AO', 'J.S.C.', 'АО', 'OAO'],
  company: ['Co', 'Co.', 'Cie', 'Compagnie', 'Kompaniya', 'Sherkat'],
  co: ['Company', 'Compagnie', 'Cie'],
  pjsc: ['PAO', 'Public Joint Stock Company', 'JSC'],
}
const isForm = (word: string): boolean => forms[bare(word)] !== undefined
const bare = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '')

const byWord =
  (change: (word: string, random: Random) => string | null) =>
  (name: string, random: Random): string | null => {
    const words = wordsOf(name)
    const places = words.flatMap((word, at) => (change(word, random) === null ? [] : [at]))
    if (places.length === 0) return null
    const at = pick(random, places)
    return changed(name, words.with(at, change(words[at]!, random)!).join(' '))
  }
const around =
  (before: readonly string[], after: readonly string[]) =>
  (name: string, random: Random): string =>
    after.length === 0 ? `${pick(random, before)} ${name}` : `${name} ${pick(random, after)}`
const allForms = [
  'Ltd',
  'LLC',
  'SARL',
  'GmbH',
  'S.A.',
  'OOO',
  'JSC',
  'SPRL',
  'Inc',
  'PLC',
  'FZE',
  'Lda',
  'BV',
  'AG',
  'SASU',
  'ASBL',
  'A.Ş.',
]
const withoutForms = (name: string): string[] => wordsOf(name).filter((word) => !isForm(word))

export const companies: readonly Trick[] = (
  [
    [
      'the form in another language or spelling',
      0.05,
      byWord((word, random) => {
        const others = forms[bare(word)]
        return others === undefined ? null : pick(random, others)
      }),
    ],
    [
      'without its form',
      0.05,
      (name) => {
        const words = withoutForms(name)
        return words.length < 2 ? null : changed(name, words.join(' '))
      },
    ],
    [
      'another form after the name',
      0.05,
      (name, random) => [...withoutForms(name), pick(random, allForms)].join(' '),
    ],
    [
      'another form before the name',
      0.05,
      (name, random) => [pick(random, allForms), ...withoutForms(name)].join(' '),
    ],
    [
      'two forms',
      0.05,
      (name, random) => [...withoutForms(name), pick(random, allForms), pick(random, allForms)].join(' '),
    ],
    [
      'the form glued to the name',
      0.05,
      (name, random) => {
        const words = withoutForms(name)
        return words.length < 1
          ? null
          : words
              .with(-1, words.at(-1)! + pick(random, ['Ltd', 'Co', 'Inc', 'Sarl', 'LLC', 'GmbH']))
              .join(' ')
      },
    ],
    [
      'one word translated',
      0.2,
      byWord((word, random) => {
        const others = translations[bare(word)]
        return others === undefined ? null : pick(random, others)
      }),
    ],
    [
      'all words translated',
      0.4,
      (name, random) => {
        const words = wordsOf(name)
        const written = words.map((word) => pick(random, translations[bare(word)] ?? [word]))
        return written.filter((word, at) => word !== words[at]).length < 2 ? null : written.join(' ')
      },
    ],
    ['one word abbreviated', 0.05, byWord((word) => short[bare(word)] ?? null)],
    [
      'all words abbreviated',
      0.2,
      (name) => {
        const words = wordsOf(name)
        const written = words.map((word) => short[bare(word)] ?? word)
        return written.filter((word, at) => word !== words[at]).length < 2 ? null : written.join(' ')
      },
    ],
    [
      'group, holding, new, the before the name',
      0.1,
      around(
        [
          'The',
          'New',
          'Groupe',
          'Société',
          'Ets',
          'Maison',
          'Holding',
          'La',
          'Nouvelle',
          'Ste',
          'Messrs',
          'M/s',
        ],
        [],
      ),
    ],
    [
      'a branch or a country after the name',
      0.1,
      around(
        [],
        [
          'Dubai Branch',
          'RDC',
          'Congo',
          '(Kinshasa)',
          'succursale de Goma',
          'International',
          'Afrique',
          'DRC',
          'Europe',
          'FZ',
          '- Kinshasa',
          'Lubumbashi',
          'Middle East',
          'Filiale',
        ],
      ),
    ],
    [
      'a state of the company after the name',
      0.1,
      around(
        [],
        [
          '(in liquidation)',
          'en liquidation',
          'in receivership',
          '(ex)',
          '& Co',
          'et Cie',
          '& Sons',
          '& Frères',
          'et Fils',
          '2000',
          '(2020)',
          'II',
          'Nouveau',
        ],
      ),
    ],
    [
      'a former name',
      0.1,
      around(
        ['formerly', 'ex', 'ex-', 'anciennement', 'f/k/a', 'trading as', 't/a', 'd/b/a', 'c/o', 'agence'],
        [],
      ),
    ],
    ['words joined', 0.05, (name) => wordsOf(name).join('')],
    [
      'small letters without spaces, as a domain',
      0.2,
      (name) => {
        const words = withoutForms(name)
        return words.length < 2
          ? null
          : `${words
              .join('')
              .toLowerCase()
              .replace(/[^a-z0-9]/g, '')}.com`
      },
    ],
    [
      'initials of all words and its name',
      0.1,
      (name) => {
        const words = wordsOf(name).filter((word) => /^[A-Za-z]/.test(word))
        return words.length < 3 ? null : `${name} (${words.map((word) => word[0]).join('')})`
      },
    ],
    [
      'letters with full stops for a word of capitals',
      0.05,
      byWord((word) => (/^[A-Z]{3,4}$/.test(word) && !/[aeiou]/i.test(word) ? [...word].join('.') : null)),
    ],
    [
      'digits for letters',
      0.05,
      (name) => changed(name, name.replace(/o/gi, '0').replace(/e/gi, '3').replace(/i/gi, '1')),
    ],
    [
      'Cyrillic look-alikes',
      0.05,
      (name) =>
        /^[A-Za-z ]+$/.test(name)
          ? changed(
              name,
              name
                .replace(/a/g, 'а')
                .replace(/e/g, 'е')
                .replace(/o/g, 'о')
                .replace(/A/g, 'А')
                .replace(/E/g, 'Е')
                .replace(/O/g, 'О'),
            )
          : null,
    ],
    [
      'and in another way',
      0.05,
      byWord((word, random) =>
        /^(?:and|&)$/i.test(word) ? pick(random, ['&', 'et', 'y', 'und', '+', 'na', 'e', 'and']) : null,
      ),
    ],
    [
      'numbers as words or digits',
      0.1,
      byWord(
        (word) =>
          ({
            first: '1st',
            '1': 'One',
            one: '1',
            two: '2',
            three: '3',
            second: '2nd',
            third: '3rd',
            '7': 'Seven',
            '2': 'Two',
            '4': 'Four',
            '3': 'Three',
          })[word.toLowerCase()] ?? null,
      ),
    ],
    [
      'words in reverse order',
      0.1,
      (name) => {
        const words = withoutForms(name)
        return words.length < 2 ? null : words.toReversed().join(' ')
      },
    ],
  ] satisfies [string, number, (name: string, random: Random) => string | null][]
).map(([name, most, write]) => ({ family: 'companies', name, most, write, ofCompanies: true }))
