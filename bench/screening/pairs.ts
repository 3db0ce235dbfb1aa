// Measures the scoring of names and entries on labelled pairs: F1 at the default threshold, compared with logic-v2, and
// time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultThreshold,
  prepareEntry,
  prepareName,
  prepareSubject,
  scoreEntry,
  scoreNames,
} from '@nani/engines/screening/index.ts'
import { f1At, fitBoundary, type Judged } from './fit-boundary.ts'
import {
  foldCount,
  type LabelledPair,
  type RankingCase,
  type ReferencePair,
  readPairs,
} from './labelled-pairs.ts'
import { judgeNameBench } from './name-bench.ts'

const threshold = 0.8
const targets = { shippedF1: 0.94, nameBenchF1: 0.93, exchanged: 0, f1: 0.85, aboveBaseline: 0.05, pairUs: 5 }
const usualBaselineThreshold = 0.7

/** One line of the report: a measurement, and whether it meets its target (null: information). */
export type PairsFigure = { name: string; value: number; target: number | null; isMet: boolean | null }

/** Prints every figure and returns those with a target. Empty if the data is missing. */
export const runPairs = (dataFolder: string): PairsFigure[] => {
  const file = join(dataFolder, 'screening/name-pairs.json')
  if (!existsSync(file)) {
    console.log(`\nNo labelled pairs at ${file}: set NANI_BENCH_DATA to the folder of benchmark data.`)
    return []
  }
  const { labelled, reference, ranking } = readPairs(file)
  console.log(`\nLabelled pairs: ${labelled.length}, threshold ${threshold}`)
  const judged = labelled.map((pair) => ({ ...pair, score: scoreOf(pair) }))
  const figures = [
    reportShipped(judged),
    ...reportNameBench(dataFolder),
    reportExchanged(labelled),
    reportCrossValidated(labelled),
    ...reportBaseline(judged),
    reportTime(labelled),
  ]
  reportGroups(judged)
  reportReliability(judged)
  reportReference(reference)
  reportRanking(ranking)
  return figures
}

type JudgedPair = LabelledPair & Judged

const scoreOf = (pair: LabelledPair): number =>
  scoreEntry(prepareSubject(pair.subject), prepareEntry(pair.entry))?.matchScore ?? 0

const figure = (name: string, value: number, target: number | null, isMet: boolean | null): PairsFigure => {
  const verdict = isMet === null ? '      ' : isMet ? 'met   ' : 'MISSED'
  console.log(`  ${verdict} ${name}: ${value.toFixed(3)}${target === null ? '' : ` (target ${target})`}`)
  return { name, value, target, isMet }
}

const reportShipped = (judged: readonly JudgedPair[]): PairsFigure => {
  const f1 = f1At(judged, threshold)
  return figure(
    `F1 at the shipped threshold, boundary ${defaultThreshold}`,
    f1,
    targets.shippedF1,
    f1 >= targets.shippedF1,
  )
}

const reportNameBench = (dataFolder: string): PairsFigure[] => {
  const { judged, exchanged } = judgeNameBench(dataFolder)
  if (judged.length === 0) return []
  const f1 = f1At(judged, threshold)
  return [
    figure(
      `F1 on the ${judged.length} pairs of name_bench`,
      f1,
      targets.nameBenchF1,
      f1 >= targets.nameBenchF1,
    ),
    exchangedFigure('pairs of name_bench', exchanged),
  ]
}

/** Pairs without facts, whose score differs when subject and entry are exchanged. */
const reportExchanged = (labelled: readonly LabelledPair[]): PairsFigure => {
  const nameOf = ({ subject, entry }: LabelledPair) => [subject.names[0]!, entry.names[0]!.name] as const
  const scored = (pair: LabelledPair, [name, listed]: readonly [string, string]) =>
    scoreEntry(
      prepareSubject({ ...pair.subject, names: [name], birthDate: null, nationalities: [] }),
      prepareEntry({
        ...pair.entry,
        names: [{ ...pair.entry.names[0]!, name: listed }],
        birthDates: [],
        nationalities: [],
      }),
    )?.matchScore
  const differing = labelled.filter((pair) => {
    const [name, listed] = nameOf(pair)
    return scored(pair, [name, listed]) !== scored(pair, [listed, name])
  })
  return exchangedFigure('labelled pairs', differing.length)
}

const exchangedFigure = (of: string, count: number): PairsFigure =>
  figure(`${of} whose score differs when exchanged`, count, targets.exchanged, count === targets.exchanged)

