import { afterEach, expect, test } from 'vitest'
import type { Screener, SearchOptions } from '../screener.ts'
import type { IndexedEntry } from '../subject.ts'
import { entryOf, randomFrom, randomName, subjectOf } from '../testing/people.ts'
import { openScreener } from './open-screener.ts'

const open: Screener[] = []
const openOne = () => {
  const screener = openScreener({ workers: 1 })
  open.push(screener)
  return screener
}
const everything: SearchOptions = { audience: 'everyone', threshold: 0.7 }
const idsFor = async (screener: Screener, name: string, options: Partial<SearchOptions> = {}) =>
  (await screener.search(subjectOf(name), { ...everything, ...options })).map(({ entryId }) => entryId)

afterEach(async () => {
  await Promise.all(open.splice(0).map((screener) => screener.close()))
})

test('an entry of several names is one match, with the name that matched best', async () => {
  const screener = openOne()
  const names: IndexedEntry['names'] = [
    { name: 'Kasongo Ilunga', kind: 'primary', script: 'Latn' },
    { name: 'Jean Kasongo Ilunga', kind: 'alias', script: 'Latn' },
  ]
  await screener.load('everyone', [[entryOf(7, '', { names }), entryOf(8, 'Olga Petrova')]])
  const matches = await screener.search(subjectOf('Ilunga Kasongo Jean'), everything)
  expect(matches).toHaveLength(1)
  expect(matches[0]).toMatchObject({ entryId: 7, matchedName: 'Jean Kasongo Ilunga' })
})

test('the best matches come first, up to the limit', async () => {
  const screener = openOne()
  await screener.load('everyone', [[entryOf(1, 'Patrice Mukendy'), entryOf(2, 'Patrice Mukendi')]])
  expect(await idsFor(screener, 'Patrice Mukendi')).toEqual([2, 1])
  expect(await idsFor(screener, 'Patrice Mukendi', { limit: 1 })).toEqual([2])
})

test('the limit applies to each list: one with many namesakes never hides an entry of another', async () => {
  const screener = openOne()
  const namesakes = Array.from({ length: 5 }, (_, at) => entryOf(at + 1, 'Patrice Mukendi', { list: 9 }))
  await screener.load('everyone', [[...namesakes, entryOf(6, 'Patrice Mukendy', { list: 1 })]])
  expect(await idsFor(screener, 'Patrice Mukendi', { limit: 2 })).toEqual([1, 2, 6])
})

test('a name is found whatever its word boundaries', async () => {
  const screener = openOne()
  await screener.load('everyone', [[entryOf(1, 'SINDHI, Abdurahman'), entryOf(2, 'Kim Tong-ho')]])
  expect(await idsFor(screener, 'SindhiAbdurahman')).toEqual([1])
  expect(await idsFor(screener, 'Kimt Ongho')).toEqual([2])
})

test('a search uses only the given lists', async () => {
  const screener = openOne()
  const entries = [3, 4].map((list) => entryOf(list, 'Patrice Mukendi', { list }))
  await screener.load('everyone', [entries])
  expect(await idsFor(screener, 'Patrice Mukendi', { lists: [4] })).toEqual([4])
  expect(await idsFor(screener, 'Patrice Mukendi', { lists: [] })).toEqual([])
})

test('only sandbox screenings find sandbox entries, and both find the others', async () => {
  const screener = openOne()
  await screener.load('everyone', [[entryOf(1, 'Patrice Mukendi')]])
  await screener.load('sandbox', [[entryOf(2, 'Patrice Mukendi')]])
  expect(await idsFor(screener, 'Patrice Mukendi')).toEqual([1])
  expect(await idsFor(screener, 'Patrice Mukendi', { audience: 'sandbox' })).toEqual([1, 2])
  await screener.load('sandbox', [])
  expect(await idsFor(screener, 'Patrice Mukendi', { audience: 'sandbox' })).toEqual([1])
})

test('a few changed entries are indexed without a thread, and many in one', async () => {
  let threads = 0
  const count = () => {
    threads++
  }
  process.on('worker', count)
  try {
    const screener = openOne()
    const random = randomFrom(5)
    const few = Array.from({ length: 20 }, (_, at) => entryOf(at + 1, randomName(random)))
    await screener.load('everyone', [few])
    await screener.applyDelta('everyone', { added: [entryOf(21, 'Zbigniew Brzezinski')], removed: [] })
    expect(await idsFor(screener, 'Zbigniew Brzezinski')).toEqual([21])
    // The one that searches.
    expect(threads).toBe(1)
    const many = Array.from({ length: 400 }, (_, at) => entryOf(at + 100, randomName(random)))
    await screener.applyDelta('everyone', { added: many, removed: [] })
    expect(await idsFor(screener, 'Zbigniew Brzezinski')).toEqual([21])
    expect(threads).toBe(2)
    expect(screener.stats().records).toBe(421)
  } finally {
    process.off('worker', count)
  }
})

