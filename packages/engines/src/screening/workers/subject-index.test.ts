import { afterEach, expect, test } from 'vitest'
import type { Screener, SubjectIndex, SubjectMatch } from '../screener.ts'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { entryOf, randomFrom, randomName, subjectOf } from '../testing/people.ts'
import { openScreener, openSubjectIndex } from './open-screener.ts'

const open: (Screener | SubjectIndex)[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((index) => index.close()))
})

const order = (a: SubjectMatch, b: SubjectMatch) => a.subject - b.subject || a.match.entryId - b.match.entryId

/** Screens every subject against these entries, one after another. */
const screenEach = async (
  subjects: readonly ScreenedSubject[],
  entries: readonly IndexedEntry[],
  threshold: number,
): Promise<SubjectMatch[]> => {
  const screener = openScreener({ workers: 1 })
  open.push(screener)
  await screener.load('everyone', [entries])
  const answers = await screener.searchMany(subjects, { audience: 'everyone', threshold, limit: 10_000 })
  return answers.flatMap((matches, subject) => matches.map((match) => ({ subject, match }))).sort(order)
}

test.each([1, 2])(
  'searching entries among subjects gives what screening each subject gives (seed %i)',
  async (seed) => {
    const random = randomFrom(seed)
    const numbers = () =>
      random() < 0.1
        ? [{ type: 'passport', value: `OB12345${Math.floor(random() * 10)}`, country: null }]
        : []
    const names = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomName(random))
    const entries = Array.from({ length: 120 }, (_, id) => {
      const listed = names().map((name) => ({ name, kind: 'alias' as const, script: 'Latn' }))
      return entryOf(id, '', { names: listed, identifiers: numbers() })
    })
    const subjects = Array.from({ length: 200 }, () =>
      subjectOf('', { names: names(), identifiers: numbers() }),
    )
    const index = openSubjectIndex({ workers: 1 })
    open.push(index)
    const monitored = subjects.map((subject, number) => ({ number, subject }))
    await index.load([monitored.slice(0, 150)])
    await index.applyDelta({ added: monitored.slice(150), removed: [] })
    const found = (await index.searchEntries(entries, { threshold: 0.6 })).sort(order)
    expect(found.length).toBeGreaterThan(200)
    expect(found).toEqual(await screenEach(subjects, entries, 0.6))
  },
)

test('a subject whose monitor ended is not found', async () => {
  const index = openSubjectIndex({ workers: 1 })
  open.push(index)
  await index.load([
    [
      { number: 1, subject: subjectOf('Olga Petrova') },
      { number: 2, subject: subjectOf('Olga Petrova') },
    ],
  ])
  await index.applyDelta({ added: [], removed: [1] })
  const found = await index.searchEntries([entryOf(9, 'Petrova, Olga')], { threshold: 0.8 })
  expect(found.map(({ subject }) => subject)).toEqual([2])
})
