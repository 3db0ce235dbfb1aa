import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { comparePersonNames, comparePrepared, prepareName } from './index.ts'
import { maxNameTokens } from './prepare.ts'
import { inventPairs } from './testing/name-variants.ts'

const counter = vi.hoisted(() => ({ relations: 0 }))
vi.mock('./relate.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./relate.ts')>()
  return {
    ...original,
    relate: (...pair: Parameters<typeof original.relate>) => {
      counter.relations++
      return original.relate(...pair)
    },
  }
})
beforeEach(() => {
  counter.relations = 0
})

const invented = inventPairs(20_260, 40)
const inventedName = fc.constantFrom(...invented.flatMap((pair) => [pair.a, pair.b]))
const inventedPair = fc.constantFrom(...invented)
/** Any content of a JSON string, including lone surrogates. */
const anyString = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
})
const nearName = fc
  .array(
    fc.constantFrom(
      'm',
      'n',
      'wa',
      'de',
      'ba',
      'ép',
      'née',
      'dr',
      'al',
      'jean',
      'paul',
      'jeanpaul',
      'jp',
      "d'",
      ',',
      '.',
      '-',
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(' '))
const anyName = fc.oneof(inventedName, anyString, nearName)

describe('comparePersonNames for all names', () => {
  test('returns the same in both directions; similarity is 1 for a match, below 1 otherwise, and never negative', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const forth = comparePersonNames(a, b)
        const back = comparePersonNames(b, a)
        expect(back.verdict).toBe(forth.verdict)
        expect(back.similarity).toBe(forth.similarity)
        if (forth.verdict === 'match') expect(forth.similarity).toBe(1)
        else expect(forth.similarity).toBeLessThanOrEqual(0.999)
        expect(forth.similarity).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2000 },
    )
  })

  test('a name with a letter in it matches itself', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const expected = prepareName(name).componentCount > 0 ? 'match' : 'no_match'
        expect(comparePersonNames(name, name).verdict).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('case and accents never change the verdict', () => {
    fc.assert(
      fc.property(inventedPair, ({ a, b }) => {
        const { verdict } = comparePersonNames(a, b)
        expect(comparePersonNames(a.toUpperCase(), b).verdict).toBe(verdict)
        expect(comparePersonNames(a, b.normalize('NFD').toLowerCase()).verdict).toBe(verdict)
        expect(comparePersonNames(a.normalize('NFD').replace(/\p{M}/gu, ''), b).verdict).toBe(verdict)
      }),
    )
  })

  test('the order of plain components never changes the verdict', () => {
    const plain = inventedPair.filter(
      ({ a, b }) => /^[\p{L} ]+$/u.test(a + b) && !/\b\p{L}{1,3}\b/u.test(a + b),
    )
    const shuffled = plain.chain(({ a, b }) =>
      fc
        .shuffledSubarray(a.split(' '), { minLength: a.split(' ').length })
        .map((words) => ({ a, b, reordered: words.join(' ') })),
    )
    fc.assert(
      fc.property(shuffled, ({ a, b, reordered }) => {
        expect(comparePersonNames(reordered, b).verdict).toBe(comparePersonNames(a, b).verdict)
      }),
    )
  })

  test('a prepared name gives the same answer', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        expect(comparePrepared(prepareName(a), prepareName(b))).toEqual(comparePersonNames(a, b))
      }),
    )
  })
})

describe('bounded work', () => {
  // n² for the table, twice if a spouse is set aside. In each direction, 2n² to find counterparts, and 3n² for runs of
  // two to four neighbours.
  const maxRelations = 12 * maxNameTokens ** 2

  test('the number of word comparisons has an upper bound', () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', 'm', 'e'), minLength: 1, maxLength: 7 }),
      {
        minLength: 20,
        maxLength: 200,
      },
    )
    fc.assert(
      fc.property(words, words, (a, b) => {
        counter.relations = 0
        comparePersonNames(a.join(' '), b.join(' '))
        expect(counter.relations).toBeLessThanOrEqual(maxRelations)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['a megabyte of one letter', 'a'.repeat(1_000_000)],
    ['a megabyte of a ligature that decomposes into eighteen', 'ﷺ'.repeat(1_000_000)],
    ['ten thousand words', Array.from({ length: 10_000 }, (_, index) => `w${index.toString(26)}`).join(' ')],
    ['ten thousand hyphens', 'a-'.repeat(10_000)],
    ['ten thousand commas', 'dr,'.repeat(10_000)],
    ['ten thousand lone surrogates', '\ud800'.repeat(10_000)],
  ])('%s', (_, name) => {
    expect(prepareName(name).tokens.length).toBeLessThanOrEqual(maxNameTokens)
    comparePersonNames(name, 'lumbala mokili odile')
    comparePersonNames(name, `x${name}`)
    expect(counter.relations).toBeLessThanOrEqual(2 * maxRelations)
  })
})
