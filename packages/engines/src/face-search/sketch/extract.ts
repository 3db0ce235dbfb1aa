/**
 * The beginning of a sketch, stored separately for a first pass over all rows. A block contains this number of rows:
 * all their first bytes, then all second bytes. One instruction then looks up sixteen rows in a table.
 */
export const extractBytes = 24
export const rowsOfBlock = 16
const blockBytes = rowsOfBlock * extractBytes

/** The bytes of a row have this distance in its plane, starting at its first byte. */
const firstByteOf = (row: number) => Math.floor(row / rowsOfBlock) * blockBytes + (row % rowsOfBlock)

export const writeExtract = (plane: Uint8Array, row: number, sketch: Uint8Array): void => {
  const first = firstByteOf(row)
  for (let byte = 0; byte < extractBytes; byte++) plane[first + byte * rowsOfBlock] = sketch[byte]!
}

export const clearExtract = (plane: Uint8Array, row: number): void => {
  const first = firstByteOf(row)
  for (let byte = 0; byte < extractBytes; byte++) plane[first + byte * rowsOfBlock] = 0
}

/** For each half of a byte: the weights of its sixteen values. */
const values = 16
const bitsOfTable = 4
export const tablesBytes = 2 * extractBytes * values

/** The average sum of a row. A sum saturates at 255. Rows with such a sum are never candidates. */
const meanSum = 190

/**
 * The query is known completely, not only by its signs. A differing bit therefore counts with the query's magnitude in
 * that direction, which is more precise than the number of differing bits. A row with equal signs has the sum 0.
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