test('the number of a document finds its holder under any name', async () => {
  const screener = openOne()
  const identifiers = [{ type: 'passport', value: 'OB 123-4567', country: 'COD' }]
  await screener.load('everyone', [[entryOf(5, 'Olga Petrova', { identifiers }), entryOf(6, 'Ivan Petrov')]])
  const subject = subjectOf('Grace Bongo', {
    identifiers: [{ type: 'passport', value: 'OB1234567', country: null }],
  })
  expect(await screener.search(subject, everything)).toMatchObject([{ entryId: 5 }])
})

test('a removed entry is no longer found, and a replaced one is found in its new form', async () => {
  const screener = openOne()
  await screener.load('everyone', [[entryOf(1, 'Olga Petrova'), entryOf(2, 'Ivan Petrov')]])
  await screener.applyDelta('everyone', { added: [entryOf(2, 'Grace Bongo')], removed: [1] })
  expect(await idsFor(screener, 'Olga Petrova')).toEqual([])
  expect(await idsFor(screener, 'Ivan Petrov')).toEqual([])
  expect(await idsFor(screener, 'Grace Bongo')).toEqual([2])
  await screener.applyDelta('everyone', { added: [], removed: [2] })
  expect(await idsFor(screener, 'Grace Bongo')).toEqual([])
  expect(screener.stats().records).toBe(0)
})

test('an updated index returns the same as a newly built one', async () => {
  const random = randomFrom(11)
  const entries = Array.from({ length: 600 }, (_, id) => entryOf(id, randomName(random)))
  const [updated, rebuilt] = [openOne(), openOne()]
  await updated.load('everyone', [entries.slice(0, 300)])
  for (let at = 300; at < 600; at += 60)
    await updated.applyDelta('everyone', {
      added: entries.slice(at, at + 60),
      removed: [at - 300, at - 299, at - 10],
    })
  const removed = new Set([0, 60, 120, 180, 240].flatMap((at) => [at, at + 1, at + 290]))
  await rebuilt.load('everyone', [entries.filter(({ entryId }) => !removed.has(entryId))])
  const subjects = Array.from({ length: 80 }, () => subjectOf(randomName(random)))
  const answers = await updated.searchMany(subjects, everything)
  expect(answers).toEqual(await rebuilt.searchMany(subjects, everything))
  expect(answers.some((matches) => matches.length > 3)).toBe(true)
})

test('updates are merged into a new base while searches and further updates continue', async () => {
  const screener = openOne()
  const named = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => entryOf(from + at, `Grace Bongo ${from + at}`))
  await screener.load('everyone', [named(0, 10)])
  // More than a small delta: the merge starts, and the next update comes during it.
  await screener.applyDelta('everyone', { added: named(10, 2_100), removed: [] })
  await screener.applyDelta('everyone', { added: [entryOf(9_999, 'Olga Petrova')], removed: [3, 12] })
  expect(await idsFor(screener, 'Olga Petrova')).toEqual([9_999])
  await screener.settled()
  expect(screener.stats()).toMatchObject({ records: 2_099, segments: 2 })
  expect(await idsFor(screener, 'Olga Petrova')).toEqual([9_999])
  expect(await idsFor(screener, 'Grace Bongo 12', { limit: 1, threshold: 0.98 })).not.toEqual([12])
})

test('many searches return the results of single searches, in their order', async () => {
  const screener = openOne()
  await screener.load('everyone', [[entryOf(1, 'Olga Petrova'), entryOf(2, 'Grace Bongo')]])
  const names = Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? 'Olga Petrova' : 'Grace Bongo'))
  const answers = await screener.searchMany(
    names.map((name) => subjectOf(name)),
    everything,
  )
  expect(answers.map((matches) => matches[0]?.entryId)).toEqual(
    names.map((name) => (name[0] === 'O' ? 1 : 2)),
  )
})

test('an empty index finds no entry, and names without letters match no entry', async () => {
  const screener = openOne()
  expect(await idsFor(screener, 'Olga Petrova')).toEqual([])
  await screener.load('everyone', [[entryOf(1, '…'), entryOf(2, '')]])
  expect(await idsFor(screener, '\ud800 🙂')).toEqual([])
})
