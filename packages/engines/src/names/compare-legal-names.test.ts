import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareLegalNames } from './compare-legal-names.ts'
import { legalNamePairs, legalNameWords } from './testing/legal-name-variants.ts'
import { seededRandom } from './testing/random.ts'

const verdictOf = (a: string, b: string) => compareLegalNames(a, b).verdict

describe('a legal form can be at any position, in any spelling, or absent', () => {
  test.each([
    'Mosaka Services',
    'MOSAKA SERVICES SARL',
    'SARL Mosaka Services',
    'Mosaka SARL Services',
    'Mosaka Services S.A.R.L.',
    'Mosaka Services S.A.R.L',
    'Mosaka Services, s. a. r. l.',
    'Mosaka Services S A R L',
    'S.A.R.L. Mosaka Services',
    'Mosaka Services S.à r.l.',
    'Mosaka Services SARLU',
    'Mosaka Services SARL-U',
    'Mosaka Services SPRL',
    'Mosaka Services Société à responsabilité limitée',
    'Ets Mosaka Services SARL',
    'Établissements MOSAKA-SERVICES',
    '  mosaka   services  ',
  ])('%j is Mosaka Services SARL', (name) => {
    expect(verdictOf(name, 'Mosaka Services SARL')).toBe('match')
  })

  test.each([
    ['Banque du Fleuve SA', 'Banque du Fleuve Société Anonyme'],
    ['Kivu Énergie SAS', 'KIVU ENERGIE S.A.S.U.'],
    ['Solidarité Femmes ASBL', 'A.S.B.L. Solidarité Femmes'],
    ['Solidarité Femmes', 'Association sans but lucratif Solidarité Femmes'],
    ['Transit Matadi GIE', "Groupement d'Intérêt Économique Transit Matadi"],
    ['Ilunga Frères SNC', 'Ilunga Frères'],
    ['Ilunga et Compagnie SCS', 'Ilunga & Cie S.C.S.'],
    ['Coopérative des Pêcheurs de Goma', 'Pêcheurs de Goma COOP-CA'],
    ['Katanga Drilling Ltd.', 'Katanga Drilling Limited'],
    ['Ets Kabongo & Fils', 'Kabongo et Fils'],
    ['Sté Minière du Kasaï', 'Société Minière du Kasai'],
  ])('%j is %j', (a, b) => expect(verdictOf(a, b)).toBe('match'))

  test.each([
    ['Mosaka Services SA', 'Mosaka Services SARL'],
    ['Mosaka Services ASBL', 'Mosaka Services Ltd'],
  ])('%j has another form than %j: partial', (a, b) => expect(verdictOf(a, b)).toBe('partial_match'))

  test('a name that consists of a form is a name', () => {
    expect(verdictOf('SNC', 'snc')).toBe('match')
    expect(verdictOf('La SA', 'SNC')).toBe('no_match')
  })

  test('a form inside a word is not recognised', () => {
    expect(verdictOf('Sasu Ngoyi Transport', 'Ngoyi Transport SAS')).toBe('match')
    expect(verdictOf('Sarlat Voyages', 'at Voyages')).toBe('no_match')
    expect(verdictOf('Visa Congo', 'Vi Congo SA')).not.toBe('match')
  })
})

describe('irrelevant differences', () => {
  test.each([
    ["L'Avenir du Congo", 'Avenir Congo', 'articles'],
    ['Transport & Logistique', 'Transport et Logistique', '&'],
    ['Transport + Logistique', 'TRANSPORT LOGISTIQUE', 'et'],
    ['Trans-Congo', 'Trans Congo', 'a hyphen'],
    ['TransCongo', 'Trans Congo', 'a space'],
    ['Services Mosaka', 'Mosaka Services', 'order'],
    ['« Bel Air » (Kinshasa)', 'Bel-Air Kinshasa', 'punctuation'],
    ['T.P. Kasaï', 'TP KASAI', 'dots'],
    ['N’Sele Agri', "N'SELE AGRI", 'the kind of apostrophe'],
  ])('%j is %j: %s', (a, b) => expect(verdictOf(a, b)).toBe('match'))
})

describe('partial matches', () => {
  test.each([
    ['Mosaka Servcies SARL', 'Mosaka Services SARL', 'exchanged letters'],
    ['Mosaka Service', 'Mosaka Services SARL', 'a letter lost'],
    ['Congolais de Bois', 'Congolaise de Bois', 'a letter that is no gender here'],
    ['Fosfate Kongo Central', 'Phosphate Congo Central', 'spelled by ear'],
    ['Mosaka', 'Mosaka Services SARL', 'a word absent'],
    ['Mosaka Services Kinshasa', 'Mosaka Services SARL', 'a word more'],
    ['Ets J. Kabongo', 'Établissements Jean Kabongo', 'an initial'],
  ])('%j and %j: %s', (a, b) => expect(verdictOf(a, b)).toBe('partial_match'))
})

describe('no match', () => {
  test.each([
    ['Banque Alpha Congo', 'Banque Beta Congo', 'the distinguishing word'],
    ['Banque Alpha Congo SA', 'Banque Alpha Gabon SA', 'the country'],
    ['Mosaka Services', 'Comptoir du Pool', 'everything'],
    ['Congo', 'Banque Alpha Congo', 'less than half is there'],
    ['Garage 2000', 'Garage 2001', 'a number'],
    ['SARL', 'Mosaka Services SARL', 'nothing but the form'],
    ['', 'Mosaka Services SARL', 'nothing'],
    ['…', '…', 'no word'],
  ])('%j and %j: %s', (a, b) => expect(verdictOf(a, b)).toBe('no_match'))
})

describe('any name', () => {
  const legalName = fc
    .array(fc.oneof(fc.constantFrom(...legalNameWords), fc.string({ maxLength: 12 })), { maxLength: 9 })
    .map((words) => words.join(' '))

  test('has a symmetric comparison that never throws', () => {
    fc.assert(
      fc.property(legalName, legalName, (a, b) => {
        expect(verdictOf(a, b)).toBe(verdictOf(b, a))
      }),
    )
  })

  test('of whole words matches itself, with any form before or after it', () => {
    const word = fc.oneof(fc.constantFrom(...legalNameWords), fc.stringMatching(/^[a-z]{6,12}$/))
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(words, fc.constantFrom('SARL', 'S.A.', 'ets', 'ASBL'), (name, form) => {
        expect(verdictOf(`${form} Okapi ${name}`, `Okapi ${name} ${form}`)).toBe('match')
      }),
    )
  })

  test('of a property name of all objects matches itself', () => {
    expect(verdictOf('Constructor Mosaka SARL', 'constructor mosaka')).toBe('match')
  })

  test('of extreme length is compared quickly', () => {
    const long = 'kongo mining '.repeat(5_000)
    expect(verdictOf(long, `${long}x`)).not.toBe('match')
  })
})

test('generated pairs of each category get their verdict', () => {
  const random = seededRandom(20_260_302)
  const wrong: string[] = []
  for (let round = 0; round < 2_000; round++) {
    for (const { category, a, b, verdict } of legalNamePairs(random)) {
      const found = verdictOf(a, b)
      if (found !== verdict) wrong.push(`${category}: ${a} / ${b} is ${found}`)
    }
  }
  expect(wrong).toEqual([])
})
