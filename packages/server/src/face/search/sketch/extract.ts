/**
 * The beginning of a sketch, kept once more for a first look at everybody. So many rows are a block: their first bytes stand
 * beside each other, then their second ones, so that one instruction looks sixteen rows up in a table.
 */
export const extractBytes = 24
export const rowsOfBlock = 16
const blockBytes = rowsOfBlock * extractBytes

/** The places of a row's bytes in its plane are so far apart, from the first one on. */
const firstByteOf = (row: number) => Math.floor(row / rowsOfBlock) * blockBytes + (row % rowsOfBlock)

export const writeExtract = (plane: Uint8Array, row: number, sketch: Uint8Array): void => {
  const first = firstByteOf(row)
  for (let byte = 0; byte < extractBytes; byte++) plane[first + byte * rowsOfBlock] = sketch[byte]!
}

export const clearExtract = (plane: Uint8Array, row: number): void => {
  const first = firstByteOf(row)
  for (let byte = 0; byte < extractBytes; byte++) plane[first + byte * rowsOfBlock] = 0
}

/** For each half of a byte, what its sixteen values count for. */
const values = 16
const bitsOfTable = 4
export const tablesBytes = 2 * extractBytes * values

/** What a row comes to on average; a sum stays at 255, for who is as far as that is out of the question. */
const meanSum = 190

/**
 * What is known of the query is more than signs: a bit that differs counts for as much as the query has in its direction, which
 * tells more than how many bits differ. A row with no other sign comes to 0.
 */
export const writeTables = (turned: Float32Array, tables: Uint8Array): void => {
  let sum = 0
  for (let bit = 0; bit < 8 * extractBytes; bit++) sum += Math.abs(turned[bit]!)
  const scale = (2 * meanSum) / sum
  for (let at = 0; at < tablesBytes; at++) {
    const first = Math.floor(at / values) * bitsOfTable
    let differs = 0
    for (let bit = 0; bit < bitsOfTable; bit++) {
      const value = turned[first + bit]!
      const isSet = ((at >> bit) & 1) === 1
      if (isSet !== value > 0) differs += Math.abs(value)
    }
    tables[at] = Math.min(255, Math.round(scale * differs))
  }
}
