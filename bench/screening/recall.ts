import { prepareName, tokenSimilarity } from '@nani/engines/screening/index.ts'
import { type AccuracySet, drawQueries, type Outcome, outcomeOf, screenOf } from './accuracy.ts'
import { reportBaselines } from './baselines.ts'
import { atLeast, type Figure, figure, percent, share } from './figures.ts'

/** Recall among the first is a matter of rank, so this threshold is lower than any realistic one. */
const lowest = 0.05
const thresholds = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
const targets = { at1: 0.97, at10: 0.995, atOnePercent: 0.92, atFivePercent: 0.97, heldOutAtOnePercent: 0.92 }

export type RecallSize = { perKind: number; clean: number; showsMisses: boolean; hasBaselines: boolean }

/** Recall over ten kinds of change, false positives on unlisted people, and the baselines on a sample. */
export const runRecall = async (data: string, seed: number, size: RecallSize): Promise<Figure[]> => {
  const set = await drawQueries(data, seed, size.perKind, size.clean)
  const names = set.entries.reduce((sum, entry) => sum + entry.names.length, 0)
  console.log(
    `\nRecall, OFAC 2021 (${set.entries.length} entries, ${names} names), seed ${seed}: ` +
      `${size.perKind} queries of each kind, ${size.clean} clean names`,
  )
  const screen = screenOf(set.entries)
  const options = { audience: 'everyone' as const, threshold: lowest, limit: 1_000 }
  const ask = (query: AccuracySet['queries'][number]) =>
    outcomeOf(query, screen.entriesOf(query.subject, options))
  const outcomes = [...set.queries, ...set.heldOut].map(ask)
  if (size.showsMisses) printMisses(outcomes, set.entries)
  const bestOf = (subjects: AccuracySet['clean']) =>
    subjects
      .map((subject) => screen.entriesOf(subject, { ...options, limit: 1 })[0]?.matchScore ?? 0)
      .sort((a, b) => b - a)
  const clean = bestOf(set.clean)
  printKinds(outcomes, clean)
  printHeldOut(outcomes, set.entries, thresholdFor(0.01, clean))
  const figures = reportTargets(outcomes, clean)
  printThresholds(outcomes, clean, bestOf(set.cleanCompanies))
  if (size.hasBaselines) reportBaselines(set)
  return figures
}

const found = (outcomes: readonly Outcome[], within: number): number =>
  share(outcomes.filter(({ rank }) => rank > 0 && rank <= within).length, outcomes.length)
const above = (outcomes: readonly Outcome[], threshold: number): number =>
  share(outcomes.filter(({ score }) => score > 0 && score >= threshold).length, outcomes.length)

/** The lowest threshold at which at most this share of unlisted names has a hit. */
export const thresholdFor = (falsePositives: number, cleanDescending: readonly number[]): number => {
  const first = cleanDescending[Math.floor(falsePositives * cleanDescending.length)] ?? 0
  return first + 0.0001
}

const printKinds = (outcomes: readonly Outcome[], clean: readonly number[]): void => {
  const [strict, lax] = [thresholdFor(0.01, clean), thresholdFor(0.05, clean)]
  console.log(
    `  kind                @1      @10     1 % FP (${strict.toFixed(3)})  5 % FP (${lax.toFixed(3)})`,
  )
  for (const [kind, of] of [...Map.groupBy(outcomes, ({ query }) => query.kind), ['all', outcomes] as const])
    console.log(
      `  ${kind.padEnd(18)}`,
      [found(of, 1), found(of, 10), above(of, strict), above(of, lax)]
        .map((value) => percent(value).padEnd(9))
        .join(''),
    )
}

