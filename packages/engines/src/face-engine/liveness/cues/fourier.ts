/**
 * The power of the frequencies of two square pictures. `side` is a power of four. The constant part is at 0. Only the
 * upper half is returned, because the lower half is its mirror. One complex transform handles two real pictures, as
 * real and imaginary part. Symmetry separates the results.
 */
export const powerSpectra = (
  one: Float32Array,
  other: Float32Array,
  side: number,
): [Float32Array, Float32Array] => {
  const tables = makeTables(side)
  const across = { real: turnOver(one, tables), imaginary: turnOver(other, tables) }
  transformColumns(across, tables)
  // A second transposition restores the columns.
  const both = { real: turnOver(across.real, tables), imaginary: turnOver(across.imaginary, tables) }
  transformColumns(both, tables)
  return powersOf(both, side)
}

type Complex = { real: Float32Array; imaginary: Float32Array }

const powersOf = ({ real, imaginary }: Complex, side: number): [Float32Array, Float32Array] => {
  const powers: [Float32Array, Float32Array] = [new Float32Array(side * side), new Float32Array(side * side)]
  for (let y = 0; y < side / 2; y++) {
    const mirrored = ((side - y) % side) * side
    for (let x = 0; x < side; x++) {
      const at = y * side + x
      const opposite = mirrored + ((side - x) % side)
      const evenReal = (real[at]! + real[opposite]!) / 2
      const oddReal = (real[at]! - real[opposite]!) / 2
      const evenImaginary = (imaginary[at]! + imaginary[opposite]!) / 2
      const oddImaginary = (imaginary[at]! - imaginary[opposite]!) / 2
      powers[0][at] = evenReal * evenReal + oddImaginary * oddImaginary
      powers[1][at] = evenImaginary * evenImaginary + oddReal * oddReal
    }
  }
  return powers
}

/** `swap`: the position of each row after its base-4 digits are reversed. */
type Tables = { side: number; cos: Float32Array; sin: Float32Array; swap: Uint32Array }

const made = new Map<number, Tables>()

const makeTables = (side: number): Tables => {
  const known = made.get(side)
  if (known) return known
  const angles = Array.from({ length: side }, (_, index) => (2 * Math.PI * index) / side)
  const tables = {
    side,
    cos: Float32Array.from(angles, Math.cos),
    sin: Float32Array.from(angles, (angle) => -Math.sin(angle)),
    swap: Uint32Array.from({ length: side }, (_, index) => {
      let swapped = 0
      for (let left = index, digit = 1; digit < side; left >>= 2, digit *= 4)
        swapped = 4 * swapped + (left & 3)
      return swapped
    }),
  }
  made.set(side, tables)
  return tables
}

/** Transposes the matrix, with the new rows in the order that the transform needs. */
const turnOver = (values: Float32Array, { side, swap }: Tables): Float32Array => {
  const turned = new Float32Array(values.length)
  for (let x = 0; x < side; x++) {
    const row = swap[x]! * side
    for (let y = 0; y < side; y++) turned[row + y] = values[y * side + x]!
  }
  return turned
}

/**
 * The fast Fourier transform of every column, in place (Cooley and Tukey, radix 4). It processes whole rows, so that
 * memory is read in order and each factor is read once for a row.
 */
const transformColumns = ({ real, imaginary }: Complex, { side, cos, sin }: Tables): void => {
  for (let quarter = 1; quarter < side; quarter *= 4) {
    const stride = side / (4 * quarter)
    for (let index = 0; index < quarter; index++) {
      const [one, two, three] = [index * stride, 2 * index * stride, 3 * index * stride]
      const [cos1, cos2, cos3] = [cos[one]!, cos[two]!, cos[three]!]
      const [sin1, sin2, sin3] = [sin[one]!, sin[two]!, sin[three]!]
      for (let block = index; block < side; block += 4 * quarter) {
        let a = block * side
        let b = a + quarter * side
        let c = b + quarter * side
        let d = c + quarter * side
        for (const end = a + side; a < end; a++, b++, c++, d++) {
          const bReal = real[b]! * cos1 - imaginary[b]! * sin1
          const bImaginary = real[b]! * sin1 + imaginary[b]! * cos1
          const cReal = real[c]! * cos2 - imaginary[c]! * sin2
          const cImaginary = real[c]! * sin2 + imaginary[c]! * cos2
          const dReal = real[d]! * cos3 - imaginary[d]! * sin3
          const dImaginary = real[d]! * sin3 + imaginary[d]! * cos3
          const evenReal = real[a]! + cReal
          const evenImaginary = imaginary[a]! + cImaginary
          const restReal = real[a]! - cReal
          const restImaginary = imaginary[a]! - cImaginary
          const oddReal = bReal + dReal
          const oddImaginary = bImaginary + dImaginary
          // The difference of the odd ones, rotated by a quarter turn.
          const turnedReal = bImaginary - dImaginary
          const turnedImaginary = dReal - bReal
          real[a] = evenReal + oddReal
          imaginary[a] = evenImaginary + oddImaginary
          real[b] = restReal + turnedReal
          imaginary[b] = restImaginary + turnedImaginary
          real[c] = evenReal - oddReal
          imaginary[c] = evenImaginary - oddImaginary
          real[d] = restReal - turnedReal
          imaginary[d] = restImaginary - turnedImaginary
        }
      }
    }
  }
}
