import { bands, probabilitiesOf } from '../serving/score-scale.ts'
import { drawChart, escapeText } from './draw-chart.ts'
import { type Comparison, countBands, type GroupShare, leastOfGroup, type Monitoring } from './monitoring.ts'
import { calibrationChart, distributionChart } from './score-charts.ts'

export type PageFacts = { title: string; facts: readonly (readonly [name: string, value: string])[] }

/** Usual limits of the index: below the first nothing has changed, above the second much has. */
export const stabilityLimits = { watch: 0.1, act: 0.25 } as const
/** The four-fifths rule. */
export const leastRatio = 0.8

const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`)
const cell = (text: string | number, mark = '') =>
  `<td${mark && ` class="${mark}"`}>${escapeText(String(text))}</td>`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${escapeText(head)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.join('')}</tr>`)
    .join('\n')}</tbody></table>`
const paragraph = (text: string) => `<p>${escapeText(text)}</p>`
const section = (title: string, ...parts: readonly string[]) =>
  `<section><h2>${escapeText(title)}</h2>\n${parts.join('\n')}\n</section>`

const style = `body{font:15px/1.5 sans-serif;color:#222;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;margin:.5rem 0}
th,td{border:1px solid #ccc;padding:.2rem .6rem;text-align:right}th:first-child,td:first-child{text-align:left}
.watch{background:#fdf1cf}.act{background:#f8d7d2;font-weight:bold}svg{max-width:560px;width:100%}`

/** The report as one HTML file: no script, and no address of another file. It names no citizen. */
export const monitoringPage = (found: Monitoring, { title, facts }: PageFacts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeText(title)}</h1>
${table(
  ['Property', 'Value'],
  facts.map(([name, value]) => [cell(name), cell(value)]),
)}
${[populationSection(found), stabilitySection(found), outcomeSection(found), impactSection(found)].join('\n')}
${found.challengers.length > 0 ? challengerSection(found.challengers) : ''}
</body>
</html>
`

const populationSection = ({ scores, thinFiles, all }: Monitoring): string => {
  const counts = countBands(all)
  return section(
    'Population',
    table(
      ['Scores', 'Thin files', ...bands.map((band) => `Band ${band}`)],
      [
        [
          cell(scores),
          cell(percent(scores === 0 ? null : thinFiles / scores)),
          ...bands.map((band) => cell(percent(scores === 0 ? null : counts[band] / scores))),
        ],
      ],
    ),
    ...(scores > 0 ? [distributionChart(all)] : []),
    paragraph('The scores are those of the model, before the adjustments for fraud and sanctions.'),
  )
}

const markOf = (index: number) =>
  index >= stabilityLimits.act ? 'act' : index >= stabilityLimits.watch ? 'watch' : ''

const stabilitySection = ({ scoreStability, stability }: Monitoring): string =>
  section(
    'Stability against the training rows',
    paragraph(
      `Population stability index. From ${stabilityLimits.watch}: watch. From ${stabilityLimits.act}: find the cause, and consider a new model.`,
    ),
    table(
      ['Score and features', 'Index'],
      [scoreStability, ...stability].map(({ name, index }) => [
        cell(name),
        cell(index.toFixed(4), markOf(index)),
      ]),
    ),
    stabilityChart(scoreStability.expected, scoreStability.observed),
  )

const stabilityChart = (expected: readonly number[], observed: readonly number[]): string => {
  const max = Math.max(0.1, ...expected, ...observed)
  const line = (name: string, shares: readonly number[], isDashed: boolean) => ({
    ...{ name, isDashed },
    points: shares.map((share, index) => [index + 0.5, share] as const),
  })
  return drawChart({
    title: 'Scores by the groups of the training (dashed: training)',
    x: {
      title: 'Group of training scores, from the lowest',
      ...{ min: 0, max: expected.length },
      ticks: expected.map((_, index) => [index + 0.5, String(index + 1)] as const),
    },
    y: {
      title: 'Share of the scores',
      ...{ min: 0, max },
      ticks: [0, 0.5, 1].map((part) => [part * max, percent(part * max)] as const),
    },
    lines: [line('now', observed, false), line('training', expected, true)],
  })
}

const outcomeSection = ({ outcomes, known }: Monitoring): string => {
  if (!outcomes)
    return section(
      'Outcomes',
      paragraph(
        known === 0
          ? 'No outcome is known. Calibration and AUC need the outcomes of loans.'
          : `${known} outcomes are known. Calibration and AUC need defaults and repaid loans.`,
      ),
    )
  const { metrics, scores, target } = outcomes
  return section(
    'Outcomes',
    table(
      ['Rows', 'Defaults', 'AUC', 'KS', 'Brier score', 'Expected calibration error'],
      [
        [
          ...[metrics.rows, metrics.defaults].map((count) => cell(count)),
          ...[metrics.auc, metrics.ks, metrics.brier, metrics.ece].map((value) => cell(value.toFixed(4))),
        ],
      ],
    ),
    table(
      ['Band', 'Range of the specification', 'Rows', 'Observed default rate'],
      bands.map((band) => {
        const { min, max } = probabilitiesOf(band)
        const { rows, rate } = metrics.bands[band]
        const isOutside = rate !== null && rows >= leastOfGroup && (rate < min || rate > max)
        return [
          cell(band),
          cell(`${percent(min)} to ${percent(max)}`),
          cell(rows),
          cell(percent(rate), isOutside ? 'watch' : ''),
        ]
      }),
    ),
    ...(metrics.rows >= 20 ? [calibrationChart({ scores, target })] : []),
  )
}

const impactSection = ({ gender, province, cutoff }: Monitoring): string =>
  section(
    'Adverse impact',
    paragraph(
      `The share of scores from ${cutoff} up in each group, and its ratio to the highest share of a group. Below ${leastRatio} the ratio must be explained. Gender and province are read for this report and are never an input of a score. Groups with fewer than ${leastOfGroup} scores are left out.`,
    ),
    ...[groupTable('Gender', gender), groupTable('Province', province)],
  )

const groupTable = (title: string, groups: readonly GroupShare[]): string =>
  groups.length === 0
    ? paragraph(`${title}: no group is large enough.`)
    : table(
        [title, 'Scores', 'Favourable', 'Ratio'],
        groups.map(({ group, scores, favoured, ratio }) => [
          cell(group),
          cell(scores),
          cell(percent(favoured / scores)),
          cell(ratio === null ? '–' : ratio.toFixed(3), ratio !== null && ratio < leastRatio ? 'act' : ''),
        ]),
      )

const challengerSection = (challengers: readonly Comparison[]): string =>
  section(
    'Challenger',
    paragraph('Models in shadow mode. Their scores were stored and never returned.'),
    table(
      ['Version', 'Scores', 'Mean difference', 'Other band', 'AUC', 'AUC of the active model'],
      challengers.map(({ version, scores, meanDifference, otherBand, auc }) => [
        cell(version),
        cell(scores),
        cell(meanDifference.toFixed(1)),
        cell(percent(otherBand)),
        cell(auc ? auc.challenger.toFixed(4) : '–'),
        cell(auc ? auc.active.toFixed(4) : '–'),
      ]),
    ),
  )