/** Held-out aliases with a common word of the remaining entry, and those that no search by name can find. */
const printHeldOut = (
  outcomes: readonly Outcome[],
  entries: AccuracySet['entries'],
  strict: number,
): void => {
  const heldOut = outcomes.filter(({ query }) => query.kind === 'held-out alias')
  const groups = Map.groupBy(heldOut, ({ query }) =>
    sharesWord(query.subject.names[0]!, entries[query.entryId]!),
  )
  for (const [isShared, of] of groups)
    console.log(
      `  held-out aliases ${isShared ? 'with a word' : 'without any word'} in common with the rest: ${of.length},`,
      `@1 ${percent(found(of, 1))}, @10 ${percent(found(of, 10))}, at 1 % FP ${percent(above(of, strict))},`,
      `at 0.80 ${percent(above(of, 0.8))}`,
    )
}

/** Minimum score of the same word in two orthographies. */
const sameWord = 0.86

const sharesWord = (alias: string, entry: AccuracySet['entries'][number]): boolean => {
  const wordsOf = (name: string) =>
    prepareName(name, entry.kind).tokens.filter(({ role }) => role === 'name' || role === 'generic')
  const ofAlias = wordsOf(alias)
  return entry.names.some(({ name }) =>
    wordsOf(name).some((word) => ofAlias.some((own) => tokenSimilarity(own, word) >= sameWord)),
  )
}

const printMisses = (outcomes: readonly Outcome[], entries: AccuracySet['entries']): void => {
  for (const { query, rank, score } of outcomes) {
    if (rank === 1 && score >= 0.8) continue
    const names = entries[query.entryId]!.names.map(({ name }) => name).slice(0, 8)
    console.log(`  ${query.kind} | rank ${rank}, ${score} | ${query.subject.names[0]} | ${names.join('; ')}`)
  }
}

const reportTargets = (outcomes: readonly Outcome[], clean: readonly number[]): Figure[] => {
  const [made, heldOut] = [
    outcomes.filter(({ query }) => query.kind !== 'held-out alias'),
    outcomes.filter(({ query }) => query.kind === 'held-out alias'),
  ]
  const strict = thresholdFor(0.01, clean)
  const lax = thresholdFor(0.05, clean)
  const figures = [outcomes, made].flatMap((of, at) => {
    const which =
      at === 0
        ? 'all ten kinds'
        : 'without held-out aliases, of which many have no word in common with the rest'
    const target = (value: number, least: number) => (at === 0 ? atLeast(value, least) : undefined)
    const line = (name: string, value: number, least: number) =>
      figure(`${name}, ${which}`, value.toFixed(4), target(value, least))
    return [
      line('recall@1', found(of, 1), targets.at1),
      line('recall@10', found(of, 10), targets.at10),
      line('recall at 1 % false positives', above(of, strict), targets.atOnePercent),
      line('recall at 5 % false positives', above(of, lax), targets.atFivePercent),
    ]
  })
  const ofAliases = above(heldOut, strict)
  const target = atLeast(ofAliases, targets.heldOutAtOnePercent)
  return [...figures, figure('held-out aliases, recall at 1 % false positives', ofAliases.toFixed(4), target)]
}

/** The table of docs/screening-measurements.md. */
const printThresholds = (
  outcomes: readonly Outcome[],
  clean: readonly number[],
  companies: readonly number[],
): void => {
  const kinds = [...Map.groupBy(outcomes, ({ query }) => query.kind)]
  console.log(`\n  | kind | ${thresholds.map((value) => value.toFixed(2)).join(' | ')} |`)
  console.log(`  | --- |${' ---: |'.repeat(thresholds.length)}`)
  for (const [kind, of] of [...kinds, ['all', outcomes] as const])
    console.log(`  | ${kind} | ${thresholds.map((threshold) => percent(above(of, threshold))).join(' | ')} |`)
  for (const [who, scores] of [
    ['clean names', clean],
    ['synthetic companies', companies],
  ] as const) {
    const hits = thresholds.map((threshold) =>
      share(scores.filter((score) => score >= threshold).length, scores.length),
    )
    console.log(`  | ${who} with a hit | ${hits.map(percent).join(' | ')} |`)
  }
}
