import { type Axis, type Chart, drawChart } from './chart.ts'
import type { Evaluation } from './compare-pairs.ts'
import type { Errors } from './measure-errors.ts'

/** Score histograms, ROC, DET, and the errors over the threshold. Charts without pairs are omitted. */
export const errorCharts = ({ scores, errors }: Evaluation): string[] => {
  const charts: Chart[] = [histograms(scores)]
  if (errors.same > 0 && errors.different > 0) charts.push(roc(errors), det(errors), overThreshold(errors))
  return charts.map(drawChart)
}

const percent = (value: number) => `${Number((100 * value).toPrecision(3))} %`

type Range = { from: number; to: number; steps: number }

const even = (title: string, { from, to, steps }: Range, write: (value: number) => string): Axis => ({
  title,
  place: (value) => (value - from) / (to - from),
  ticks: Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps).map((value) => ({
    value,
    text: write(value),
  })),
})

/** An axis with as many powers of ten as the number of pairs supports. */
const logarithmic = (title: string, smallest: number): Axis => {
  const least = Math.min(-1, Math.floor(Math.log10(smallest)))
  return {
    title,
    place: (value) => (Math.log10(Math.max(value, 10 ** least)) - least) / -least,
    ticks: Array.from({ length: 1 - least }, (_, step) => 10 ** (least + step)).map((value) => ({
      value,
      text: percent(value),
    })),
  }
}

const similarity = () => even('similarity', { from: 0, to: 1, steps: 10 }, (value) => value.toFixed(1))

const binCount = 50

const histograms = ({ same, different }: Evaluation['scores']): Chart => {
  const bins = (scores: readonly number[]) => {
    const counts = new Array<number>(binCount).fill(0)
    for (const score of scores) counts[Math.min(binCount - 1, Math.floor(score * binCount))]!++
    return counts.map((count, bin) => {
      const [from, to] = [bin / binCount, (bin + 1) / binCount]
      const label = `${from.toFixed(2)} to ${to.toFixed(2)}: ${count} of ${scores.length}`
      return { from, to, height: scores.length === 0 ? 0 : count / scores.length, label }
    })
  }
  const bars = [
    { name: 'different people', bars: bins(different) },
    { name: 'the same person', bars: bins(same) },
  ]
  const highest = Math.max(0.01, ...bars.flatMap((one) => one.bars.map(({ height }) => height)))
  return {
    title: 'Scores',
    x: similarity(),
    y: even('share of the pairs', { from: 0, to: highest, steps: 4 }, percent),
    bars,
  }
}

const marksOf = ({ at }: Errors, y: (falseNonMatchRate: number) => number) =>
  at.map(({ threshold, falseMatch, falseNonMatch }) => ({
    x: falseMatch.rate,
    y: y(falseNonMatch.rate),
    label: `${threshold.toFixed(2)}: false matches ${percent(falseMatch.rate)}, false non-matches ${percent(falseNonMatch.rate)}`,
  }))

const roc = (errors: Errors): Chart => ({
  title: 'ROC: receiver operating characteristic',
  x: logarithmic('false match rate', 1 / errors.different),
  y: even('true match rate', { ...zoom(errors), steps: 5 }, percent),
  lines: [
    {
      name: 'ROC',
      points: errors.curve.map(({ falseMatchRate, falseNonMatchRate }) => [
        falseMatchRate,
        1 - falseNonMatchRate,
      ]),
    },
  ],
  marks: marksOf(errors, (rate) => 1 - rate),
})

/**
 * The visible range begins at a round share below the true match rate without false matches. Otherwise a good system
 * would not be visible.
 */
const zoom = ({ curve, different }: Errors): { from: number; to: number } => {
  const tightest = curve.find(({ falseMatchRate }) => falseMatchRate < 1 / different)
  const least = 1 - (tightest?.falseNonMatchRate ?? 1)
  return { from: least > 0.95 ? 0.9 : least > 0.75 ? 0.5 : 0, to: 1 }
}

/** The quantile of the normal distribution. In a DET plot, normal scores are straight lines. */
const deviate = (share: number): number => {
  let [low, high] = [-6, 6]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Abramowitz and Stegun 26.2.17: 7.5 decimals, more than a plot shows. */
const normalShare = (x: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x < 0 ? density * series : 1 - density * series
}

const detTicks = [0.0001, 0.001, 0.01, 0.05, 0.2, 0.5]

const normal = (title: string, count: number): Axis => {
  const least = Math.min(0.1, Math.max(1e-5, 0.5 / count))
  const [from, to] = [deviate(least), deviate(0.5)]
  return {
    title,
    place: (value) => (deviate(Math.max(value, least)) - from) / (to - from),
    ticks: detTicks.filter((tick) => tick >= least).map((value) => ({ value, text: percent(value) })),
  }
}

const det = (errors: Errors): Chart => ({
  title: 'DET: detection error trade-off',
  x: normal('false match rate', errors.different),
  y: normal('false non-match rate', errors.same),
  lines: [
    {
      name: 'DET',
      points: errors.curve
        .filter(({ falseMatchRate, falseNonMatchRate }) => falseMatchRate <= 0.5 && falseNonMatchRate <= 0.5)
        .map(({ falseMatchRate, falseNonMatchRate }) => [falseMatchRate, falseNonMatchRate]),
    },
  ],
  marks: marksOf(errors, (rate) => rate),
})

const overThreshold = (errors: Errors): Chart => ({
  title: 'Errors over the threshold',
  x: similarity(),
  y: logarithmic('error rate', 1 / Math.max(errors.different, errors.same)),
  lines: [
    {
      name: 'false matches',
      points: errors.curve.map(({ threshold, falseMatchRate }) => [threshold, falseMatchRate]),
    },
    {
      name: 'false non-matches',
      points: errors.curve.map(({ threshold, falseNonMatchRate }) => [threshold, falseNonMatchRate]),
    },
  ],
})
