import { existsSync, readFileSync } from 'node:fs'
import type { FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { parseCalibration } from '@nani/server/services/face/index.ts'

/** A file that `nani face evaluate --fit` wrote. */
export const readCalibration = (path: string): FittedCalibration => {
  if (!existsSync(path)) throw new Refusal('file_not_found', `There is no file ${path}.`)
  return parseCalibration(readFileSync(path, 'utf8'), path)
}
