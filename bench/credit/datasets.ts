export type Dataset = {
  /** The short name of the file. The split of the rows follows from it. */
  id: string
  file: string
  target: string
  split: 'fixed' | 'twenty'
  /** The least area under the ROC curve, of the fixed split or as the mean of 20 splits. */
  auc: number
  stretch?: number
  /** Calibration and the default rates of the bands are also checked. */
  calibrated?: boolean
  /** Columns that divide the rows for the calibration by group. They serve the evaluation alone. */
  groupings?: readonly string[]
}

/** What the calibration of a fixed split must reach. */
export const calibrationGates = { ks: 0.55, brier: 0.0493, ece: 0.01 } as const

export const datasets: readonly Dataset[] = [
  {
    id: 'gmsc',
    file: 'gmsc_cs_training',
    target: 'SeriousDlqin2yrs',
    split: 'fixed',
    auc: 0.852,
    stretch: 0.86,
    calibrated: true,
    groupings: ['age=30,45,60', 'NumberOfDependents=1,2,3,4', 'MonthlyIncome=2000,4000,6000,10000'],
  },
  { id: 'taiwan', file: 'taiwan_default', target: 'default payment next month', split: 'fixed', auc: 0.764 },
  { id: 'heloc', file: 'heloc', target: 'RiskBad', split: 'twenty', auc: 0.788 },
  { id: 'nigeria', file: 'nigeria_superlender_features', target: 'bad', split: 'twenty', auc: 0.712 },
  { id: 'german', file: 'german_credit', target: 'creditability', split: 'twenty', auc: 0.77 },
  { id: 'credit_data', file: 'modeldata_credit_data', target: 'Status', split: 'twenty', auc: 0.824 },
  { id: 'lending_club', file: 'modeldata_lending_club', target: 'Class', split: 'twenty', auc: 0.725 },
]
