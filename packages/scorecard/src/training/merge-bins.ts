import type { BinnedFeature, Counts } from './fine-bins.ts'
import { pool } from './monotone.ts'

/** The bins of a feature after merging: for each fine bin the number of its merged bin. */
export type MergedBins = { binOf: Uint16Array; binCount: number; counts: Counts }

export type MergeRules = {
  maxBins: number
  /** Least share of the rows of an ordinary bin. */
  minShare: number
  /** Least likelihood ratio statistic between neighbours. 3.84: they differ with 95 % confidence. */
  minStatistic: number
}

type Group = { bins: number[]; good: number; bad: number }

/**
 * Merges ordinary bins until their default rates are monotone, until each has enough rows, and until neighbours
 * differ. Bins of codes and the missing bin stay alone.
 */
export const mergeBins = (feature: BinnedFeature, counts: Counts, rules: MergeRules): MergedBins => {
  const fine = Array.from(
    { length: feature.ordinary },
    (_, bin): Group => ({
      bins: [bin],
      good: counts.good[bin]!,
      bad: counts.bad[bin]!,
    }),
  )
  const rows = fine.reduce((sum, { good, bad }) => sum + good + bad, 0)
  const ordinary = mergeAlike(mergeSmall(monotoneGroups(feature, fine), rows * rules.minShare), rules)
  const alone = Array.from({ length: feature.binCount - feature.ordinary }, (_, index): Group => {
    const bin = feature.ordinary + index
    return { bins: [bin], good: counts.good[bin]!, bad: counts.bad[bin]! }
  })
  const groups = [...ordinary, ...alone]
  const binOf = new Uint16Array(feature.binCount)
  for (const [index, { bins }] of groups.entries()) for (const bin of bins) binOf[bin] = index
  return {
    binOf,
    binCount: groups.length,
    counts: {
      good: Float64Array.from(groups, ({ good }) => good),
      bad: Float64Array.from(groups, ({ bad }) => bad),
    },
  }
}

const joined = (a: Group, b: Group): Group => ({
  bins: [...a.bins, ...b.bins],
  good: a.good + b.good,
  bad: a.bad + b.bad,
})

const logLikelihood = ({ good, bad }: Group): number => {
  const all = good + bad
  return (good > 0 ? good * Math.log(good / all) : 0) + (bad > 0 ? bad * Math.log(bad / all) : 0)
}

const rising = (groups: readonly Group[]): Group[] => {
  const filled = groups.filter(({ good, bad }) => good + bad > 0)
  return pool(
    filled.map(({ good, bad }) => bad / (good + bad)),
    filled.map(({ good, bad }) => good + bad),
  ).map(({ from, to }) => filled.slice(from, to).reduce(joined))
}

const falling = (groups: readonly Group[]): Group[] => rising(groups.toReversed()).toReversed()

const total = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + logLikelihood(group), 0)

/** The direction of a number: the one of its specification, or the one that fits the rows better. */
export const directionOf = (feature: BinnedFeature, counts: Counts): 'risk_rises' | 'risk_falls' | 'free' => {
  const { trend, kind } = feature.spec
  // The bins of a category are in the order of their rates.
  if (kind === 'category') return 'risk_falls'
  if (trend !== 'auto') return trend
  const fine = Array.from(
    { length: feature.ordinary },
    (_, bin): Group => ({
      bins: [bin],
      good: counts.good[bin]!,
      bad: counts.bad[bin]!,
    }),
  )
  return total(rising(fine)) >= total(falling(fine)) ? 'risk_rises' : 'risk_falls'
}

const monotoneGroups = (feature: BinnedFeature, fine: readonly Group[]): Group[] => {
  const counts = {
    good: Float64Array.from(fine, ({ good }) => good),
    bad: Float64Array.from(fine, ({ bad }) => bad),
  }
  const direction = directionOf(feature, counts)
  const groups = direction === 'free' ? [...fine] : direction === 'risk_rises' ? rising(fine) : falling(fine)
  // A fine bin without rows belongs to its neighbour, so that each value has a bin.
  const known = new Set(groups.flatMap(({ bins }) => bins))
  for (const { bins } of fine) {
    const bin = bins[0]!
    if (known.has(bin)) continue
    const neighbour = groups.find((group) => group.bins.some((other) => other > bin)) ?? groups.at(-1)
    if (neighbour) neighbour.bins = [...neighbour.bins, bin].toSorted((a, b) => a - b)
    else groups.push({ bins: [bin], good: 0, bad: 0 })
  }
  return groups
}

/** Joins a small group with the neighbour that is more alike. */
const mergeSmall = (groups: Group[], minRows: number): Group[] => {
  const list = [...groups]
  for (;;) {
    const at = list.findIndex(({ good, bad }) => good + bad < minRows || good === 0 || bad === 0)
    if (at < 0 || list.length === 1) return list
    const before = at > 0 ? distance(list[at - 1]!, list[at]!) : Number.POSITIVE_INFINITY
    const after = at < list.length - 1 ? distance(list[at]!, list[at + 1]!) : Number.POSITIVE_INFINITY
    const start = before <= after ? at - 1 : at
    list.splice(start, 2, joined(list[start]!, list[start + 1]!))
  }
}

/** The likelihood ratio statistic of two groups: what a common rate costs. */
const distance = (a: Group, b: Group): number =>
  2 * (logLikelihood(a) + logLikelihood(b) - logLikelihood(joined(a, b)))

/** Joins the neighbours that are most alike, until all differ and there are few enough. */
const mergeAlike = (groups: Group[], { maxBins, minStatistic }: MergeRules): Group[] => {
  const list = [...groups]
  while (list.length > 1) {
    const gaps = list.slice(1).map((group, index) => distance(list[index]!, group))
    const least = Math.min(...gaps)
    if (list.length <= maxBins && least >= minStatistic) return list
    const at = gaps.indexOf(least)
    list.splice(at, 2, joined(list[at]!, list[at + 1]!))
  }
  return list
}

/** Weight of evidence of each bin. Half a row is added, so that a bin without defaults has a finite value. */
export const weightsOfEvidence = ({ good, bad }: Counts): Float64Array => {
  const allGood = good.reduce((sum, count) => sum + count, 0)
  const allBad = bad.reduce((sum, count) => sum + count, 0)
  const prior = allBad / (allGood + allBad)
  return good.map((count, bin) => {
    // The added row has the mean rate, so that an empty bin has no evidence.
    const goods = (count + (1 - prior)) / (allGood + (1 - prior))
    const bads = (bad[bin]! + prior) / (allBad + prior)
    return Math.log(goods / bads)
  })
}
