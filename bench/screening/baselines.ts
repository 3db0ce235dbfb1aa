import { extract, token_set_ratio } from 'fuzzball'
import MiniSearch from 'minisearch'
import { type AccuracySet, type Outcome, outcomeOf, type Query } from './accuracy.ts'
import { percent, quantile, share } from './figures.ts'
import { pick, randomFrom } from './perturb.ts'

/** A scan of all names takes a quarter of a second, so a sample is used. */
const sample = { queries: 200, clean: 200 }

type Baseline = { name: string; search: (name: string) => { entryId: number; matchScore: number }[] }

/** The same queries on a sample, by a scan with fuzzball and by minisearch. */
export const reportBaselines = (set: AccuracySet): void => {
  const random = randomFrom(1)
  const all = [...set.queries, ...set.heldOut]
  const queries = Array.from({ length: sample.queries }, () => pick(random, all))
  const clean = Array.from({ length: sample.clean }, () => pick(random, set.clean).names[0]!)
  console.log(`\n  Baselines on ${sample.queries} of these queries and ${sample.clean} of the clean names:`)
  for (const baseline of [fuzzballScan(set), miniSearch(set)]) reportBaseline(baseline, queries, clean)
}

const reportBaseline = (
  { name, search }: Baseline,
  queries: readonly Query[],
  clean: readonly string[],
): void => {
  const times: number[] = []
  const outcomes: Outcome[] = queries.map((query) => {
    const before = performance.now()
    const matches = search(query.subject.names[0]!)
    times.push(performance.now() - before)
    return outcomeOf(
      query,
      matches.map((match) => ({ ...match, matchedName: '', explanation: [] })),
    )
  })
  const scores = clean.map((person) => search(person)[0]?.matchScore ?? 0).sort((a, b) => b - a)
  times.sort((a, b) => a - b)
  const found = (within: number) =>
    percent(share(outcomes.filter(({ rank }) => rank > 0 && rank <= within).length, outcomes.length))
  const recallAt = (falsePositives: number) => {
    const last = scores[Math.floor(falsePositives * scores.length)] ?? 0
    return percent(share(outcomes.filter(({ score }) => score > last).length, outcomes.length))
  }
  console.log(
    `    ${name}: @1 ${found(1)}, @10 ${found(10)}, at 1 % FP ${recallAt(0.01)}, at 5 % FP ${recallAt(0.05)}, ` +
      `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  )
}

const fuzzballScan = (set: AccuracySet): Baseline => {
  const choices = set.entries.flatMap(({ entryId, names }) => names.map(({ name }) => ({ entryId, name })))
  return {
    name: 'fuzzball token_set_ratio, scan',
    search: (name) => {
      const found = extract(name, choices, {
        scorer: token_set_ratio,
        processor: (choice) => choice.name,
        limit: 100,
        cutoff: 40,
      })
      return bestOfEntry(
        found.map(([choice, score]) => ({ entryId: choice.entryId, matchScore: score / 100 })),
      )
    },
  }
}

const miniSearch = (set: AccuracySet): Baseline => {
  const index = new MiniSearch<{ id: number; entryId: number; name: string }>({
    fields: ['name'],
    storeFields: ['entryId'],
    searchOptions: { fuzzy: 0.2, prefix: true },
  })
  const documents = set.entries.flatMap(({ entryId, names }) => names.map(({ name }) => ({ entryId, name })))
  index.addAll(documents.map((document, id) => ({ id, ...document })))
  return {
    name: 'minisearch, fuzzy 0.2 and prefixes',
    search: (name) =>
      bestOfEntry(
        index.search(name).map((found) => ({ entryId: found.entryId as number, matchScore: found.score })),
      ),
  }
}

const bestOfEntry = (found: readonly { entryId: number; matchScore: number }[]) => {
  const best = new Map<number, number>()
  for (const { entryId, matchScore } of found) best.set(entryId, Math.max(matchScore, best.get(entryId) ?? 0))
  return [...best]
    .map(([entryId, matchScore]) => ({ entryId, matchScore }))
    .sort((a, b) => b.matchScore - a.matchScore)
}
