import type { IndexedEntry } from '@nani/engines/screening/index.ts'
import { describe, expect, test } from 'vitest'
import type { Audience, ChangePage, IndexEntry, ListVersion } from '../../risk/lists/index.ts'
import { testVersion } from '../../testing/screening-sources.ts'
import { type ListIndexDependencies, openListIndex } from './list-index.ts'

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

/** Lists in memory that a test changes, and an index that shows its content. */
const world = (first: IndexEntry[]) => {
  let change = 1
  let entries = first
  let reached = 0
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
      // One more at each call, as if every change came after the previous one was read.
      latestChange: async () => {
        reached = Math.min(reached + 1, change)
        return reached
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
  test('contains the entries of the start, separately for each audience', async () => {
    const lists = world([entry(1), entry(2, 'sandbox')])
    const index = await openListIndex(lists.dependencies)
    expect([lists.ids('everyone'), lists.ids('sandbox')]).toEqual([[1], [2]])
    expect(lists.held.everyone.get(1)).toMatchObject({ list: 1, names: [{ name: 'Name 1' }] })
    expect((await index.currentVersions('production')).map(({ label }) => label)).toEqual(['un of a day'])
    expect((await index.currentVersions('sandbox')).map(({ label }) => label)).toContain('shipped')
    await index.stop()
  })

  test('applies a change together with its version', async () => {
    const [one, two] = [entry(1), entry(2)]
    const lists = world([one, two])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(3)], [one], 'the next day')
    lists.announce()
    await settled(() => lists.ids('everyone').join() === '2,3')
    await index.stop()
    expect((await index.currentVersions('production'))[0]?.label).toBe('the next day')
  })

  test('applies a change page by page, and then merges the parts that the last merge left', async () => {
    const [one, two] = [entry(1), entry(2)]
    const lists = world([one, two])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(3), entry(4)], [one, two], 'the next day')
    lists.announce()
    await settled(() => lists.applied.length === 6)
    await index.stop()
    expect(lists.applied).toEqual(['1,2,3', '1,2,3,4', '2,3,4', '3,4', 'settled', '3,4'])
  })

  test('a small change starts no merge', async () => {
    const one = entry(1)
    const lists = world([one])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(2)], [one], 'the next day')
    lists.announce()
    await settled(() => lists.applied.length === 2)
    await index.stop()
    expect(lists.applied).toEqual(['1,2', '2'])
  })

  test('misses no change that comes while another is applied', async () => {
    const lists = world([entry(1)])
    const index = await openListIndex(lists.dependencies)
    lists.change([entry(2)], [], 'a')
    lists.announce()
    lists.change([entry(3)], [], 'b')
    lists.announce()
    await settled(() => lists.ids('everyone').join() === '1,2,3')
    await index.stop()
    // Each change once, and the versions of the later one.
    expect(lists.applied.slice(0, 2)).toEqual(['1,2', '1,2,3'])
    expect((await index.currentVersions('production'))[0]?.label).toBe('b')
  })

  test('misses no change that came during the first load', async () => {
    const lists = world([entry(1)])
    lists.change([entry(2)], [], 'meanwhile')
    const index = await openListIndex(lists.dependencies)
    expect(lists.ids('everyone')).toEqual([1, 2])
    await index.stop()
  })

  test('reports a version only when it contains it', async () => {
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

  test('retries after a failure, and keeps its content until then', async () => {
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

  test('repeats work during which it changed, with the new versions', async () => {
    const lists = world([entry(1)])
    const index = await openListIndex(lists.dependencies)
    const worked: string[] = []
    const answer = await index.atVersions('production', async ([version]) => {
      if (worked.length === 0) {
        lists.change([entry(2)], [], 'the next day')
        lists.announce()
        await settled(() => lists.ids('everyone').join() === '1,2')
        await settled(() => lists.applied.length > 0)
        await new Promise((resolve) => setImmediate(resolve))
      }
      worked.push(`${version?.label}: ${lists.ids('everyone').join()}`)
      return worked.at(-1)
    })
    expect(worked).toEqual(['un of a day: 1,2', 'the next day: 1,2'])
    expect(answer).toBe('the next day: 1,2')
    await index.stop()
  })

  test('runs work once without changes, and three times during constant changes', async () => {
    const lists = world([entry(1)])
    const index = await openListIndex(lists.dependencies)
    let times = 0
    await index.atVersions('production', async () => times++)
    expect(times).toBe(1)
    await index.atVersions('production', async () => {
      times++
      const label = `day ${times}`
      lists.change([entry(times)], [], label)
      lists.announce()
      for (let turn = 0; turn < 100; turn++) {
        if ((await index.currentVersions('production'))[0]?.label === label) break
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    expect(times).toBe(4)
    await index.stop()
  })
})
