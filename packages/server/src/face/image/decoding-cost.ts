import type { Metadata } from 'sharp'

/*
 * What a decoder may be made to hold and to do: some 150 MB, and about a second. No phone's photograph is larger.
 * A JPEG of one scan is decoded row by row; of several, all its coefficients are kept (two bytes each) and gone over once
 * for each scan, of which a forged file has thousands. A PNG may have to be kept whole.
 */
export const maxPixels = 50_000_000
const maxCoefficients = 75_000_000
const maxPixelsTimesScans = 400_000_000
const maxPngBytes = 120_000_000

/** Whether a photograph that says so of itself is too costly to decode. */
export const isTooCostly = (
  format: 'jpeg' | 'png',
  bytes: Uint8Array,
  { width, height, channels, depth }: Metadata,
): boolean => {
  const pixels = width * height
  if (pixels > maxPixels) return true
  if (format === 'png') return pixels * channels * (depth === 'ushort' ? 2 : 1) > maxPngBytes
  const scans = countScans(bytes)
  return scans > 1 && (pixels * channels > maxCoefficients || pixels * scans > maxPixelsTimesScans)
}

const START_OF_SCAN = 0xda

/** How many scans a JPEG has; a thumbnail inside a segment of its header is not counted. */
export const countScans = (bytes: Uint8Array): number => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== START_OF_SCAN) {
    // A marker may be preceded by any number of fill bytes.
    at += file[at + 1] === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  let scans = 0
  // Within the data of a scan 0xFF is always followed by a zero or a restart marker.
  for (let next = at; next >= 0 && next < file.length; next = file.indexOf(scanMarker, next + 2)) {
    if (file[next] === 0xff && file[next + 1] === START_OF_SCAN) scans++
  }
  return scans
}

const scanMarker = Buffer.from([0xff, START_OF_SCAN])
