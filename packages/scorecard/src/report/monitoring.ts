import type { ScorecardModel } from '../serving/model.ts'
import { type Band, bandOf, bands } from '../serving/score-scale.ts'
import { type Metrics, measure, rankMetrics } from '../training/metrics.ts'

/** A score in production. Gender and province are read for the report alone and are never an input. */
export type MonitoredScore = {
  /** In the order of the features of the model. */
  bins: readonly number[]
  /** Before the adjustments. */
  score: number
  thinFile: boolean
  challenger: { version: string; score: number } | null
  gender: string | null
  province: string | null
  /** Null: the outcome is not known yet. */
  defaulted: boolean | null
}

export type Stability = { name: string; index: number; expected: number[]; observed: number[] }

export type GroupShare = { group: string; scores: number; favoured: number; ratio: number | null }

export type Comparison = {
  version: string
  scores: number
  meanDifference: number
  /** The share of the scores that another band would have. */
  otherBand: number
  /** Of the scores with an outcome. Null without any default or without any repaid loan. */
  auc: { active: number; challenger: number } | null
}

export type Monitoring = {
  version: string
  scores: number
  thinFiles: number
  /** Of the score first, then of each feature, the least stable first. */
  scoreStability: Stability
  stability: Stability[]
  /** Null: there is no default or no repaid loan among the outcomes. */
  outcomes: { metrics: Metrics; scores: Float64Array; target: Uint8Array } | null
  known: number
  cutoff: number
  gender: GroupShare[]
  province: GroupShare[]
  challengers: Comparison[]
  all: Float64Array
}

/** Below this number, a share of a group is chance, and could point to a person. */
export const leastOfGroup = 30

/** Collects scores one after the other. Its memory is a few numbers for each score. */
export const createMonitoring = (model: ScorecardModel, cutoff: number) => {
  const counts = model.features.map(({ bins }) => new Array<number>(bins.length).fill(0))
  const rows: Omit<MonitoredScore, 'bins'>[] = []
  return {
    add({ bins, ...row }: MonitoredScore): void {
      for (const [feature, bin] of bins.entries()) {
        const of = counts[feature]
        if (of?.[bin] !== undefined) of[bin]++
      }
      rows.push(row)
    },
    figures: (): Monitoring => {
      const known = rows.filter(({ defaulted }) => defaulted !== null)
      return {
        version: model.version,
        scores: rows.length,
        thinFiles: rows.filter(({ thinFile }) => thinFile).length,
        scoreStability: scoreStability(model, rows),
        stability: model.features
          .map(({ name, bins }, feature) =>
            stabilityOf(
              name,
              bins.map(({ share }) => share),
              counts[feature] ?? [],
            ),
          )
          .toSorted((a, b) => b.index - a.index),
        outcomes: outcomesOf(known),
        known: known.length,
        cutoff,
        gender: groupShares(rows, ({ gender }) => gender, cutoff),
        province: groupShares(rows, ({ province }) => province, cutoff),
        challengers: comparisons(rows),
        all: Float64Array.from(rows, ({ score }) => score),
      }
    },
  }
}

type Row = Omit<MonitoredScore, 'bins'>

/** A share of 0 would make the index infinite. */
const leastShare = 1e-4

/** The population stability index: the sum of (observed − expected) × ln(observed / expected). */
const stabilityOf = (name: string, expected: readonly number[], counts: readonly number[]): Stability => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const observed = counts.map((count) => (total === 0 ? 0 : count / total))
  const index = expected.reduce((sum, share, bin) => {
    const [before, now] = [Math.max(leastShare, share), Math.max(leastShare, observed[bin] ?? 0)]
    return sum + (now - before) * Math.log(now / before)
  }, 0)
  return { name, index: total === 0 ? 0 : index, expected: [...expected], observed }
}

/** Thin files have one fixed score, which is no drift of the others. */
const scoreStability = ({ score_distribution: { scores: edges, shares } }: ScorecardModel, rows: Row[]) => {
  const counts = shares.map(() => 0)
  for (const { score, thinFile } of rows) {
    if (thinFile) continue
    const place = edges.filter((edge) => score >= edge).length
    counts[place] = (counts[place] ?? 0) + 1
  }
  return stabilityOf('score', shares, counts)
}

const targetOf = (rows: readonly Row[]) => Uint8Array.from(rows, ({ defaulted }) => (defaulted ? 1 : 0))
const hasBothOutcomes = (target: Uint8Array) => target.includes(0) && target.includes(1)

const outcomesOf = (known: readonly Row[]): Monitoring['outcomes'] => {
  const target = targetOf(known)
  if (!hasBothOutcomes(target)) return null
  const scores = Float64Array.from(known, ({ score }) => score)
  return { metrics: measure({ scores, target }), scores, target }
}

/** The share of favourable scores of each group, against that of the group with the highest share. */
const groupShares = (
  rows: readonly Row[],
  groupOf: (row: Row) => string | null,
  cutoff: number,
): GroupShare[] => {
  const groups = new Map<string, { scores: number; favoured: number }>()
  for (const row of rows) {
    const group = groupOf(row)
    if (group === null) continue
    const count = groups.get(group) ?? { scores: 0, favoured: 0 }
    groups.set(group, count)
    count.scores++
    if (row.score >= cutoff) count.favoured++
  }
  const large = [...groups].filter(([, { scores }]) => scores >= leastOfGroup)
  const best = Math.max(0, ...large.map(([, { scores, favoured }]) => favoured / scores))
  return large
    .map(([group, { scores, favoured }]) => ({
      ...{ group, scores, favoured },
      ratio: best === 0 ? null : favoured / scores / best,
    }))
    .toSorted((a, b) => (a.group < b.group ? -1 : 1))
}

const comparisons = (rows: readonly Row[]): Comparison[] => {
  const byVersion = Map.groupBy(
    rows.flatMap((row) => (row.challenger ? [{ row, other: row.challenger }] : [])),
    ({ other }) => other.version,
  )
  return [...byVersion].map(([version, pairs]) => {
    const known = pairs.filter(({ row }) => row.defaulted !== null)
    const target = targetOf(known.map(({ row }) => row))
    const mean = (value: (pair: (typeof pairs)[number]) => number) =>
      pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length
    return {
      version,
      scores: pairs.length,
      meanDifference: mean(({ row, other }) => other.score - row.score),
      otherBand: mean(({ row, other }) => (bandOf(other.score) === bandOf(row.score) ? 0 : 1)),
      auc: hasBothOutcomes(target)
        ? {
            active: rankMetrics(
              known.map(({ row }) => row.score),
              target,
            ).auc,
            challenger: rankMetrics(
              known.map(({ other }) => other.score),
              target,
            ).auc,
          }
        : null,
    }
  })
}

/** How many scores each band has. */
export const countBands = (scores: Float64Array): Record<Band, number> => {
  const counts = Object.fromEntries(bands.map((band) => [band, 0])) as Record<Band, number>
  for (const score of scores) counts[bandOf(score)]++
  return counts
}
