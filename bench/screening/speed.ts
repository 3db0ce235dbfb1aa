import {
  type IndexedEntry,
  openScreener,
  type ScreenedSubject,
  type Screener,
} from '@nani/engines/screening/index.ts'
import { atLeast, atMost, type Figure, figure, quantile } from './figures.ts'
import { readCleanNames } from './list-files.ts'
import { randomFrom } from './perturb.ts'
import { invented, realEntries, searches } from './population.ts'

const options = { audience: 'everyone' as const, threshold: 0.8 }
const queries = 2_000
const batchSize = 10_000

/** One after another, through the event loop and one worker. */
const latencies = async (screener: Screener, subjects: readonly ScreenedSubject[]): Promise<number[]> => {
  const times: number[] = []
  for (const subject of subjects) {
    const before = performance.now()
    await screener.search(subject, options)
    times.push(performance.now() - before)
  }
  return times.sort((a, b) => a - b)
}

const reportLatency = (what: string, times: readonly number[], p50: number, p99: number): Figure[] =>
  (
    [
      [0.5, p50],
      [0.99, p99],
    ] as const
  ).map(([of, target]) => {
    const value = quantile(times, of)
    return figure(`${what}, p${100 * of} of a search`, `${value.toFixed(2)} ms`, atMost(value, target, ' ms'))
  })

const reportBatch = async (
  what: string,
  screener: Screener,
  subjects: readonly ScreenedSubject[],
): Promise<Figure> => {
  const before = performance.now()
  await screener.searchMany(subjects, options)
  const perSecond = (1_000 * subjects.length) / (performance.now() - before)
  return figure(
    `${what}, ${subjects.length} screenings as a batch`,
    `${perSecond.toFixed(0)} a second`,
    atLeast(perSecond, 200),
  )
}

/** Real names: the time to index 40,000, and searches among 42,000. */
export const runSpeed = async (data: string, seed: number): Promise<Figure[]> => {
  const entries = await realEntries(data, 42_000)
  console.log(`\nSpeed, ${entries.length} real names`)
  const clean = readCleanNames(data)
    .slice(10_000)
    .map(({ name }) => name)
  const subjects = searches(entries, clean, batchSize, randomFrom(seed))
  const screener = openScreener({ workers: 1 })
  const seconds = Math.min(await timeToLoad(screener, entries), await timeToLoad(screener, entries))
  const figures = [
    figure(
      '40,000 names indexed, thread and copying included, the better of two',
      `${seconds.toFixed(2)} s`,
      atMost(seconds, 1, ' s'),
    ),
  ]
  await screener.load('everyone', [entries])
  await screener.searchMany(subjects.slice(0, 500), options)
  figures.push(...reportLatency('42,000 names', await latencies(screener, subjects.slice(0, queries)), 3, 15))
  figures.push(figure('shared memory', `${(screener.stats().bytes / 1e6).toFixed(1)} MB`))
  await screener.close()
  return figures
}

const timeToLoad = async (screener: Screener, entries: readonly IndexedEntry[]): Promise<number> => {
  const before = performance.now()
  await screener.load('everyone', inBatches(entries.slice(0, 40_000)))
  return (performance.now() - before) / 1_000
}

const inBatches = function* (entries: readonly IndexedEntry[]): Iterable<readonly IndexedEntry[]> {
  for (let at = 0; at < entries.length; at += 1_000) yield entries.slice(at, at + 1_000)
}

/** A million invented names. */
export const runMillion = async (data: string, seed: number, count = 1_000_000): Promise<Figure[]> => {
  console.log(`\nSpeed, ${count} invented names`)
  const clean = readCleanNames(data)
    .slice(10_000)
    .map(({ name }) => name)
  const sample: IndexedEntry[] = []
  const screener = openScreener({ workers: 2 })
  const before = performance.now()
  await screener.load('everyone', sampled(invented(data, count, randomFrom(seed)), sample))
  const figures = [
    figure('indexed in', `${((performance.now() - before) / 1_000).toFixed(1)} s, names made meanwhile`),
  ]
  const subjects = searches(sample, clean, batchSize, randomFrom(seed + 1))
  await screener.searchMany(subjects.slice(0, 200), options)
  figures.push(
    ...reportLatency('1,000,000 names', await latencies(screener, subjects.slice(0, queries / 2)), 15, 60),
  )
  figures.push(await reportBatch('1,000,000 names', screener, subjects))
  const gigabytes = process.memoryUsage.rss() / 1e9
  const { bytes } = screener.stats()
  figures.push(
    figure(
      'resident memory of the process, two workers',
      `${gigabytes.toFixed(2)} GB`,
      atMost(gigabytes, 1.5, ' GB'),
    ),
    figure(
      'of which shared',
      `${(bytes / 1e6).toFixed(0)} MB, ${((1e6 * bytes) / count / 1e6).toFixed(0)} MB per million names`,
    ),
    figure('most while building', `${(process.resourceUsage().maxRSS / 1e6).toFixed(2)} GB`),
  )
  await screener.close()
  return figures
}

const sampled = async function* (
  batches: AsyncIterable<IndexedEntry[]>,
  sample: IndexedEntry[],
): AsyncIterable<IndexedEntry[]> {
  for await (const batch of batches) {
    sample.push(...batch.slice(0, 5))
    yield batch
  }
}
