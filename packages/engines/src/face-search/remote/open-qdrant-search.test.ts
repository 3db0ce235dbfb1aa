import { afterEach, expect, test } from 'vitest'
import { SourceInMemory, templateOf } from '../testing/people.ts'
import { startQdrant } from '../testing/qdrant-in-memory.ts'
import { openQdrantSearch, type QdrantSearchOptions } from './open-qdrant-search.ts'

const dimensions = 32
const modelId = 'a-model'
const apiKey = 'a-key'
const closing: { close(): Promise<void> }[] = []

afterEach(async () => {
  // Closes in the reverse order of opening.
  for (const one of closing.splice(0).reverse()) await one.close()
})

const start = async () => {
  const qdrant = await startQdrant({ apiKey })
  closing.push(qdrant)
  const open = async (source: SourceInMemory, options: Partial<QdrantSearchOptions> = {}) => {
    const search = await openQdrantSearch({
      url: qdrant.url,
      apiKey,
      timeoutMs: 5_000,
      modelId,
      dimensions,
      source,
      collection: 'faces',
      feeds: true,
      ...options,
    })
    closing.push(search)
    return search
  }
  return { qdrant, open }
}

const person = (id: number) => ({ id, vector: templateOf(id, dimensions) })
const photographOf = (id: number) => ({
  modelId,
  vector: templateOf(1_000 + id, dimensions, { vector: person(id).vector, share: 0.8 }),
})

test('all templates of the source are written there, and the most similar come first', async () => {
  const { open } = await start()
  const source = new SourceInMemory()
  source.tell(...[1, 2, 3, 4, 5].map(person))
  const search = await open(source)
  await search.catchUp()
  const found = await search.search(photographOf(4), 3)
  expect(found).toHaveLength(3)
  expect(found[0]).toMatchObject({ id: 4 })
  expect(found[0]!.cosine).toBeGreaterThan(found[1]!.cosine)
  expect(search.stats()).toMatchObject({ templates: 5, version: 5 })
})

test('revoked people are removed, and later ones are added', async () => {
  const { open } = await start()
  const source = new SourceInMemory()
  source.tell(person(1), person(2))
  const search = await open(source)
  await search.catchUp()
  source.tell({ id: 1, vector: null }, person(3), person(4), { id: 4, vector: null })
  await search.catchUp()
  const ids = (await search.search(photographOf(1), 10)).map(({ id }) => id)
  expect(ids.sort()).toEqual([2, 3])
})

test('another process continues from the state of the collection', async () => {
  const { qdrant, open } = await start()
  const source = new SourceInMemory()
  source.tell(person(1))
  await (await open(source)).catchUp()
  source.tell(person(2))
  const before = qdrant.asked.length
  const other = await open(source)
  await other.catchUp()
  expect(source.reads.filter((read) => read === 'all')).toHaveLength(1)
  expect(qdrant.asked.slice(before)).not.toContain('DELETE /collections/faces')
  expect(other.stats()).toMatchObject({ templates: 2, version: 2 })
})

test('an interrupted load starts again, without the templates that it had written', async () => {
  const { qdrant, open } = await start()
  const source = new SourceInMemory()
  source.tell(person(1), person(2))
  const search = await open(source)
  const { readAll } = source
  source.readAll = async () => ({
    version: 2,
    batches: (async function* () {
      yield [person(1)]
      throw new Error('the database is away')
    })(),
  })
  await expect(search.catchUp()).rejects.toThrow('away')
  expect(qdrant.collections.get('faces')?.points.has(1)).toBe(true)
  source.tell({ id: 1, vector: null })
  source.readAll = readAll
  await search.catchUp()
  expect((await search.search(photographOf(1), 10)).map(({ id }) => id)).toEqual([2])
})

test('a process that does not write can search and changes no data', async () => {
  const { qdrant, open } = await start()
  const source = new SourceInMemory()
  source.tell(person(1))
  await (await open(source)).catchUp()
  source.tell(person(2))
  const before = qdrant.asked.length
  const reader = await open(source, { feeds: false })
  await reader.catchUp()
  expect(await reader.search(photographOf(2), 5)).toHaveLength(1)
  expect(qdrant.asked.slice(before).some((ask) => /batch|PUT|DELETE/.test(ask))).toBe(false)
})

test('an engine that refuses or does not answer in time is an overload for the caller', async () => {
  const { qdrant, open } = await start()
  const source = new SourceInMemory()
  source.tell(person(1))
  const search = await open(source, { timeoutMs: 200 })
  await search.catchUp()
  qdrant.trouble.status = 500
  await expect(search.search(photographOf(1), 1)).rejects.toMatchObject({ code: 'overloaded' })
  await expect(search.catchUp()).rejects.toThrow('status 500')
  qdrant.trouble.status = 0
  qdrant.trouble.hangs = true
  await expect(search.search(photographOf(1), 1)).rejects.toMatchObject({ code: 'overloaded' })
})

test('a wrong key is reported at the opening', async () => {
  const { open } = await start()
  await expect(open(new SourceInMemory(), { apiKey: 'another' })).rejects.toThrow('status 401')
})

test('templates of another model are not searched', async () => {
  const { open } = await start()
  const search = await open(new SourceInMemory())
  await expect(search.search({ ...photographOf(1), modelId: 'another' }, 1)).rejects.toThrow('another')
})
