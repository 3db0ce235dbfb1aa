import type { FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import { parseCalibration } from '@nani/server/services/face/index.ts'
import { readText } from '../command-line/named-files.ts'

/** A file that `nani face evaluate --fit` wrote. */
export const readCalibration = (path: string): FittedCalibration =>
  parseCalibration(readText(path, { cwd: '/' }), path)
