import type { CalibrationByGroup } from '../training/calibration-by-group.ts'
import type { OverSplits, SplitFigure } from '../training/measure-splits.ts'
import type { HeldOut } from '../training/recalibrate.ts'

/** Figures that the benchmark measured on real files, which are not part of the repository. */
export type RealFileFigures = {
  /** A model that this trainer trained on the file. */
  trainer: {
    file: string
    gates: Record<SplitFigure, number>
    splits: OverSplits
    groups: CalibrationByGroup
  }
  /** The shipped model on the same file, and after its recalibration. */
  shipped: {
    before: HeldOut
    after: HeldOut
    line: { intercept: number; slope: number; rows: number; missing_share: number }
  }
}
