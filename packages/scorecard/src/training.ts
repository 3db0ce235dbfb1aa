export { realFileSection } from './report/card-figures.ts'
export { drawChart, escapeText } from './report/draw-chart.ts'
export { modelCard } from './report/model-card.ts'
export type { RealFileFigures } from './report/real-file-figures.ts'
export { scoreCharts } from './report/score-charts.ts'
export { calibrationByGroup, readGrouping, readGroups } from './training/calibration-by-group.ts'
export { scoresOfTable } from './training/evaluate-model.ts'
export { type FactorMap, readFactorMap } from './training/factor-map.ts'
export { overSplits, splitNames, trainAndTest } from './training/measure-splits.ts'
export { type Metrics, measure } from './training/metrics.ts'
export { mapOfModel, withPlainOutcomes } from './training/own-outcomes.ts'
export { readCsv } from './training/read-csv.ts'
export { type HeldOut, type Recalibration, recalibrate } from './training/recalibrate.ts'
export { hashOfText } from './training/split-rows.ts'
export {
  type DataFile,
  evaluateFile,
  isFileError,
  type MeasuredModel,
  recalibrateFile,
  type TrainedModel,
  trainFile,
} from './training/train-file.ts'
export { readTrainingTable, selectRows, type TrainingTable } from './training/training-table.ts'
