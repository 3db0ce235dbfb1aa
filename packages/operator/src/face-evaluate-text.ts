import { paint, printable, type Terminal } from '@nani/cli'
import { type Evaluation, percent, type Rate, tally } from '@nani/engines/face-evaluation/index.ts'

const maxAnswers = 8

const rate = ({ rate, low, high }: Rate) => `${percent(rate)} (${percent(low)} to ${percent(high)})`

/** What a person reads of an evaluation; the plots are in the report. */
export const evaluationText = (evaluation: Evaluation, reportPath: string, terminal: Terminal): string => {
  const { modelId, pairs, notCompared, captures, errors } = evaluation
  const dim = (text: string) => paint(terminal, 'quiet', text)
  const answers = tally(evaluation).slice(0, maxAnswers)
  return [
    `  ${pairs - notCompared} of ${pairs} pairs compared: ${errors.same} of the same person, ${errors.different} of different people`,
    dim(`  model ${printable(modelId)}; 95 % intervals are exact, for pairs that are independent`),
    '',
    ...errors.at.map(
      ({ threshold, falseMatch, falseNonMatch }) =>
        `  ${threshold.toFixed(2)}  false matches ${rate(falseMatch)}, false non-matches ${rate(falseNonMatch)}`,
    ),
    ...(errors.equalError ? [`  equal error rate ${percent(errors.equalError.rate)}`] : []),
    '',
    `  ${captures.length} photographs; the service answers`,
    ...answers.map(([answer, count]) => `  ${String(count).padStart(8)}  ${printable(answer)}`),
    '',
    `  ${printable(reportPath)}`,
    '',
  ].join('\n')
}
