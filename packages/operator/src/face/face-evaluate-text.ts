import { columns, paint, printable, type Terminal } from '@nani/cli'
import {
  type Evaluation,
  type FittedCalibration,
  percent,
  type Rate,
  type ReportedPair,
  tally,
} from '@nani/engines/face-evaluation/index.ts'

const maxAnswers = 8

const rate = ({ rate, low, high }: Rate) => `${percent(rate)} (${percent(low)} to ${percent(high)})`

/** What a person reads of an evaluation; the plots are in the report. */
export const evaluationText = (evaluation: Evaluation, terminal: Terminal): string => {
  const { modelId, calibration, pairs, notCompared, captures, errors, groups, worst } = evaluation
  const dim = (text: string) => paint(terminal, 'quiet', text)
  const answers = tally(evaluation).slice(0, maxAnswers)
  return [
    `  ${pairs - notCompared} of ${pairs} pairs compared: ${errors.same} of the same person, ${errors.different} of different people`,
    dim(`  model ${printable(modelId)}, calibration ${printable(calibration)}`),
    dim('  95 % intervals are exact, for pairs that are independent'),
    '',
    ...errors.at.map(ratesAt),
    ...(errors.equalError ? [`  equal error rate ${percent(errors.equalError.rate)}`] : []),
    '',
    ...groups.flatMap(({ group, people, photographs, errors }) => [
      `  ${printable(group)}: ${people === null ? '' : `${people} people, `}${photographs} photographs`,
      ...errors.at.map(ratesAt),
      '',
    ]),
    ...worstText('The most similar pairs of different people', worst.different),
    ...worstText('The least similar pairs of the same person', worst.same),
    `  ${captures.length} photographs; the service answers`,
    ...answers.map(([answer, count]) => `  ${String(count).padStart(8)}  ${printable(answer)}`),
    '',
  ].join('\n')
}

const ratesAt = ({ threshold, falseMatch, falseNonMatch }: Evaluation['errors']['at'][number]) =>
  `  ${threshold.toFixed(2)}  false matches ${rate(falseMatch)}, false non-matches ${rate(falseNonMatch)}`

const worstText = (title: string, pairs: readonly ReportedPair[]): string[] =>
  pairs.length === 0
    ? []
    : [
        `  ${title}. Look at them first: a label may be wrong.`,
        columns(
          pairs.map(({ a, b, similarity }) => [similarity.toFixed(4), printable(a), printable(b)]),
          '    ',
        ),
        '',
      ]

/** What a fit changed, and what the operator does with it. */
export const fitText = (
  { id, fitted_on, supported_rate }: FittedCalibration,
  path: string,
  terminal: Pick<Terminal, 'color'>,
): string => {
  const people = fitted_on.map(
    ({ group, people, pairs }) =>
      `${group === null ? '' : `${printable(group)}: `}${people} people, ${pairs} pairs`,
  )
  return `  ${printable(path)} is the calibration ${id}, fitted to ${people.join('; ')}.
  Its pairs support a false match rate down to ${percent(supported_rate)}. Beyond it the similarity is extrapolated.
${paint(terminal, 'quiet', '  Put it in force: nani face calibration activate FILE. A second operator confirms it.')}

`
}
