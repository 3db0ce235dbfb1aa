import { bands, probabilitiesOf, probabilityOf } from '../serving/score-scale.ts'
import { type Metrics, measure } from '../training/metrics.ts'
import { type Axis, drawChart } from './draw-chart.ts'

export type Scores = { scores: Float64Array; target: Uint8Array }

const shares: readonly (readonly [number, string])[] = [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => [
  value,
  `${100 * value} %`,
])
const shareAxis = (title: string): Axis => ({ title, min: 0, max: 1, ticks: shares })
const diagonal = {
  name: 'diagonal',
  points: [
    [0, 0],
    [1, 1],
  ] as const,
  isDashed: true,
}
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** The four plots of a model, by the name of their file. */
export const scoreCharts = ({ scores, target }: Scores): Record<string, string> => ({
  roc: rocChart({ scores, target }),
  calibration: calibrationChart({ scores, target }),
  scores: distributionChart(scores),
  bands: bandChart(measure({ scores, target })),
})

const rocChart = ({ scores, target }: Scores): string => {
  const order = Uint32Array.from(scores, (_, row) => row).sort((a, b) => scores[a]! - scores[b]!)
  const defaults = target.reduce((sum, outcome) => sum + outcome, 0)
  const points: [number, number][] = [[0, 0]]
  let bad = 0
  for (const [place, row] of order.entries()) {
    bad += target[row]!
    const good = place + 1 - bad
    const isLastOfScore = scores[order[place + 1] ?? -1] !== scores[row]
    const point: [number, number] = [good / (target.length - defaults), bad / defaults]
    const before = points.at(-1)!
    if (isLastOfScore && point[0] - before[0] + point[1] - before[1] > 0.01) points.push(point)
  }
  return drawChart({
    title: 'ROC: found defaults against rejected good loans',
    x: shareAxis('Share of the repaid loans below the score'),
    y: shareAxis('Share of the defaults below the score'),
    lines: [{ name: 'model', points: [...points, [1, 1]] }, diagonal],
  })
}

export const calibrationChart = ({ scores, target }: Scores): string => {
  const order = Uint32Array.from(scores, (_, row) => row).sort((a, b) => scores[b]! - scores[a]!)
  const points = Array.from({ length: 20 }, (_, group): [number, number] => {
    const rows = order.slice((group * order.length) / 20, ((group + 1) * order.length) / 20)
    const mean = (value: (row: number) => number) =>
      rows.reduce((sum, row) => sum + value(row), 0) / rows.length
    return [mean((row) => probabilityOf(scores[row]!)), mean((row) => target[row]!)]
  })
  const max = Math.ceil(10 * Math.max(...points.flat())) / 10
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => [part * max, percent(part * max)] as const)
  return drawChart({
    title: 'Calibration: twenty groups of equal size',
    x: { title: 'Mean probability of default that the score states', min: 0, max, ticks },
    y: { title: 'Observed default rate', min: 0, max, ticks },
    lines: [
      { name: 'model', points },
      {
        ...diagonal,
        points: [
          [0, 0],
          [max, max],
        ],
      },
    ],
  })
}

export const distributionChart = (scores: Float64Array): string => {
  const counts = new Array<number>(22).fill(0)
  for (const score of scores) counts[Math.min(21, Math.floor((score - 300) / 25))]!++
  const max = Math.max(...counts) / scores.length
  return drawChart({
    title: 'Distribution of the scores',
    x: {
      title: 'Score',
      min: 300,
      max: 850,
      ticks: [300, 400, 500, 580, 670, 750, 850].map((score) => [score, String(score)]),
    },
    y: {
      title: 'Share of the citizens',
      min: 0,
      max,
      ticks: [0, 0.5, 1].map((part) => [part * max, percent(part * max)]),
    },
    bars: counts.map((count, index) => ({
      from: 300 + 25 * index,
      to: 325 + 25 * index,
      height: count / scores.length,
      label: `${300 + 25 * index} to ${324 + 25 * index}: ${percent(count / scores.length)}`,
    })),
  })
}

const bandChart = ({ bands: found }: Metrics): string =>
  drawChart({
    title: 'Default rate by band (dashed: range of the specification)',
    x: { title: 'Band', min: 0, max: 5, ticks: bands.map((band, index) => [index + 0.5, band]) },
    y: {
      title: 'Observed default rate',
      min: 0,
      max: 0.6,
      ticks: [0, 0.12, 0.25, 0.4, 0.6].map((rate) => [rate, percent(rate)]),
    },
    bars: bands.map((band, index) => ({
      from: index + 0.2,
      to: index + 0.8,
      height: found[band].rate ?? 0,
      label: `${band}: ${found[band].rate === null ? 'no rows' : percent(found[band].rate)}`,
    })),
    lines: bands.flatMap((band, index) =>
      Object.values(probabilitiesOf(band)).map((edge) => ({
        name: band,
        points: [
          [index, Math.min(0.6, edge)],
          [index + 1, Math.min(0.6, edge)],
        ] as const,
        isDashed: true,
      })),
    ),
  })
