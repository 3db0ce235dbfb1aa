import { afterEach, expect, test } from 'vitest'
import type { FaceSearch } from './face-search.ts'
import { type FaceSearchOptions, openFaceSearch } from './open-face-search.ts'
import { cosineOf, SourceInMemory, templateOf } from './testing/people.ts'

const dimensions = 64
const modelId = 'a-model'
const opened: FaceSearch[] = []
const person = (seed: number) => ({ id: seed, vector: templateOf(seed, dimensions) })
const photographOf = (seed: number, share = 0.7) => ({
  modelId,
  vector: templateOf(100_000 + seed, dimensions, { vector: person(seed).vector, share }),
})

const open = async (source: SourceInMemory, options: Partial<FaceSearchOptions> = {}) => {
  const search = await openFaceSearch({
    modelId,
    dimensions,
    source,
    workers: 1,
    slabRows: 1_024,
    ...options,
  })
  opened.push(search)
  return search
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((search) => search.close()))
})

const sourceOf = (people: number) => {
  const source = new SourceInMemory()
  source.tell(...Array.from({ length: people }, (_, index) => person(index + 1)))
  return source
}

test('the most similar come first with their cosines, in the requested number', async () => {
  const source = sourceOf(2_500)
  const search = await open(source)
  await search.catchUp()
  const photograph = photographOf(1_777)
  const found = await search.search(photograph, 5)
  const truth = [...source.templates]
    .map(([id, vector]) => ({ id, cosine: cosineOf(vector, photograph.vector) }))
    .sort((a, b) => b.cosine - a.cosine)
  expect(found).toHaveLength(5)
  expect(found[0]?.id).toBe(1_777)
  for (const [rank, { cosine }] of found.entries()) expect(cosine).toBeCloseTo(truth[rank]!.cosine, 2)
  expect(search.stats()).toMatchObject({ templates: 2_500, version: 2_500 })
})

test('enrolled people are found and revoked people are not, after catching up', async () => {
  const source = sourceOf(10)
  const search = await open(source)
  await search.catchUp()
  source.tell({ id: 3, vector: null }, person(11))
  expect((await search.search(photographOf(3), 1))[0]?.id).toBe(3)
  await search.catchUp()
  expect((await search.search(photographOf(3), 20)).map(({ id }) => id)).not.toContain(3)
  expect((await search.search(photographOf(11), 1))[0]?.id).toBe(11)
  expect(search.stats()).toMatchObject({ templates: 10, version: 12 })
})

test('all templates are read once, then only changes', async () => {
  const source = sourceOf(10)
  const search = await open(source)
  await search.catchUp()
  source.tell(...[11, 12, 13, 14].map(person))
  await search.catchUp()
  expect(source.reads).toEqual(['all', 'since 10', 'since 10', 'since 13', 'since 14'])
})

test('concurrent calls to catch up share their reads, and each sees the earlier changes', async () => {
  const source = sourceOf(5)
  const search = await open(source)
  const first = search.catchUp()
  source.tell(person(6))
  await Promise.all([search.catchUp(), search.catchUp(), search.catchUp()])
  await first
  expect(search.stats().templates).toBe(6)
  expect(source.reads.filter((read) => read === 'all')).toHaveLength(1)
  expect(source.reads.length).toBeLessThan(6)
})

test('a failing source fails the call, and the next call works', async () => {
  const source = sourceOf(5)
  const search = await open(source)
  const { readAll } = source
  source.readAll = () => Promise.reject(new Error('the database is away'))
  await expect(search.catchUp()).rejects.toThrow('away')
  source.readAll = readAll
  await search.catchUp()
  expect(search.stats().templates).toBe(5)
})

test('several threads find the same as one', async () => {
  const source = sourceOf(45_000)
  const [one, three] = [await open(source), await open(source, { workers: 3, slabRows: 4_096 })]
  await Promise.all([one.catchUp(), three.catchUp()])
  for (const seed of [1, 22_000, 45_000, 70_000]) {
    const photograph = photographOf(seed)
    expect(await three.search(photograph, 10)).toEqual(await one.search(photograph, 10))
  }
})

test('sketches find the same people first; revoked people and old templates are not found', async () => {
  const people = 45_000
  const source = sourceOf(people)
  const [exact, sketched] = [await open(source), await open(source, { sketched: true, slabRows: 8_192 })]
  await Promise.all([exact.catchUp(), sketched.catchUp()])
  for (const seed of [1, 8_192, 8_193, people]) {
    const photograph = photographOf(seed, 0.6)
    const [found] = await sketched.search(photograph, 5)
    expect(found).toEqual((await exact.search(photograph, 5))[0])
    expect(found!.id).toBe(seed)
  }
  source.tell({ id: 1, vector: null }, { id: 2, vector: person(people + 1).vector })
  await sketched.catchUp()
  expect((await sketched.search(photographOf(1), 100)).map(({ id }) => id)).not.toContain(1)
  expect((await sketched.search(photographOf(2), 1))[0]?.id).not.toBe(2)
  expect((await sketched.search(photographOf(people + 1), 1))[0]?.id).toBe(2)
})

test('without enrolled people no one is found', async () => {
  const search = await open(sourceOf(0))
  await search.catchUp()
  expect(await search.search(photographOf(1), 5)).toEqual([])
})

test('a template of another model is not searched', async () => {
  const search = await open(sourceOf(1))
  await expect(search.search({ ...photographOf(1), modelId: 'another' }, 1)).rejects.toThrow('another')
  await expect(search.search(photographOf(1), 0)).rejects.toThrow('0 candidates')
})

test('searches beyond the queue limit are refused as overloaded', async () => {
  const search = await open(sourceOf(10), { maxWaiting: 2 })
  await search.catchUp()
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => search.search(photographOf(1), 1)),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(7)
  expect(refused[0]).toMatchObject({ reason: { code: 'overloaded' } })
})
