import { escapeText } from './chart.ts'
import type { Evaluation } from './compare-pairs.ts'
import { errorCharts } from './error-charts.ts'
import type { Rate } from './exact-interval.ts'

export type ReportHead = { title: string; strict: boolean; madeAt: Date }

/** One self-contained page. It loads no resource, runs no script, and names no photograph. */
export const evaluationReport = (evaluation: Evaluation, { title, strict, madeAt }: ReportHead): string => {
  const { modelId, pairs, notCompared, errors } = evaluation
  const compared = pairs - notCompared
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeText(title)}</title><style>${style}</style></head><body><main>
<h1>${escapeText(title)}</h1>
<p>Model <code>${escapeText(modelId)}</code>, ${madeAt.toISOString().slice(0, 10)}. ${compared} of ${pairs} pairs compared: ${errors.same} of the same person, ${errors.different} of different people. ${
    strict
      ? 'Photographs that the service refuses were omitted, as in operation.'
      : 'Every photograph with a face was compared, also those that the service refuses.'
  }</p>
${errors.equalError ? `<p>Equal error rate ${percent(errors.equalError.rate)} at ${errors.equalError.threshold.toFixed(3)}; area under the curve ${errors.areaUnderCurve!.toFixed(5)}.</p>` : ''}
<h2>Errors at the thresholds of the guidance</h2>
${table(
  ['threshold', 'false matches (FMR)', '95 %', 'false non-matches (FNMR)', '95 %'],
  errors.at.map(({ threshold, falseMatch, falseNonMatch }) => [
    threshold.toFixed(2),
    counted(falseMatch),
    interval(falseMatch),
    counted(falseNonMatch),
    interval(falseNonMatch),
  ]),
)}
<h2>Thresholds for a false match rate</h2>
${table(
  ['at most', 'threshold', 'true match rate', '95 %'],
  errors.atFalseMatchRate.map(({ wanted, errors: found }) =>
    found
      ? [
          percent(wanted),
          found.threshold.toFixed(4),
          percent(1 - found.falseNonMatch.rate),
          `${percent(1 - found.falseNonMatch.high)} to ${percent(1 - found.falseNonMatch.low)}`,
        ]
      : [percent(wanted), `takes ${Math.ceil(1 / wanted)} pairs of different people at least`, '', ''],
  ),
)}
<p class="note">Intervals are exact (Clopper–Pearson) and take pairs for independent; pairs that share people make them rather too narrow. Where nothing was counted the upper end says how much it can still be.</p>
<div class="charts">${errorCharts(evaluation).join('\n')}</div>
<h2>What the service answers to the photographs</h2>
${table(
  ['answer', 'photographs', ''],
  tally(evaluation).map(([answer, count]) => [
    answer,
    String(count),
    percent(count / Math.max(1, evaluation.captures.length)),
  ]),
)}
</main></body></html>
`
}

export const percent = (share: number): string =>
  share === 0 || share === 1 ? `${100 * share} %` : `${Number((100 * share).toPrecision(3))} %`
const counted = ({ count, total, rate }: Rate) =>
  total === 0 ? 'no pairs' : `${percent(rate)} (${count} of ${total})`
const interval = ({ total, low, high }: Rate) => (total === 0 ? '' : `${percent(low)} to ${percent(high)}`)

/** Answers, most frequent first. */
export const tally = ({ captures }: Pick<Evaluation, 'captures'>): [string, number][] =>
  [...Map.groupBy(captures, ({ answer }) => answer)]
    .map(([answer, list]): [string, number] => [answer, list.length])
    .toSorted(([, a], [, b]) => b - a)

const table = (head: readonly string[], rows: readonly (readonly string[])[]) => {
  const cells = (kind: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${kind}>${escapeText(cell)}</${kind}>`).join('')}</tr>`
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`
}

const style = `:root{color-scheme:light dark;--ink:#1c2733;--dim:#66717d;--grid:#dfe4e9;--s0:#c2452d;--s1:#2468a8}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9ee;--dim:#98a3ae;--grid:#36404a;--s0:#ee7d64;--s1:#6bb0ee}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);margin:2rem 1rem}main{max-width:74rem;margin:auto}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--grid)}th{color:var(--dim);font-weight:600}
.note{color:var(--dim);max-width:46rem}.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1.5rem}
svg{width:100%;height:auto}svg text{font-size:12px;fill:var(--dim)}svg .title{font-size:14px;font-weight:600;fill:var(--ink)}
.grid{stroke:var(--grid)}.line{fill:none;stroke-width:2}.line.s0{stroke:var(--s0)}.line.s1{stroke:var(--s1)}
.bar,.key{opacity:.62}.s0.bar,.s0.key{fill:var(--s0)}.s1.bar,.s1.key{fill:var(--s1)}.mark{fill:var(--ink)}`
