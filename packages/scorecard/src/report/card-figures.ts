import { bands, probabilitiesOf } from '../serving/score-scale.ts'
import type { CalibrationByGroup } from '../training/calibration-by-group.ts'
import { type OverSplits, splitFigures } from '../training/measure-splits.ts'
import type { RealFileFigures } from './real-file-figures.ts'

export const percent = (share: number | null) =>
  share === null ? 'no rows' : `${(100 * share).toFixed(1)} %`
export const tableRow = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`

const titles = { auc: 'AUC', ks: 'KS', brier: 'Brier score', ece: 'Expected calibration error' } as const

/** The mean over several splits of the same rows, with every single value. */
export const splitsTable = (
  splits: OverSplits,
  gates?: Readonly<Record<keyof OverSplits, number>>,
): string[] => [
  tableRow('Metric', 'Mean', 'Each split', ...(gates ? ['Gate', 'Met by the mean', 'Met on'] : [])),
  tableRow('---', '---', '---', ...(gates ? ['---', '---', '---'] : [])),
  ...splitFigures.map((name) => {
    const { values, mean } = splits[name]
    const each = values.map((value) => value.toFixed(4)).join(', ')
    return tableRow(
      titles[name],
      mean.toFixed(5),
      each,
      ...(gates ? gateCells(name, gates[name], splits) : []),
    )
  }),
  '',
]

const isLeast = (name: keyof OverSplits): boolean => name === 'auc' || name === 'ks'
const meetsGate = (name: keyof OverSplits, value: number, gate: number): boolean =>
  isLeast(name) ? value >= gate : value <= gate

const gateCells = (name: keyof OverSplits, gate: number, splits: OverSplits): string[] => {
  const meets = (value: number) => meetsGate(name, value, gate)
  const { values, mean } = splits[name]
  return [
    `${isLeast(name) ? 'at least' : 'at most'} ${gate}`,
    meets(mean) ? 'yes' : 'no',
    `${values.filter(meets).length} of ${values.length}`,
  ]
}

export const groupsTable = (found: CalibrationByGroup): string[] => [
  tableRow('Column', 'Group', 'Rows', 'Predicted', 'Observed', 'Observed / predicted'),
  tableRow('---', '---', '---', '---', '---', '---'),
  ...found.flatMap(({ column, groups }) =>
    groups.map(({ group, rows, predicted, observed, ratio }) =>
      tableRow(`\`${column}\``, group, rows, percent(predicted), percent(observed), `× ${ratio.toFixed(2)}`),
    ),
  ),
  '',
]

/** What the benchmark measured on a file of real loans: the trainer, and the shipped model before and after. */
export const realFileSection = ({ trainer, shipped }: RealFileFigures): string[] => {
  const { before, after, line } = shipped
  const figure = (name: string, of: (found: typeof before) => string) => tableRow(name, of(before), of(after))
  return [
    '## Real loans',
    '',
    'The figures of this section are of a real file, which is not part of the repository: Give Me Some Credit, 150,000',
    'borrowers. `npm run bench:credit -- gmsc` measures them again.',
    '',
    '### The shipped model on real loans',
    '',
    'The file has five of the 27 fields. The order of the shipped model holds. Its probabilities do not: they rest on',
    'invented people. So production does not use it before a recalibration, or before operators accept it. The recalibration',
    `was fitted on ${line.rows} loans: log odds = ${line.intercept.toFixed(3)} + ${line.slope.toFixed(3)} × log odds of the model. The figures are of`,
    `${after.rows} other loans, with ${after.defaults} defaults.`,
    '',
    tableRow('Figure', 'As shipped', 'Recalibrated'),
    tableRow('---', '---', '---'),
    figure('Predicted defaults', ({ predicted }) => percent(predicted)),
    figure('Observed defaults', ({ rows, defaults }) => percent(defaults / rows)),
    figure('AUC', ({ auc }) => auc.toFixed(4)),
    figure('Brier score', ({ brier }) => brier.toFixed(4)),
    figure('Expected calibration error', ({ ece }) => ece.toFixed(4)),
    ...bands.map((band) => {
      const { min, max } = probabilitiesOf(band)
      return figure(`Band ${band}, ${percent(min)} to ${percent(max)}: rows and observed rate`, (found) =>
        found.bands[band].rows === 0
          ? 'no rows'
          : `${found.bands[band].rows}, ${percent(found.bands[band].rate)}`,
      )
    }),
    '',
    '### The trainer over five splits',
    '',
    'This is another model, which the same trainer makes of the 19 features of this file. The first split is the one that',
    'the benchmark checks. One split can be lucky, so the mean counts. It is compared before rounding.',
    '',
    ...splitsTable(trainer.splits, trainer.gates),
    ...missedGates(trainer),
    '### Calibration by group',
    '',
    'Rows of all five test parts, scored by a model that did not read them. Age is never an input: it is read for this table',
    'alone. The number of dependants and the income are inputs of this model on this file. The shipped model has neither.',
    'Above × 1 more people default than the model says, below × 1 fewer. The model cannot follow what the age alone says, so',
    'it is too strict with older people and too mild with young ones.',
    '',
    ...groupsTable(trainer.groups),
  ]
}

/** A gate that the checked split meets may still be missed by others. */
const missedGates = ({ gates, splits }: RealFileFigures['trainer']): string[] => {
  const missed = splitFigures.flatMap((name) => {
    const { values } = splits[name]
    const met = values.filter((value) => meetsGate(name, value, gates[name])).length
    return met === values.length
      ? []
      : [
          `- The gate of the ${titles[name]} is met on ${met} of ${values.length} splits only. Do not rely on it.`,
        ]
  })
  return missed.length === 0 ? [] : [...missed, '']
}
