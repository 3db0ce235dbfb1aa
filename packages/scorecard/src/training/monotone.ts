/*
 * Isotonic regression by pooling adjacent violators. The result rises, and it is the closest rising sequence in the
 * weighted sum of squares.
 */

export type Block = { from: number; to: number; value: number; weight: number }

/** Blocks of neighbours whose values rise strictly. A block covers the indexes from `from` up to, not including, `to`. */
export const pool = (values: ArrayLike<number>, weights: ArrayLike<number>): Block[] => {
  const blocks: Block[] = []
  for (let index = 0; index < values.length; index++) {
    let last: Block = { from: index, to: index + 1, value: values[index]!, weight: weights[index]! }
    for (let before = blocks.at(-1); before && before.value >= last.value; before = blocks.at(-1)) {
      blocks.pop()
      last = merge(before, last)
    }
    blocks.push(last)
  }
  return blocks
}

const merge = (a: Block, b: Block): Block => {
  const weight = a.weight + b.weight
  const value = weight === 0 ? a.value : (a.value * a.weight + b.value * b.weight) / weight
  return { from: a.from, to: b.to, value, weight }
}
