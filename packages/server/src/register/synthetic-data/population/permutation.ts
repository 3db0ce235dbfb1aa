import { hashOf, mix } from '../draws.ts'

/**
 * A bijection of 0 … size − 1 from a seed: unique numbers that look random. A four-round Feistel network on the next
 * power of four. A result outside the range is permuted again.
 */
export const permutation = (size: number, seed: string): ((index: number) => number) => {
  const halfBits = Math.ceil(Math.log2(size) / 2)
  const half = 2 ** halfBits
  const keys = [0, 1, 2, 3].map((round) => hashOf(`${seed} round ${round}`))
  const scramble = (value: number): number => {
    let left = Math.floor(value / half)
    let right = value % half
    for (const key of keys) {
      const next = (left ^ mix(right ^ key)) & (half - 1)
      left = right
      right = next
    }
    return left * half + right
  }
  return (index) => {
    let value = scramble(index % size)
    while (value >= size) value = scramble(value)
    return value
  }
}
