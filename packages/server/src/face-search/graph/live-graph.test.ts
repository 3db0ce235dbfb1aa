import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../core/index.ts'
import { createVault } from '../../storage/index.ts'
import type { FaceSearch } from '../face-search.ts'
import { openFaceSearch } from '../open-face-search.ts'
import { SourceInMemory, templateOf } from '../testing/people.ts'
import type { GraphOptions } from './live-graph.ts'

const dimensions = 128
const modelId = 'a-model'
const people = 1_500
let directory = ''
const opened: FaceSearch[] = []
const failures: unknown[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'nani-graph-test-'))
  failures.length = 0
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((search) => search.close()))
  await rm(directory, { recursive: true, force: true })
})

const sealedFile = () => join(directory, 'sealed')
const mapped = async () =>
  (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.usearch'))
const person = (id: number) => ({ id, vector: templateOf(id, dimensions) })
const photographOf = (id: number) => ({
  modelId,
  vector: templateOf(100_000 + id, dimensions, { vector: person(id).vector, share: 0.7 }),
})
const sourceOf = (count: number) => {
  const source = new SourceInMemory()
  source.tell(...Array.from({ length: count }, (_, index) => person(index + 1)))
  return source
}

const open = async (source: SourceInMemory, graph: Partial<GraphOptions> = {}) => {
  const search = await openFaceSearch({
    modelId,
    dimensions,
    source,
    workers: 1,
    slabRows: 1_024,
    graph: {
      name: 'test',
      sealedFile: sealedFile(),
      mappedDirectory: directory,
      vault: createVault(Buffer.alloc(32, 7), 'faces', seededRandom('graph')),
      breadth: 128,
      growBy: 1_000,
      onFailure: (error) => failures.push(error),
      ...graph,
    },
  })
  opened.push(search)
  return search
}

const firstOf = async (search: FaceSearch, id: number) => (await search.search(photographOf(id), 3))[0]?.id
const everyFound = async (search: FaceSearch, ids: readonly number[]) => {
  for (const id of ids) expect(await firstOf(search, id)).toBe(id)
}

test('the graph finds its people, and the scan finds later ones', async () => {
  const source = sourceOf(people)
  const search = await open(source)
  await search.catchUp()
  await everyFound(search, [1, 700, people])
  await search.save()
  expect(await mapped()).toHaveLength(1)
  source.tell(person(people + 1))
  await search.catchUp()
  await everyFound(search, [1, 2, 500, 1_023, 1_024, 1_025, people, people + 1])
  expect(failures).toEqual([])
})

test('a revoked person is found neither in the graph nor outside it', async () => {
  const source = sourceOf(people)
  const search = await open(source)
  await search.catchUp()
  await search.save()
  source.tell(person(people + 1), person(people + 2))
  await search.catchUp()
  source.tell({ id: 5, vector: null }, { id: people + 1, vector: null })
  await search.catchUp()
  for (const id of [5, people + 1]) {
    expect((await search.search(photographOf(id), 100)).map(({ id }) => id)).not.toContain(id)
  }
  await everyFound(search, [6, people + 2])
})

test('a person who enrolled again is found by the new template, and not by the old one', async () => {
  const source = sourceOf(people)
  const search = await open(source)
  await search.catchUp()
  await search.save()
  source.tell({ id: 5, vector: templateOf(70_000, dimensions) })
  await search.catchUp()
  const [found] = await search.search({ modelId, vector: templateOf(70_000, dimensions) }, 1)
  expect(found).toEqual({ id: 5, cosine: expect.closeTo(1, 2) })
  expect((await search.search(photographOf(5), 1))[0]?.cosine).toBeLessThan(0.7)
})

test('a graph is extended by later people while searches continue', async () => {
  const source = sourceOf(people)
  const search = await open(source)
  await search.catchUp()
  await search.save()
  const bytes = search.stats().bytes
  source.tell(...Array.from({ length: 1_100 }, (_, index) => person(people + 1 + index)))
  await search.catchUp()
  await everyFound(search, [1, people + 600])
  await search.save()
  await everyFound(search, [1, people, people + 1, people + 600, people + 1_100])
  expect(search.stats()).toMatchObject({ templates: people + 1_100 })
  expect(search.stats().bytes).toBeGreaterThan(bytes)
})

test('the next process uses a saved graph: it builds none, and people revoked meanwhile are not found', async () => {
  const source = sourceOf(people)
  const before = await open(source)
  await before.catchUp()
  await before.save()
  await before.close()
  opened.length = 0
  source.tell({ id: 9, vector: null }, person(people + 1))
  const search = await open(source, { growBy: 1_000_000 })
  expect(await mapped()).toHaveLength(1)
  expect(await search.search(photographOf(9), 3)).toEqual([])
  await search.catchUp()
  await everyFound(search, [1, 8, 10, people, people + 1])
  expect((await search.search(photographOf(9), 100)).map(({ id }) => id)).not.toContain(9)
})

test('a saved file is encrypted: no template and no id is readable', async () => {
  const search = await open(sourceOf(people))
  await search.catchUp()
  await search.save()
  const sealed = await readFile(sealedFile())
  const [name] = await mapped()
  const plain = await readFile(join(directory, name!))
  expect(plain.length).toBeGreaterThan(people * dimensions)
  for (let at = 0; at < plain.length - 64; at += 997) {
    expect(sealed.includes(plain.subarray(at, at + 64))).toBe(false)
  }
})

test.each([
  ['another key', { vault: createVault(Buffer.alloc(32, 8), 'faces', seededRandom('other')) }],
  ['another name', { name: 'another' }],
  ['the end missing', {}],
])(
  'a saved graph that does not open (%s) is reported, and every face is found without it',
  async (what, other) => {
    const source = sourceOf(people)
    const before = await open(source)
    await before.catchUp()
    await before.save()
    if (what === 'the end missing') {
      const sealed = await readFile(sealedFile())
      await writeFile(sealedFile(), sealed.subarray(0, sealed.length - 33))
    }
    const search = await open(source, { growBy: 1_000_000, ...other })
    expect(failures).toHaveLength(1)
    await search.catchUp()
    await everyFound(search, [1, people])
  },
)

test('files of a killed process are removed, and those of running ones are not', async () => {
  const { pid: killed } = spawnSync(process.execPath, ['--version'])
  const others = [`nani-faces-${killed}-a`, `nani-faces-${process.ppid}-b`, 'something-else']
  await Promise.all(others.map((name) => mkdir(join(directory, name))))
  await open(sourceOf(1))
  expect((await readdir(directory)).filter((name) => others.includes(name)).sort()).toEqual(
    others.slice(1).sort(),
  )
})

test('closing removes the opened graph', async () => {
  const search = await open(sourceOf(people))
  await search.catchUp()
  await search.save()
  await search.close()
  expect(await mapped()).toEqual([])
})
