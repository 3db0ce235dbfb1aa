import type { ListEntry } from '@nani/engines/list-formats/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { importText } from '../testing/import-text.ts'
import { createListReader } from './reader.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query(
    'truncate list_versions, list_entries, list_ftm_entities restart identity cascade',
  )
})

type Properties = Record<string, string[]>
const entity = (id: string, schema: string, properties: Properties, more = {}) => ({
  id,
  caption: properties.name?.[0] ?? schema,
  schema,
  properties,
  referents: [] as string[],
  datasets: ['d'],
  last_seen: '2026-01-15T00:00:00',
  target: schema === 'Person',
  ...more,
})
const person = (id: string, name: string, topics: string[], more = {}) =>
  entity(id, 'Person', { name: [name], topics, nationality: ['cd'] }, more)

const minister = person('Q1', 'Minister', ['role.pep', 'sanction'], { referents: ['old-q1'] })
const wife = person('Q2', 'Wife', ['role.rca'])
const criminal = person('Q3', 'Criminal', ['crime.terror', 'wanted'])
const partner = person('Q4', 'Partner', [], { target: false })
const post = entity('P1', 'Position', { name: ['Minister of Mines'], country: ['cd'] })
const graph = [
  // Links come before the entities that they join. One link names a merged id.
  entity('O1', 'Occupancy', {
    holder: ['old-q1'],
    post: ['P1'],
    startDate: ['2019-01-28'],
    endDate: ['2024'],
  }),
  entity('F1', 'Family', { person: ['Q1'], relative: ['Q2'], relationship: ['wife'] }),
  entity('A1', 'Associate', { person: ['Q1'], associate: ['Q4'] }),
  minister,
  wife,
  criminal,
  partner,
  post,
  entity('X1', 'Address', { full: ['Kinshasa'] }),
  entity('C1', 'Company', { name: ['Crime SA'], topics: ['crime'] }, { target: true }),
]
const lines = (items: object[]) => items.map((item) => JSON.stringify(item)).join('\n')
const peps = (texts: string | string[], more = {}) => importText(database.pool, 'pep', texts, more)
const delta = (...operations: [op: string, entity: object][]) =>
  lines(operations.map(([op, one]) => ({ op, entity: one })))

const entries = async (list: string): Promise<Record<string, ListEntry>> => {
  const { rows } = await database.pool.query<{ entry_id: number }>(
    'select entry_id from list_entries where list_id = $1 and removed_in is null order by reference',
    [list],
  )
  const found = await createListReader(database.pool).findEntries(rows.map(({ entry_id }) => entry_id))
  return Object.fromEntries(found.map(({ entry }) => [entry.reference, entry]))
}

test('PEPs are office holders, relatives and associates; sanction and crime topics are not included', async () => {
  await peps(lines(graph))
  const found = await entries('pep')
  expect(Object.keys(found)).toEqual(['Q1', 'Q2', 'Q4'])
  expect(found.Q1).toMatchObject({
    sanction: null,
    pep: {
      positions: [
        { title: 'Minister of Mines', jurisdiction: 'COD', startDate: '2019-01-28', endDate: '2024' },
      ],
      isInternationalOrganization: false,
      relationship: null,
    },
  })
  expect(found.Q2?.pep).toMatchObject({ positions: [], relationship: { kind: 'family', to: 'Minister' } })
  expect(found.Q4?.pep?.relationship).toEqual({ kind: 'close_associate', to: 'Minister' })
})

test('a watchlist takes every target with its topics, except those listed only for an office or relatives', async () => {
  await importText(database.pool, 'watchlist', lines(graph))
  const found = await entries('watchlist')
  expect(Object.keys(found)).toEqual(['C1', 'Q1', 'Q3'])
  expect(found.Q3).toMatchObject({ pep: null, sanction: { programs: ['crime.terror', 'wanted'] } })
  expect(found.C1?.kind).toBe('business')
})

test('offices of international organizations have no jurisdiction; offices in words have no dates', async () => {
  await peps(
    lines([
      person('Q8', 'Secretary', ['role.pep']),
      entity('P8', 'Position', { name: ['Secretary-General'], topics: ['gov.igo'] }),
      entity('O8', 'Occupancy', { holder: ['Q8'], post: ['P8'] }),
      entity('Q9', 'Person', {
        name: ['Mayor'],
        topics: ['role.pep'],
        country: ['cd'],
        position: ['Maire de Goma'],
      }),
    ]),
  )
  const found = await entries('pep')
  expect(found.Q8?.pep).toMatchObject({
    positions: [{ jurisdiction: null }],
    isInternationalOrganization: true,
  })
  expect(found.Q9?.pep?.positions).toEqual([
    { title: 'Maire de Goma', jurisdiction: 'COD', startDate: null, endDate: null },
  ])
})

