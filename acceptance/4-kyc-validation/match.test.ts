import { beforeAll, expect, inject, test } from 'vitest'
import { expectRefusal } from '../client/expect-refusal.ts'
import { validate } from '../client/kyc.ts'
import type { BasicKyc, Match } from '../client/shapes.ts'

const { sandbox } = inject('demo')

let person: BasicKyc
beforeAll(async () => {
  person = (await validate(sandbox, '0001')).json.kyc.basic
})

const match = async (claims: Record<string, unknown>): Promise<Match> =>
  (await validate(sandbox, '0001', { match: claims, scopes: [] })).json.match

const withoutAccents = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')

test.each<[string, (name: string) => string]>([
  ['as registered', (name) => name],
  ['in another order', (name) => name.split(' ').reverse().join(' ')],
  ['in upper case', (name) => name.toUpperCase()],
  ['without accents', withoutAccents],
  ['with accents that were not there', (name) => name.replaceAll('a', 'à').replaceAll('e', 'é')],
  ['with hyphens between its parts', (name) => name.split(' ').join('-')],
  ['with a comma and an honorific', (name) => `Mme ${name.split(' ').join(', ')}`],
])('a full_name %s is a match with score 1', async (_, written) => {
  expect(await match({ full_name: written(person.full_name) })).toEqual({
    full_name: 'match',
    date_of_birth: 'not_provided',
    age: 'not_provided',
    score: 1,
  })
})

test.each<[string, (parts: string[]) => string[]]>([
  ['with a part missing', (parts) => parts.slice(0, -1)],
  ['with a part more', (parts) => [...parts, 'Wazekwa']],
  ['with an initial', ([first = '', ...rest]) => [first.charAt(0), ...rest]],
  [
    'with a typing error',
    ([first = '', ...rest]) => [first, ...rest].map((part, n) => (n === 0 ? transposed(part) : part)),
  ],
])('a full_name %s is a partial_match with a score between 0 and 1', async (_, written) => {
  const verdict = await match({ full_name: written(person.full_name.split(' ')).join(' ') })
  expect(verdict.full_name).toBe('partial_match')
  expect(verdict.score).toBeGreaterThan(0)
  expect(verdict.score).toBeLessThan(1)
})

const transposed = (part: string) => part.slice(0, 2) + part.charAt(3) + part.charAt(2) + part.slice(4)

test('a conflicting part, such as a sibling’s first name, is no_match', async () => {
  const parts = person.full_name.split(' ')
  const given = parts.indexOf(person.first_name.split(' ')[0] ?? '')
  const sibling = parts.map((part, n) => (n === given ? 'Bonaventure' : part)).join(' ')
  expect((await match({ full_name: sibling })).full_name).toBe('no_match')
})

test('another name altogether is no_match with score 0', async () => {
  expect(await match({ full_name: 'Xavier Quentin Wolfgang' })).toMatchObject({
    full_name: 'no_match',
    score: 0,
  })
})

test('date_of_birth: equal is a match', async () => {
  expect(await match({ date_of_birth: person.date_of_birth })).toMatchObject({
    date_of_birth: 'match',
    score: 1,
  })
})

test('date_of_birth: exactly one digit different is a partial_match that counts 0.5', async () => {
  const [year, month, day] = person.date_of_birth.split('-') as [string, string, string]
  const otherYear = `${year.slice(0, 3)}${(Number(year[3]) + 1) % 10}`
  expect(await match({ date_of_birth: `${otherYear}-${month}-${day}` })).toMatchObject({
    date_of_birth: 'partial_match',
    score: 0.5,
  })
})

test('date_of_birth: far away is no_match', async () => {
  expect(await match({ date_of_birth: '1901-11-23' })).toMatchObject({ date_of_birth: 'no_match', score: 0 })
})

test('age: equal matches, one year off is partial, more is not', async () => {
  expect(await match({ age: person.age })).toMatchObject({ age: 'match', score: 1 })
  expect(await match({ age: person.age + 1 })).toMatchObject({ age: 'partial_match', score: 0.5 })
  expect(await match({ age: person.age - 1 })).toMatchObject({ age: 'partial_match', score: 0.5 })
  expect(await match({ age: person.age + 2 })).toMatchObject({ age: 'no_match', score: 0 })
})

test('the score is the mean over the claims sent, weighted 0.6, 0.3, 0.1', async () => {
  const { full_name, date_of_birth, age } = person
  expect((await match({ full_name, date_of_birth, age })).score).toBe(1)
  expect((await match({ full_name, date_of_birth: '1901-11-23', age })).score).toBeCloseTo(0.7, 5)
  expect((await match({ full_name: 'Xavier Quentin Wolfgang', date_of_birth })).score).toBeCloseTo(
    0.3 / 0.9,
    3,
  )
  expect((await match({ date_of_birth, age: age + 1 })).score).toBeCloseTo(0.35 / 0.4, 3)
})

test('a claim that is null was not provided', async () => {
  expect(await match({ full_name: null, date_of_birth: person.date_of_birth, age: null })).toEqual({
    full_name: 'not_provided',
    date_of_birth: 'match',
    age: 'not_provided',
    score: 1,
  })
})

test('the age of the record is in whole years on today’s UTC date', () => {
  const [year, month, day] = person.date_of_birth.split('-').map(Number) as [number, number, number]
  const today = new Date()
  const had =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day)
  expect(person.age).toBe(today.getUTCFullYear() - year - (had ? 0 : 1))
})

test.each([
  ['match', 'Kabila'],
  ['match', ['Kabila']],
  ['match.full_name', { full_name: 5 }],
  ['match.date_of_birth', { date_of_birth: '01/02/1990' }],
  ['match.date_of_birth', { date_of_birth: '1990-02-30' }],
  ['match.date_of_birth', { date_of_birth: 19_900_201 }],
  ['match.age', { age: '35' }],
  ['match.age', { age: 35.5 }],
  ['match.age', { age: -1 }],
])('a malformed claim is invalid_request at %s: %j', async (field, claims) => {
  expectRefusal(await validate(sandbox, '0001', { match: claims }), 'invalid_request', { context: { field } })
})
