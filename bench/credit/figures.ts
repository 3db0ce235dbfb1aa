import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RealFileFigures } from '@nani/scorecard/training'

/** Figures of real files for the model card. They are sums over thousands of rows, and no row follows from them. */
const path = join(import.meta.dirname, '../../packages/scorecard/real-file-figures.json')

export const writeFigures = (changes: Partial<RealFileFigures>): void => {
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  writeFileSync(path, `${JSON.stringify({ ...before, ...changes }, null, 1)}\n`)
}
