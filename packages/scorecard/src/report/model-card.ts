import { basisOf, type ScorecardModel } from '../serving/model.ts'
import { bands, probabilitiesOf } from '../serving/score-scale.ts'
import type { CalibrationByGroup } from '../training/calibration-by-group.ts'
import type { OverSplits } from '../training/measure-splits.ts'
import type { Metrics } from '../training/metrics.ts'
import { groupsTable, percent, tableRow as row, splitsTable } from './card-figures.ts'

export type CardInput = {
  model: ScorecardModel
  /** Metrics of rows that no part of the training read. */
  test: Metrics
  /** How to train the model again. */
  command: string
  /** How the rows came about, in sentences. */
  data: readonly string[]
  limits: readonly string[]
  /** The addresses of the plots, relative to the page. */
  charts: readonly { title: string; file: string }[]
  /** The figures of several splits of the same rows. */
  splits: OverSplits
  /** The calibration of groups of the test part. Empty: the rows do not show the groups. */
  groups: CalibrationByGroup
  /** Further sections, as lines. */
  sections?: readonly string[]
}

/** The model card as Markdown. The first line says whether the rows are generated. */
export const modelCard = (input: CardInput): string => {
  const { model, command, data, limits, charts } = input
  const first = model.trained_on.generated
    ? 'This model is trained on generated data: no row describes a real person, and it must not decide about one.'
    : `This model is trained on ${model.trained_on.description}`
  return `${[
    first,
    '',
    '# Model card of the credit scorecard',
    '',
    'The trainer writes this page. Do not edit it. The command is:',
    '',
    '```sh',
    command,
    '```',
    '',
    row('Property', 'Value'),
    row('---', '---'),
    row('Version', `\`${model.version}\``),
    row(
      'Method',
      model.method === 'boosted'
        ? 'boosted look-up tables, additive, monotone'
        : 'weight of evidence, regression',
    ),
    row('Features', model.features.length),
    row('Calibration', model.calibration.method),
    row('Thin-file score', model.thin_file_score),
    '',
    '## Data',
    '',
    ...data,
    '',
    ...productionSection(model),
    ...testSection(input),
    ...groupSection(input),
    ...(input.sections ?? []),
    ...tableSection(model),
    ...(charts.length === 0
      ? []
      : ['## Plots', '', ...charts.map(({ title, file }) => `![${title}](${file})\n`)]),
    '## Excluded characteristics',
    '',
    `These are never inputs: ${model.trained_on.excluded.join(', ')}. The loader refuses a model that reads one of them.`,
    '',
    '## Limits',
    '',
    ...limits.map((limit) => `- ${limit}`),
  ].join('\n')}\n`
}

const productionSection = (model: ScorecardModel): string[] => [
  '## Use in production',
  '',
  ...(basisOf(model) === 'generated'
    ? [
        'The model is generated. In production the service answers `model_not_ready` while it is active, until two operators',
        'accept it with `nani credit-model accept-generated --reason R --as N`. `nani credit-model show` names them, their',
        'reasons and the time of an installation.',
      ]
    : [
        'The model rests on outcomes, and may score in production after two operators activated it. `nani credit-model show`',
        'says which version an installation uses.',
      ]),
  '',
]

const groupSection = ({ groups }: CardInput): string[] => [
  '## Calibration by group of the test part',
  '',
  ...(groups.length === 0
    ? [
        'Not measured: the rows of this model have no column of the groups. The options `--group` of `nani credit-model train`',
        'and `evaluate` name such columns, for example the age. They are read for the evaluation alone.',
        '',
      ]
    : [
        'The columns are read for this table alone. Above × 1 more people default than the model says, below × 1 fewer.',
        '',
        ...groupsTable(groups),
      ]),
]

const testSection = ({ model, test, splits }: CardInput): string[] => [
  '## Splits and metrics',
  '',
  'The rows of the test part follow from a hash of their number: 3 of 10 rows. No part of the training reads them.',
  'The other rows are divided into five folds. Each fold is scored by tables that did not see it.',
  'Shrinkage and calibration are fitted on these scores.',
  '',
  row('Metric', 'Test part', 'Held-out folds'),
  row('---', '---', '---'),
  row('Rows', test.rows, model.trained_on.rows),
  row('Defaults', test.defaults, model.trained_on.defaults),
  row('AUC', test.auc.toFixed(4), model.metrics.held_out_auc?.toFixed(4) ?? ''),
  row('KS', test.ks.toFixed(4), model.metrics.held_out_ks?.toFixed(4) ?? ''),
  row('Brier score', test.brier.toFixed(4), model.metrics.held_out_brier?.toFixed(4) ?? ''),
  row('Expected calibration error', test.ece.toFixed(4), model.metrics.held_out_ece?.toFixed(4) ?? ''),
  '',
  'One split can be lucky. So the training was repeated on other splits of the same rows, of which the first is the one',
  'above:',
  '',
  ...splitsTable(splits),
  row('Band', 'Range of the specification', 'Rows of the test part', 'Observed default rate'),
  row('---', '---', '---', '---'),
  ...bands.map((band) => {
    const { min, max } = probabilitiesOf(band)
    return row(
      band,
      `${percent(min)} to ${percent(max)}`,
      test.bands[band].rows,
      percent(test.bands[band].rate),
    )
  }),
  '',
]

const tableSection = (model: ScorecardModel): string[] => {
  const [, ...factors] = model.shrinkage
  return [
    '## Withheld data',
    '',
    'A missing source takes its missing bins. Their contribution is at most 0. A favourable sum is multiplied by a factor',
    'that depends on the number of sources. The fitted slopes are made to rise with the number, so that hiding a source',
    'never pays. An unfavourable sum keeps its full weight.',
    '',
    row('Sources', 'Fitted slope', 'Factor'),
    row('---', '---', '---'),
    ...factors.map((factor, index) =>
      row(index + 1, model.shrinkage_fitted[index]?.toFixed(3) ?? '', factor.toFixed(3)),
    ),
    '',
    '## Features',
    '',
    'The contribution of a bin is weight × (WOE − training mean), in log odds of a repaid loan.',
    '',
    row('Feature', 'Factor', 'Bins', 'Lowest', 'Highest', 'Missing'),
    row('---', '---', '---', '---', '---', '---'),
    ...model.features.map(({ name, factor, bins, weight, mean }) => {
      const found = bins.map(({ woe }) => weight * (woe - mean))
      const signed = (value: number) => value.toFixed(2)
      return row(
        `\`${name}\``,
        `\`${factor ?? ''}\``,
        bins.length,
        signed(Math.min(...found)),
        signed(Math.max(...found)),
        signed(found.at(-1)!),
      )
    }),
    '',
  ]
}
