import { isDeepStrictEqual } from 'node:util'
import {
  openScreener,
  openSubjectIndex,
  type ScreenedSubject,
  type SubjectMatch,
} from '@nani/engines/screening/index.ts'
import { atMost, type Figure, figure } from './figures.ts'
import { indexed } from './list-files.ts'
import { changedEntries, drawSubjects } from './monitored-people.ts'

const subjectCount = 100_000
const checked = 2_000
const threshold = 0.8

/** The UN change of 2025 among monitored people, and whether it equals screening everyone again. */
export const runMonitoring = async (data: string, seed: number): Promise<Figure[]> => {
  const days = ['2025-04-19', '2025-11-20'] as const
  const entries = (await changedEntries(data, days)).map((entry, id) => indexed(id, entry))
  const subjects = await drawSubjects(data, days, subjectCount, seed)
  console.log(
    `\nMonitoring, ${subjectCount} subjects, ${entries.length} entries of the UN list added or changed in 2025`,
  )
  const index = openSubjectIndex({ workers: 2 })
  const loading = performance.now()
  await index.load(batchesOf(subjects))
  const figures = [figure('subjects indexed in', `${((performance.now() - loading) / 1_000).toFixed(1)} s`)]
  const searching = performance.now()
  const found = await index.searchEntries(entries, { threshold: threshold })
  const seconds = (performance.now() - searching) / 1_000
  figures.push(
    figure(
      'the change searched among the subjects',
      `${seconds.toFixed(2)} s, ${found.length} matches`,
      atMost(seconds, 5, ' s'),
    ),
    await compareWithScreening(subjects, entries, found),
  )
  await index.close()
  return figures
}

const batchesOf = function* (subjects: readonly ScreenedSubject[]) {
  for (let at = 0; at < subjects.length; at += 1_000)
    yield subjects.slice(at, at + 1_000).map((subject, place) => ({ number: at + place, subject }))
}

/** Screens every found person, and a sample of the others, against the changed entries. */
const compareWithScreening = async (
  subjects: readonly ScreenedSubject[],
  entries: Parameters<ReturnType<typeof openSubjectIndex>['searchEntries']>[0],
  found: readonly SubjectMatch[],
): Promise<Figure> => {
  const numbers = new Set([
    ...found.map(({ subject }) => subject),
    ...Array.from({ length: checked }, (_, at) => at * 17),
  ])
  const screener = openScreener({ workers: 2 })
  await screener.load('everyone', [entries])
  const list = [...numbers]
  const answers = await screener.searchMany(
    list.map((number) => subjects[number]!),
    { audience: 'everyone', threshold: threshold, limit: 1_000 },
  )
  await screener.close()
  const pairs = (matches: readonly SubjectMatch[]) =>
    matches.map(({ subject, match }) => `${subject} ${match.entryId} ${match.matchScore}`).sort()
  const again = answers.flatMap((matches, at) => matches.map((match) => ({ subject: list[at]!, match })))
  const isEqual = isDeepStrictEqual(pairs(again), pairs(found))
  return figure(`the same as screening ${list.length} of them again`, isEqual ? 'yes' : 'no', {
    text: 'yes',
    isMet: isEqual,
  })
}
