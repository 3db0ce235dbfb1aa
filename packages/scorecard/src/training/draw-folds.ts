import { drawsOf, type Random } from '../random.ts'

/** The fold of each row. Each fold has about the same number of rows and of defaults. */
export const drawFolds = (target: Uint8Array, folds: number, random: Random): Uint8Array => {
  const draws = drawsOf(random)
  const foldOf = new Uint8Array(target.length)
  for (const outcome of [0, 1]) {
    const rows = Array.from(target.keys()).filter((row) => target[row] === outcome)
    for (let index = rows.length - 1; index > 0; index--) {
      const other = draws.below(index + 1)
      ;[rows[index], rows[other]] = [rows[other]!, rows[index]!]
    }
    for (const [place, row] of rows.entries()) foldOf[row] = place % folds
  }
  return foldOf
}

/** The rows whose fold satisfies the condition. */
export const rowsWhere = (foldOf: Uint8Array, isWanted: (fold: number) => boolean): Uint32Array =>
  Uint32Array.from(Array.from(foldOf.keys()).filter((row) => isWanted(foldOf[row]!)))
