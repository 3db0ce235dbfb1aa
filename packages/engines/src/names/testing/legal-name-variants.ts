import type { NameVerdict } from '../compare.ts'
import type { Random } from './random.ts'

export type LegalNamePair = { category: string; a: string; b: string; verdict: NameVerdict }

// Invented for the tests, and very different: two of them never differ by one slip.
const distinguishing = [
  'Mosaka',
  'Lukunga',
  'Tshiala',
  'Bokoro',
  'Épervier',
  'Zénith',
  'Katuba',
  'Ndjili',
  'Okapi',
  'Virunga',
]
const trades = [
  'Banque',
  'Boulangerie',
  'Transports',
  'Pharmacie',
  'Imprimerie',
  'Quincaillerie',
  'Brasserie',
  'Clinique',
]
const places = ['Congo', 'Kivu', 'Matadi', 'Équateur', 'Haut-Uélé', 'Bandundu']

/** A spelling of each form. The rows of one family are one form. */
const forms = [
  ['SARL', 'S.A.R.L.', 'S A R L', 'Sarlu', 'SPRL', 'Société à Responsabilité Limitée'],
  ['SA', 'S.A.', 'S. A.', 'Société anonyme'],
  ['SAS', 'S.A.S.', 'SASU', 'Société par actions simplifiée'],
  ['ASBL', 'A.S.B.L.', 'asbl'],
  ['SNC', 's.n.c.'],
]

export const legalNameWords = [
  ...distinguishing,
  ...trades,
  ...places,
  ...forms.flat(),
  '&',
  'et',
  "l'",
  'du',
]

const otherThan = <T>(random: Random, choices: readonly T[], one: T): T =>
  random.pick(choices.filter((choice) => choice !== one))

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Exchanges two neighbouring letters after the first one, if they differ. */
const misspell = (word: string, random: Random): string => {
  const plain = fold(word)
  const places = [...Array(plain.length).keys()].filter(
    (at) => at > 0 && at + 1 < plain.length && plain[at] !== plain[at + 1],
  )
  const at = random.pick(places)
  return plain.slice(0, at) + plain[at + 1] + plain[at] + plain.slice(at + 2)
}

/** One pair of each category about one invented company. */
export const legalNamePairs = (random: Random): LegalNamePair[] => {
  const trade = random.pick(trades)
  const word = random.pick(distinguishing)
  const place = random.pick(places)
  const family = random.pick(forms)
  const form = random.pick(family)
  const core = `${trade} ${word} du ${place}`
  const registered = `${core} ${form}`
  const pair = (category: string, b: string, verdict: NameVerdict): LegalNamePair => ({
    category,
    a: registered,
    b,
    verdict,
  })
  return [
    pair('form absent', core, 'match'),
    pair('form in front', `${random.pick(family)} ${core}`, 'match'),
    pair('form inside', `${trade} ${random.pick(family)} ${word} du ${place}`, 'match'),
    pair('upper case without accents', fold(registered).toUpperCase(), 'match'),
    pair('hyphens', `${trade}-${word}-${place}`, 'match'),
    pair('another order', `${word} ${trade} ${place}`, 'match'),
    pair('establishments', `Éts ${core}`, 'match'),
    pair('another form', `${core} ${random.pick(otherThan(random, forms, family))}`, 'partial_match'),
    pair('a slip', `${trade} ${misspell(word, random)} du ${place}`, 'partial_match'),
    pair('a word absent', `${word} ${place} ${form}`, 'partial_match'),
    pair('a word more', `${core} Holding`, 'partial_match'),
    pair(
      'another distinguishing word',
      `${trade} ${otherThan(random, distinguishing, word)} du ${place}`,
      'no_match',
    ),
    pair('another trade', `${otherThan(random, trades, trade)} ${word} du ${place}`, 'no_match'),
    pair('another place', `${trade} ${word} du ${otherThan(random, places, place)} ${form}`, 'no_match'),
  ]
}
