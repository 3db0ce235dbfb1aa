// Measures the personal-name matcher (packages/engines/src/names): error rates by category and time for a pair. npm run
// bench:names
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comparePersonNames, comparePrepared, prepareName } from '@nani/engines/names/index.ts'
import { inventPairs, neverMatchCategories } from '@nani/engines/names/testing/name-variants.ts'

interface Case {
  id: string
  source: string
  a: string
  b: string
  expected: string
  category: string
}

interface Judged extends Case {
  verdict: string
  isRight: boolean
}

const targets = { drcAccuracy: 0.98, febrlPrecision: 0.985, febrlRecall: 0.79, pairMs: 0.5 }
const siblingsAndCounterparts = ['sibling_same_nom_postnom', 'gender_counterpart']
const missed: string[] = []

const demand = (isMet: boolean, what: string) => {
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${what}`)
  if (!isMet) missed.push(what)
}
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`
const count = <T>(items: readonly T[], test: (item: T) => boolean) => items.filter(test).length

/** Binary sources: the prediction is `same` for match or partial_match. */
const judge = (one: Case): Judged => {
  const { verdict } = comparePersonNames(one.a, one.b)
  const predicted =
    one.expected === 'same' || one.expected === 'different' || one.expected === 'variant'
      ? verdict === 'no_match'
        ? 'different'
        : 'same'
      : verdict
  return { ...one, verdict, isRight: predicted === (one.expected === 'variant' ? 'same' : one.expected) }
}

const printCategories = (judged: readonly Judged[]): void => {
  for (const [category, group] of Map.groupBy(judged, (one) => one.category)) {
    const verdicts = [...Map.groupBy(group, (one) => one.verdict)].map(
      ([name, list]) => `${name} ${list.length}`,
    )
    const right = count(group, (one) => one.isRight)
    console.log(`  ${category.padEnd(26)} ${right}/${group.length}`.padEnd(42), verdicts.join(', '))
  }
}

const reportThreeClasses = (
  title: string,
  judged: readonly Judged[],
  neverMatch: readonly string[],
): void => {
  const right = count(judged, (one) => one.isRight)
  console.log(`\n${title}: ${right} of ${judged.length} verdicts right, ${percent(right, judged.length)}`)
  printCategories(judged)
  demand(right / judged.length >= targets.drcAccuracy, `accuracy ≥ ${targets.drcAccuracy}`)
  const wrongMatches = count(judged, (one) => neverMatch.includes(one.category) && one.verdict === 'match')
  demand(wrongMatches === 0, `no match for ${neverMatch.join(', ')} (${wrongMatches})`)
}

const reportBinary = (title: string, judged: readonly Judged[], isGated: boolean): void => {
  const found = count(judged, (one) => one.expected === 'same' && one.isRight)
  const same = count(judged, (one) => one.expected === 'same')
  const falsePositives = count(judged, (one) => one.expected === 'different' && !one.isRight)
  const precision = found / (found + falsePositives)
  const recall = found / same
  console.log(
    `\n${title} ("same" = match or partial_match): precision ${precision.toFixed(4)} ` +
      `(${falsePositives} false of ${found + falsePositives}), recall ${recall.toFixed(4)} (${found} of ${same}), ` +
      `accuracy ${percent(
        count(judged, (one) => one.isRight),
        judged.length,
      )}`,
  )
  if (!isGated) return
  demand(precision >= targets.febrlPrecision, `precision ≥ ${targets.febrlPrecision}`)
  demand(recall >= targets.febrlRecall, `recall ≥ ${targets.febrlRecall}`)
}

const reportSharedData = (cases: readonly Case[]): void => {
  const judged = cases.map(judge)
  // The rules were developed on one half. From the other half only counts were read, except for the first rows of each
  // category, which were read before the division.
  const isSeen = (one: Case) => createHash('sha256').update(one.id).digest()[0]! % 2 === 0
  const of = (source: string) => judged.filter((one) => one.source === source)
  const halves = (source: string): [string, Judged[]][] => [
    ['all', of(source)],
    ['half the rules were shaped on', of(source).filter(isSeen)],
    ['half kept aside', of(source).filter((one) => !isSeen(one))],
  ]
  for (const [half, list] of halves('drc_synth')) {
    reportThreeClasses(`drc_synth, ${half}`, list, siblingsAndCounterparts)
  }
  for (const [half, list] of halves('febrl4')) reportBinary(`febrl4, ${half}`, list, true)
  for (const [half, list] of halves('name_bench'))
    reportBinary(`name_bench, ${half} (reported only)`, list, false)
  const variants = of('hmni_first_name_variants')
  console.log(
    `\nhmni_first_name_variants (reported only; other names of other languages): ` +
      `${count(variants, (one) => one.isRight)} of ${variants.length} recognised`,
  )
}

const reportTime = (pairs: readonly { a: string; b: string }[]): void => {
  const rounds = 20
  for (const { a, b } of pairs) comparePersonNames(a, b)
  const timesMs: number[] = []
  const started = performance.now()
  for (let round = 0; round < rounds; round++) {
    for (const { a, b } of pairs) {
      const before = performance.now()
      comparePersonNames(a, b)
      timesMs.push(performance.now() - before)
    }
  }
  const perSecond = (1000 * timesMs.length) / (performance.now() - started)
  timesMs.sort((x, y) => x - y)
  const at = (share: number) => timesMs[Math.floor(share * (timesMs.length - 1))]!
  console.log(
    `\ntime, ${timesMs.length} comparisons of raw names: p50 ${(1000 * at(0.5)).toFixed(1)} µs, ` +
      `p99 ${(1000 * at(0.99)).toFixed(1)} µs, ${Math.round(perSecond)} pairs/s`,
  )
  demand(at(0.99) < targets.pairMs, `p99 < ${targets.pairMs} ms`)
  const prepared = pairs.map(({ a, b }) => [prepareName(a), prepareName(b)] as const)
  const startedPrepared = performance.now()
  for (let round = 0; round < rounds; round++) for (const [a, b] of prepared) comparePrepared(a, b)
  const preparedPerSecond = (1000 * rounds * prepared.length) / (performance.now() - startedPrepared)
  console.log(`  of prepared names: ${Math.round(preparedPerSecond)} pairs/s`)
}

const invented = inventPairs(4_711, 1000).map((pair, index) => ({
  ...pair,
  id: String(index),
  source: 'invented',
}))
reportThreeClasses('invented Congolese names (seed 4711)', invented.map(judge), neverMatchCategories)

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const file = join(resolve(root, process.env.NANI_BENCH_DATA ?? '../shared/data'), 'names/person-names.json')
if (existsSync(file)) {
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }
  reportSharedData(cases)
  reportTime(cases)
} else {
  console.log(
    `\nNo benchmark data at ${file}: set NANI_BENCH_DATA to its folder. Only invented names were measured.`,
  )
  reportTime(invented)
}
if (missed.length > 0) {
  console.error(`\n${missed.length} targets missed`)
  process.exitCode = 1
}
