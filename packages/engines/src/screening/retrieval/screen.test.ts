import { expect, test } from 'vitest'
import { entryOf, subjectOf } from '../testing/people.ts'
import { SegmentBuilder } from './build-segment.ts'
import { recordOfEntry, recordOfSubject } from './indexed-record.ts'
import { Screen } from './screen.ts'

const threshold = 0.8

const screenOf = (builder: SegmentBuilder): Screen => {
  const screen = new Screen()
  screen.show([{ segmentId: 1, audience: 'everyone', segment: builder.build(), gone: null, goneCount: 0 }])
  return screen
}

type Kind = 'individual' | 'business'

const finds = (name: string, listed: string, kind: Kind = 'individual'): boolean => {
  const builder = new SegmentBuilder()
  builder.add(recordOfEntry({ ...entryOf(1, listed), kind }))
  const subject = { ...subjectOf(name), kind }
  return screenOf(builder).entriesOf(subject, { audience: 'everyone', threshold }).length === 1
}

const isFoundBy = (name: string, listed: string, kind: Kind = 'individual'): boolean => {
  const builder = new SegmentBuilder()
  builder.add(recordOfSubject({ number: 1, subject: { ...subjectOf(name), kind } }))
  return screenOf(builder).subjectsOf({ ...entryOf(1, listed), kind }, threshold).length === 1
}

test.each([
  ['words without vowels that a list writes together', 'ولی جان', 'Walijan'],
  [
    'a name with four further names, in one reading with the name itself',
    'Henri Nsimba Odette Kiala Walter Ingrid',
    'Kiala Nsimba',
  ],
  [
    'a name with a title among further names, in two readings',
    'Henri Prince Nsimba Odette Kiala Ingrid',
    'Kiala Nsimba',
  ],
  ['two words of a listed name of five', 'Kiala Nsimba', 'Henri Nsimba Odette Kiala Walter'],
  ['a title and one name among further names', 'Henri Odette General Nsimba Walter', 'General Nsimba'],
  ['a word twice among further words', 'Nsimba Henri Odette Walter Nsimba', 'Nsimba, Nsimba'],
  [
    'a name of three words at both ends of twenty',
    `Nsimba ${Array.from({ length: 17 }, (_, at) => `Henri${'abcdefghijklmnopq'[at]}`).join(' ')} Ki-ala`,
    'Nsimba, Ki-ala',
  ],
])('%s: found from both sides', (_what, name, listed) => {
  expect(finds(name, listed)).toBe(true)
  expect(isFoundBy(name, listed)).toBe(true)
})

test('two names of one word that need words of both are found from no side', () => {
  expect(finds('ولی کریم', 'Walijan')).toBe(false)
  expect(isFoundBy('ولی کریم', 'Walijan')).toBe(false)
})

test.each([
  ['Minecokin', 'MINES ECONOMIQUES DE KINDU SARL'],
  ['Banorkin SARL', 'BANQUE NORD DE KINDU SARL'],
])('%s, made of the beginnings of the words of a company, finds it from both sides', (name, listed) => {
  expect(finds(name, listed, 'business')).toBe(true)
  expect(isFoundBy(name, listed, 'business')).toBe(true)
  expect(finds(listed, name, 'business')).toBe(true)
  expect(isFoundBy(listed, name, 'business')).toBe(true)
})

test.each([
  ['Minkivu', 'MINES ECONOMIQUES DE KINDU SARL'],
  ['Banokil', 'BANQUE NORD DE KINDU'],
])('%s is made of other words', (name, listed) => {
  expect(finds(name, listed, 'business')).toBe(false)
})
