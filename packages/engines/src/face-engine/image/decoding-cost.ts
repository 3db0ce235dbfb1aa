import type { Metadata } from 'sharp'

/**
 * Bounds the memory (about 150 MB) and time (about a second) of a decoder. No photograph of a phone is larger. A JPEG
 * with one scan is decoded row by row. With several scans, all coefficients are kept (two bytes each) and processed
 * once for each scan. A forged file has thousands of scans. A PNG can require the whole image in memory.
 */
export const maxPixels = 50_000_000
const maxCoefficients = 75_000_000
const maxPixelsTimesScans = 400_000_000
const maxPngBytes = 120_000_000

/** Whether the decoding of a photograph costs too much, according to its header. */
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

const startOfScan = 0xda

/** The number of scans of a JPEG. A thumbnail in a segment of the header is not counted. */
export const countScans = (bytes: Uint8Array): number => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== startOfScan) {
    // Any number of fill bytes can precede a marker.
    at += file[at + 1] === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  let scans = 0
  // In the data of a scan, a zero or a restart marker always follows 0xFF.
  for (let next = at; next >= 0 && next < file.length; next = file.indexOf(scanMarker, next + 2)) {
    if (file[next] === 0xff && file[next + 1] === startOfScan) scans++
  }
  return scans
}

const scanMarker = Buffer.from([0xff, startOfScan])
