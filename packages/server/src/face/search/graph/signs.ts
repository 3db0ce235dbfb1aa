import { highNibbleOffset } from '../scan/quantise.ts'
import { stepNumbers } from '../scan/scan-kernel.ts'

const half = stepNumbers / 2

/** The signs of a query's numbers. Zero counts as above, as it does in a row. */
export const signsOfQuery = (numbers: Int8Array, dimensions: number): Float32Array =>
  Float32Array.from(numbers.subarray(0, dimensions), (number) => (number < 0 ? -1 : 1))

/** The signs of a template, from the high nibbles of its row. */
export const signsOfRow = (high: Uint8Array, signs: Float32Array): void => {
  for (let index = 0; index < signs.length; index++) {
    const within = index % stepNumbers
    const nibble = high[(index - within) / 2 + (within % half)]! >> (within < half ? 0 : 4)
    signs[index] = (nibble & 15) < highNibbleOffset ? -1 : 1
  }
}
