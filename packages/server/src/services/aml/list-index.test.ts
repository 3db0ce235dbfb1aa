import { describe, expect, test } from 'vitest'
import type { Audience, ChangePage, IndexEntry, ListVersion } from '../../lists/index.ts'
import type { IndexedEntry } from '../../screening/index.ts'
import { type ListIndexDependencies, openListIndex } from './list-index.ts'
import { testVersion } from './testing/sources.ts'

const entry = (entryId: number, audience: Audience = 'everyone'): IndexEntry => ({
  entryId,
  list: 'un',
  audience,
  kind: 'individual',
  names: [{ name: `Name ${entryId}`, kind: 'primary', script: 'Latn' }],
  birthDates: [],
  genders: [],
  nationalities: [],
  identifiers: [],
})

/** Lists in memory whose changes a test makes, and an index that shows what it holds. */
const world = (first: IndexEntry[]) => {
  let change = 1
  let entries = first
  let told = 0
  const changes: ChangePage[] = []
  let versions: ListVersion[] = [
    testVersion('un', { versionId: 1 }),
    testVersion('un', { versionId: 1, audience: 'sandbox', label: 'shipped' }),
  ]
  let announce = () => {}
  let again: (() => void) | null = null
  let failures = 0
  const errors: unknown[] = []
  const applied: string[] = []
  const held: Record<Audience, Map<number, IndexedEntry>> = { everyone: new Map(), sandbox: new Map() }
  const put = (audience: Audience, added: readonly IndexedEntry[]) => {
    for (const one of added) held[audience].set(one.entryId, one)
  }
  const dependencies: ListIndexDependencies = {
    reader: {
      // One further each time, as if every change came only after the one before it was read.
      latestChange: async () => {
        told = Math.min(told + 1, change)
        return told
      },
      async *readEntries() {
        for (const one of entries) yield [one]
      },
      async *readChanges(from, to) {
        if (failures-- > 0) throw new Error('the database is away')
        // A page for each entry.
        for (const { added, removed } of changes.slice(from - 1, to - 1)) {
          for (const one of added) yield { added: [one], removed: [] }
          for (const one of removed) yield { added: [], removed: [one] }
        }
      },
      currentVersions: async () => versions,
    },
    screener: {
      async load(audience, stream) {
        held[audience].clear()
        for await (const group of stream) put(audience, group)
      },
      async applyDelta(audience, { added, removed }) {
        for (const id of removed) held[audience].delete(id)
        put(audience, added)
        applied.push([...held[audience].keys()].join())
      },
      settled: async () => void applied.push('settled'),
    },
    async listen(onChange) {
      announce = onChange
      return { stop: async () => {} }
    },
    later(work) {
      again = work
      return () => {
        again = null
      }
    },
    onError: (error) => errors.push(error),
  }
  return {
    dependencies,
    errors,
    applied,
    ids: (audience: Audience) => [...held[audience].keys()].sort(),
    held,
    change(added: IndexEntry[], removed: IndexEntry[], label: string) {
      change++
      changes.push({ added, removed })
      entries = [...entries.filter((one) => !removed.includes(one)), ...added]
      versions = versions.map((version) =>
        version.audience === 'everyone' ? { ...version, label, versionId: change } : version,
      )
    },
    announce: () => announce(),
    failNext: (times: number) => {
      failures = times
    },
    retry: () => again?.(),
    hasRetry: () => again !== null,
  }
}

const settled = async (holds: () => boolean) => {
  for (let turn = 0; turn < 100 && !holds(); turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(holds()).toBe(true)
}

describe('the index', () => {
  test('holds what was there at the start, each audience its own', async () => {
    const lists = world([entry(1), entry(2, 'sandbox')])
    const index = await openListIndex(lists.dependencies)
    expect([lists.ids('everyone'), lists.ids('sandbox')]).toEqual([[1], [2]])
    expect(lists.held.everyone.get(1)).toMatchObject({ list: 1, names: [{ name: 'Name 1' }] })
    expect((await index.currentVersions('production')).map(({ label }) => label)).toEqual(['un of a day'])
    expect((await index.currentVersions('sandbox')).map(({ label }) => label)).toContain('shipped')
    await index.stop()
  })

  test('follows a change, and its versions with it', async () => {
    const [one, two] = [entry(1), entry(2)]
    const lists = world([one, two])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(3)], [one], 'the next day')
    lists.announce()
    await settled(() => lists.ids('everyone').join() === '2,3')
    await index.stop()
    expect((await index.currentVersions('production'))[0]?.label).toBe('the next day')
  })

  test('takes a change in page by page, and then has the index merge what its last merge left', async () => {
    const [one, two] = [entry(1), entry(2)]
    const lists = world([one, two])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(3), entry(4)], [one, two], 'the next day')
    lists.announce()
    await settled(() => lists.applied.length === 6)
    await index.stop()
    expect(lists.applied).toEqual(['1,2,3', '1,2,3,4', '2,3,4', '3,4', 'settled', '3,4'])
  })

  test('a small change asks for no merge', async () => {
    const one = entry(1)
    const lists = world([one])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(2)], [one], 'the next day')
    lists.announce()
    await settled(() => lists.applied.length === 2)
    await index.stop()
    expect(lists.applied).toEqual(['1,2', '2'])
  })

  test('misses no change that comes while another is taken in', async () => {
    const lists = world([entry(1)])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(2)], [], 'a')
    lists.announce()
    lists.change([entry(3)], [], 'b')
    lists.announce()
    await settled(() => lists.ids('everyone').join() === '1,2,3')
    await index.stop()
  })

  test('misses no change that came while it was first loaded', async () => {
    const lists = world([entry(1)])
    lists.change([entry(2)], [], 'meanwhile')
    const index = await openListIndex(lists.dependencies)
    expect(lists.ids('everyone')).toEqual([1, 2])
    await index.stop()
  })

  test('is said to stand at no version before it does', async () => {
    const lists = world([entry(1)])
    lists.change([entry(2)], [], 'a')
    lists.change([entry(3)], [], 'b')
    const index = await openListIndex(lists.dependencies)
    expect(lists.ids('everyone')).toEqual([1, 2, 3])
    expect((await index.currentVersions('production'))[0]?.label).toBe('b')
    await index.stop()
    const away = world([entry(1)])
    away.failNext(1)
    const behind = await openListIndex(away.dependencies)
    expect(await behind.currentVersions('sandbox')).toEqual([])
    await behind.stop()
  })

  test('tries again what failed, and keeps what it holds until then', async () => {
    const lists = world([entry(1)])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(2)], [], 'late')
    lists.failNext(1)
    lists.announce()
    await settled(() => lists.hasRetry())
    expect(lists.errors).toHaveLength(1)
    expect(lists.ids('everyone')).toEqual([1])
    expect((await index.currentVersions('production'))[0]?.label).toBe('un of a day')
    lists.retry()
    await settled(() => lists.ids('everyone').join() === '1,2')
    await index.stop()
  })
})
