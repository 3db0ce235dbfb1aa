import { pick, type Random } from '../perturb.ts'
import { type Trick, upTo, wordsOf } from './trick.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const titles = words(`
  Mr Mrs Dr Prof General Colonel Captain Major Lieutenant Sergeant Marshal Admiral Commander Senator Minister
  President Governor Ambassador Judge Justice Chief Lord Lady Sir Dame Duke Baron Count King Prince Princess Sultan
  Emir Amir Sheikh Haji Hajj Hajji Imam Mullah Maulana Maulvi Mufti Ayatollah Hojatoleslam Ustaz Sayyid Syed Sharif
  Qari Hafiz Qazi Father Brother Sister Bishop Pastor Reverend Deacon Cardinal Rabbi Engineer Eng Advocate Barrister
  Monsieur Madame Docteur Professeur Maître Général Capitaine Sénateur Ministre Députe Honorable Excellence Abbé
  Señor Señora Don Doña Ingeniero Licenciado Coronel Capitán Senhor Doutor Engenheiro Gospodin Doktor Polkovnik
  Bwana Mzee Mwalimu Mheshimiwa Tata Mama Papa Mokonzi Honorable Comrade Commandant Deputy Speaker Chairman Director`)
const suffixes = words(
  'Jr Sr II III IV PhD MD MBA MSc BSc OBE CBE MP QC Esq fils père CPA LLB LLM DDS RN FRCS KCMG aîné ainé',
)
const stacked = [
  'His Excellency',
  'Her Excellency',
  'The Right Honourable',
  'Son Excellence',
  'Brigadier General',
  'Lieutenant Colonel',
  'Dr.',
  'General',
  'Haji',
  'Al Haj',
  'Hajj',
  'Professor',
  'Field Marshal',
  'Vice Admiral',
  'The Honorable',
  'His Highness',
]
const particles = words('wa de van der la ibn al bin ya di da von el')
const letters = [...'ABCDEFGHIJKLMNOPRSTVWYZ']

/** Added words go before the name, after it, around it, or between its words. */
type Place = 'before' | 'after' | 'around' | 'between' | 'anywhere'

const placed = (name: string, added: readonly string[], place: Place, random: Random): string => {
  const own = wordsOf(name)
  if (place === 'before') return [...added, ...own].join(' ')
  if (place === 'after') return [...own, ...added].join(' ')
  const half = Math.ceil(added.length / 2)
  if (place === 'around') return [...added.slice(0, half), ...own, ...added.slice(half)].join(' ')
  if (place === 'between') return [own[0], ...added, ...own.slice(1)].join(' ')
  const all = [...own]
  for (const word of added) all.splice(Math.floor(random() * (all.length + 1)), 0, word)
  return all.join(' ')
}

const several = <Item>(random: Random, items: readonly Item[], count: number): Item[] =>
  Array.from({ length: count }, () => pick(random, items))

const counts = upTo(20)
const places: readonly Place[] = ['before', 'after', 'around', 'between', 'anywhere']

const givenNames: Trick[] = places.map((place) => ({
  family: 'added names',
  name: `given names ${place}`,
  most: 0.05,
  counts,
  ofTwoWords: true,
  write: (name, random, { given }, count) => placed(name, several(random, given, count), place, random),
}))

const otherNames: Trick[] = [
  {
    family: 'added names',
    name: 'family names anywhere',
    most: 0.05,
    counts,
    ofTwoWords: true,
    write: (name, random, { family }, count) =>
      placed(name, several(random, family, count), 'anywhere', random),
  },
  {
    family: 'added names',
    name: 'given names around a name of any length',
    most: 0.05,
    counts,
    write: (name, random, { given }, count) => placed(name, several(random, given, count), 'around', random),
  },
]

const addedTitles: Trick[] = (
  [
    ['titles before', titles, 'before'],
    ['suffixes after', suffixes, 'after'],
    ['stacked titles before', stacked, 'before'],
    ['titles around', titles, 'around'],
  ] as const
).map(([name, pool, place]) => ({
  family: 'titles',
  name,
  most: 0.05,
  counts,
  ofTwoWords: true,
  write: (listed, random, _, count) => placed(listed, several(random, pool, count), place, random),
}))

const titlesAndSuffixes: Trick = {
  family: 'titles',
  name: 'titles before, suffixes after',
  most: 0.05,
  counts,
  ofTwoWords: true,
  write: (name, random, _, count) =>
    [...several(random, titles, Math.ceil(count / 2)), name, ...several(random, suffixes, count >> 1)].join(
      ' ',
    ),
}

const smallWords: Trick[] = [
  ...(['before', 'after', 'between', 'anywhere'] as const).map(
    (place): Trick => ({
      family: 'initials',
      name: `initials ${place}`,
      most: 0.05,
      counts,
      ofTwoWords: true,
      write: (name, random, _, count) =>
        placed(
          name,
          several(random, letters, count).map((letter) => `${letter}.`),
          place,
          random,
        ),
    }),
  ),
  {
    family: 'initials',
    name: 'particles anywhere',
    most: 0.05,
    counts,
    ofTwoWords: true,
    write: (name, random, _, count) => placed(name, several(random, particles, count), 'anywhere', random),
  },
  {
    family: 'initials',
    name: 'titles, names, initials and particles in turns',
    most: 0.05,
    counts,
    ofTwoWords: true,
    write: (name, random, { given }, count) => {
      const pools = [titles, given, letters, particles]
      return placed(
        name,
        Array.from({ length: count }, (_, at) => pick(random, pools[at % 4]!)),
        'anywhere',
        random,
      )
    },
  },
]

export const addedWords: readonly Trick[] = [
  ...givenNames,
  ...otherNames,
  ...addedTitles,
  titlesAndSuffixes,
  ...smallWords,
]

const capacities: readonly (readonly [string, readonly string[], number])[] = [
  [
    'French',
    [
      'pour le compte de',
      'au nom de',
      'succession de feu',
      'représentant de',
      'agissant pour',
      'la succession de',
      'les héritiers de',
      'mandataire de',
      'veuve de',
      "à l'attention de",
      'p/o',
      'par procuration de',
    ],
    0.02,
  ],
  [
    'English',
    [
      'on behalf of',
      'care of',
      'c/o',
      'the estate of',
      'trustee of',
      'acting for',
      'attention',
      'the heirs of',
      'in trust for',
      'a/c',
      'account of',
      'power of attorney for',
      'guardian of',
      'known as',
    ],
    0.02,
  ],
]

export const capacityTricks: readonly Trick[] = capacities.map(([language, phrases, most]) => ({
  family: 'capacity',
  name: `capacity in ${language}`,
  most,
  write: (name, random) => `${pick(random, phrases)} ${name}`,
}))
