import type pg from 'pg'
import { expect, test } from 'vitest'
import type { Reader, Source } from './queue-source.ts'
import { atLeast, readSource } from './read-source.ts'

const reader: Reader = {
  ...{ name: 'Grace Kalala', nowMs: 0, acts: null, twoPeople: true, disabled: [], reviewProposals: [] },
  declarationOf: () => undefined,
}
const item = {
  ...{ id: 'frd_1', title: 'Case', organization_id: null, waits_for: 'second_person', is_late: false },
  since: '1970-01-01T00:00:00+00:00',
}
const source: Source = { kind: 'dispute', roles: [], text: 'select' }

/** A database that answers one row, and -1 for the counts of all people. */
const databaseOf = (asked: unknown[][]): pg.Pool =>
  ({
    query: async ({ name, values }: { name: string; values: unknown[] }) => {
      asked.push(values)
      return {
        rows: [
          name.endsWith('for-all')
            ? { counts: [-2, 0, -1], items: [] }
            : { counts: [1, 1, 0], items: [item] },
        ],
      }
    },
  }) as unknown as pg.Pool

test('counts that a change between two statements has lowered have what is shown, and are never below zero', async () => {
  const { counts } = await readSource(databaseOf([]), { ...source, countsForAll: 'select' }, 'q', reader)
  expect(counts).toEqual([1, 1, 0])
  expect(atLeast([-1, -1, -1], 0)).toEqual([0, 0, 0])
  // An own proposal, which another person must decide, is counted as less than nothing where no row is shown.
  const without = {
    query: async () => ({ rows: [{ counts: [-1, 0, -1], items: [] }] }),
  } as unknown as pg.Pool
  expect(await readSource(without, source, 'without', reader)).toEqual({ items: [], counts: [0, 0, 0] })
  expect(atLeast([5, 2, 1], 3)).toEqual([5, 2, 1])
})

test('a read that several people share has the name of none of them', async () => {
  const asked: unknown[][] = []
  const database = databaseOf(asked)
  await readSource(database, { ...source, forAll: true }, 'shared', reader)
  await readSource(database, source, 'own', reader)
  expect(asked.map(([name]) => name)).toEqual(['', 'Grace Kalala'])
})

test('readers share a read only where the same proposals count for them', async () => {
  const asked: unknown[][] = []
  const database = databaseOf(asked)
  const ofReviews: Source = {
    ...{ ...source, forAll: true },
    own: ({ reviewProposals }) => [reviewProposals.map(({ subject }) => subject)],
  }
  const proposed = [{ subject: 'rev_1', proposed_by: 'Amina', decision: 'approve' }]
  const read = (reviewProposals: Reader['reviewProposals']) =>
    readSource(database, ofReviews, 'reviews', { ...reader, reviewProposals })
  await Promise.all([read([]), read(proposed), read([]), read(proposed)])
  expect(asked.map((values) => values.at(-1))).toEqual([[], ['rev_1']])
  await read([])
  expect(asked).toHaveLength(3)
})