/** The boundary is fitted on the names of four folds and evaluated on the fifth. */
const reportCrossValidated = (labelled: readonly LabelledPair[]): PairsFigure => {
  const judged: Judged[] = []
  for (let fold = 0; fold < foldCount; fold++) {
    const named = (pairs: readonly LabelledPair[]) =>
      pairs.map(({ isMatch, raw }) => ({ isMatch, score: raw }))
    const boundary = fitBoundary(named(labelled.filter((pair) => pair.fold !== fold)))
    const kept = named(labelled.filter((pair) => pair.fold === fold))
    console.log(
      `    fold ${fold}: ${kept.length} pairs, boundary ${boundary}, F1 ${f1At(kept, boundary).toFixed(3)}`,
    )
    judged.push(...kept.map(({ isMatch, score }) => ({ isMatch, score: score >= boundary ? 1 : 0 })))
  }
  const f1 = f1At(judged, 1)
  return figure(`F1 cross-validated in ${foldCount} folds, names alone`, f1, targets.f1, f1 >= targets.f1)
}

const reportBaseline = (judged: readonly JudgedPair[]): PairsFigure[] => {
  const shared = judged.filter((pair) => pair.baseline !== null)
  if (shared.length === 0) return []
  const baseline = shared.map(({ isMatch, baseline }) => ({ isMatch, score: baseline ?? 0 }))
  const usual = f1At(baseline, usualBaselineThreshold)
  const best = Math.max(...Array.from({ length: 100 }, (_, step) => f1At(baseline, step / 100)))
  const ours = f1At(shared, threshold)
  console.log(
    `  ${shared.length} pairs with logic-v2: ${usual.toFixed(3)} at 0.7, ${best.toFixed(3)} at its best threshold`,
  )
  const ahead = (than: number, where: string) =>
    figure(
      `F1 ${ours.toFixed(3)} ahead of logic-v2 at ${where}`,
      ours - than,
      targets.aboveBaseline,
      ours - than >= targets.aboveBaseline,
    )
  return [ahead(usual, '0.7'), ahead(best, 'its best')]
}

const reportGroups = (judged: readonly JudgedPair[]): void => {
  for (const key of ['schema', 'group'] as const) {
    for (const [name, pairs] of Map.groupBy(judged, (pair) => pair[key])) {
      const trueOnes = pairs.filter(({ isMatch }) => isMatch).length
      const alarms = pairs.filter(({ isMatch, score }) => !isMatch && score >= threshold).length
      const found = pairs.filter(({ isMatch, score }) => isMatch && score >= threshold).length
      console.log(
        `    ${key} ${name.padEnd(22)} F1 ${f1At(pairs, threshold).toFixed(3)}`,
        `found ${found}/${trueOnes}, false ${alarms}/${pairs.length - trueOnes}`,
      )
    }
  }
}

/** Share of true pairs by score, with equal weight for both classes. */
const reportReliability = (judged: readonly JudgedPair[]): void => {
  const matches = judged.filter(({ isMatch }) => isMatch).length
  const edges = [0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.001]
  for (const [index, low] of edges.slice(0, -1).entries()) {
    const inside = judged.filter(({ score }) => score >= low && score < edges[index + 1]!)
    const yes = inside.filter(({ isMatch }) => isMatch).length / matches
    const no = inside.filter(({ isMatch }) => !isMatch).length / (judged.length - matches)
    const share = inside.length === 0 ? '–' : (yes / (yes + no)).toFixed(2)
    console.log(
      `    score ${low.toFixed(2)}+ ${String(inside.length).padStart(4)} pairs, true share ${share}`,
    )
  }
}

/** Rank correlation (Spearman) with another engine. */
const reportReference = (pairs: readonly ReferencePair[]): void => {
  if (pairs.length === 0) return
  const ranks = (values: readonly number[]) =>
    values.map((value) => {
      const below = values.filter((other) => other < value).length
      const equal = values.filter((other) => other === value).length
      return below + (equal - 1) / 2
    })
  const a = ranks(pairs.map(({ raw }) => raw))
  const b = ranks(pairs.map(({ reference }) => reference))
  const mean = (pairs.length - 1) / 2
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, index) => sum + (value - mean) * (y[index]! - mean), 0)
  const correlation = product(a, b) / Math.sqrt(product(a, a) * product(b, b))
  console.log(
    `  ${pairs.length} scores of another engine: rank correlation ${correlation.toFixed(2)} (information)`,
  )
}

const reportRanking = (cases: readonly RankingCase[]): void => {
  if (cases.length === 0) return
  const right = cases.filter(({ better, worse }) => better > worse).length
  console.log(`  ranking cases: ${right} of ${cases.length} right`)
}

/** Processor time of one comparison of prepared names: each query with every candidate, mostly different people. */
const reportTime = (labelled: readonly LabelledPair[]): PairsFigure => {
  const queries = labelled.slice(0, 200).map(({ subject }) => prepareName(subject.names[0]!, subject.kind))
  const candidates = labelled.map(({ entry }) => prepareName(entry.names[0]!.name, entry.kind))
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    for (const query of queries) for (const candidate of candidates) scoreNames(query, candidate)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / (queries.length * candidates.length))
  }
  return figure('µs of processor time a pair', best, targets.pairUs, best <= targets.pairUs)
}