test('a delta gives the same list as the whole file, and changes no other entry', async () => {
  await peps(lines(graph))
  const before = await entries('pep')
  const renamed = { ...post, properties: { ...post.properties, name: ['Minister of Finance'] } }
  const deputy = person('Q5', 'Deputy', ['role.pep'])
  const report = await peps(
    [delta(['MOD', renamed], ['DEL', partner], ['DEL', { id: 'A1' }]), '', delta(['ADD', deputy])],
    { acceptDrop: true },
  )
  expect(report).toMatchObject({
    format: 'ftm_delta',
    version: { entries: 3, added: 1, changed: 1, removed: 1 },
  })
  const byDelta = await entries('pep')
  expect(byDelta.Q1?.pep?.positions[0]?.title).toBe('Minister of Finance')
  expect(byDelta.Q2).toEqual(before.Q2)

  await database.pool.query(
    'truncate list_versions, list_entries, list_ftm_entities restart identity cascade',
  )
  const whole = graph.filter(({ id }) => !['P1', 'Q4', 'A1'].includes(id))
  await peps(lines([...whole, renamed, deputy]))
  expect(await entries('pep')).toEqual(byDelta)
})

test.each([
  ['ADD, DEL', [], ['ADD', 'DEL'], false],
  ['DEL, ADD', [], ['DEL', 'ADD'], true],
  ['ADD, DEL, ADD', [], ['ADD', 'DEL', 'ADD'], true],
  ['MOD, DEL of an entry that the list had', ['Q99'], ['MOD', 'DEL'], false],
  ['DEL, MOD of an entry that the list had', ['Q99'], ['DEL', 'MOD'], true],
] as const)('of a delta the last operation of an id wins: %s', async (_what, before, operations, listed) => {
  const somebody = person('Q99', 'Somebody', ['role.pep'])
  await peps(lines([...graph, ...(before.length > 0 ? [somebody] : [])]))
  // Enough other entities in between, so that the operations are in different groups.
  const others = Array.from({ length: 1_000 }, (_, at) => entity(`Z${at}`, 'Position', {}))
  const between = others.map((other): [string, object] => ['ADD', other])
  const steps = operations.flatMap((op): [string, object][] => [[op, somebody], ...between])
  await peps(delta(...steps), { acceptDrop: true })
  expect('Q99' in (await entries('pep'))).toBe(listed)
  await peps(delta(...operations.map((op): [string, object] => [op, somebody]), ['MOD', wife]), {
    acceptDrop: true,
  })
  expect('Q99' in (await entries('pep'))).toBe(listed)
})

test('an entity that a delta changes to an unlisted kind leaves the list', async () => {
  await peps(lines(graph))
  await peps(delta(['MOD', { ...wife, schema: 'Address' }]), { acceptDrop: true })
  expect(Object.keys(await entries('pep'))).toEqual(['Q1', 'Q4'])
})

test('a new name of a person also appears in the entries of relatives', async () => {
  await peps(lines(graph))
  await peps(delta(['MOD', person('Q1', 'Former Minister', ['role.pep'], { referents: ['old-q1'] })]))
  const found = await entries('pep')
  expect(found.Q2?.pep?.relationship?.to).toBe('Former Minister')
  expect(found.Q1?.pep?.positions).toHaveLength(1)
})

test('the whole file after a delta defines the content', async () => {
  await peps(lines(graph))
  await peps(delta(['ADD', person('Q5', 'Deputy', ['role.pep'])]))
  await importText(database.pool, 'pep', lines([...graph, criminal]), { acceptDrop: true })
  expect(Object.keys(await entries('pep'))).toEqual(['Q1', 'Q2', 'Q4'])
})

test('a graph has the newest day in its files; an invalid day gives no date', async () => {
  const seen = (id: string, last_seen: string) => person(id, 'A', ['role.pep'], { last_seen })
  const file = lines([seen('Q1', '2026-02-31'), seen('Q2', 'today'), seen('Q3', '2026-01-16'), minister])
  expect((await peps(file)).version.sourceDate).toBe('2026-01-16')
})

test.each([
  ['without the whole file before it', delta(['ADD', wife]), 'needs an earlier import of the whole file'],
  ['with a line that breaks off', `${lines(graph)}\n{"id":"Q7","sch`, 'line 11'],
  ['with an entity without id', '{"id":"a","schema":"Person"}\n{"schema":"Person"}', 'line 2'],
])('a file %s is refused', async (_what, text, message) => {
  await expect(peps(text)).rejects.toThrow(message)
  expect(await entries('pep')).toEqual({})
})

test('an invalid delta changes neither list nor graph', async () => {
  await peps(lines(graph))
  const before = await entries('pep')
  const broken = `${delta(['MOD', person('Q1', 'Other', ['role.pep'])])}\n{"op":"PUT","entity":{}}`
  await expect(peps(broken)).rejects.toThrow('line 2')
  expect(await entries('pep')).toEqual(before)
  await peps(delta(['ADD', person('Q5', 'Deputy', ['role.pep'])]))
  expect((await entries('pep')).Q1).toEqual(before.Q1)
})
