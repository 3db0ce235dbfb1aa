// Annex K.1 of ITU-T T.81: the table that almost every encoder scales, as the sum of its 64 values.
const standardLuminanceSum = 3692

const startOfScan = 0xda
const quantisationTables = 0xdb

/**
 * The quality from 1 to 100 that corresponds to the luminance table of a JPEG, in the scale of encoders. It describes
 * the last compression. Null without such a table.
 */
export const jpegQuality = (bytes: Uint8Array): number | null => {
  const sum = luminanceTableSum(bytes)
  if (sum === null) return null
  const percent = (100 * sum) / standardLuminanceSum
  const quality = percent > 100 ? 5000 / percent : (200 - percent) / 2
  return Math.min(100, Math.max(1, Math.round(quality)))
}

const luminanceTableSum = (bytes: Uint8Array): number | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 4 <= bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (marker === startOfScan || end > bytes.length) return null
    const sum = marker === quantisationTables ? tableZero(view, at + 4, end) : null
    if (sum !== null) return sum
    at = end
  }
  return null
}

/** A segment has several tables, with one or two bytes for each value. Number 0 is the luminance by convention. */
const tableZero = (view: DataView, from: number, end: number): number | null => {
  let at = from
  while (at < end) {
    const bytesEach = view.getUint8(at) >> 4 === 0 ? 1 : 2
    const number = view.getUint8(at) & 15
    const next = at + 1 + 64 * bytesEach
    if (next > end) return null
    if (number === 0) {
      let sum = 0
      for (let place = at + 1; place < next; place += bytesEach) {
        sum += bytesEach === 1 ? view.getUint8(place) : view.getUint16(place)
      }
      return sum
    }
    at = next
  }
  return null
}
