import { EvidenceRefused } from '../evidence-format.ts'

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app2: 0xe2 } as const
/** Markers without a length: TEM, and the restarts of a scan. */
const hasNoLength = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7)
/** The frame headers: all of SOF0 to SOF15 but DHT, JPG and DAC. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
const maxPixels = 100_000_000

/** The segments follow each other up to the end of the picture, and nothing follows it but pictures of the same kind. */
export const checkJpeg = (bytes: Buffer): void => {
  let at = 0
  let pictures = 0
  while (at < bytes.length) {
    const picture = endOfPicture(bytes, at)
    pictures++
    at = picture.end
    // Cameras append smaller copies (multi-picture format) and say so in the first picture.
    if (at < bytes.length && !(picture.announcesMore && startsPicture(bytes, at))) {
      throw new EvidenceRefused('the JPEG file has data after its end')
    }
    if (pictures > maxPictures) throw new EvidenceRefused('the JPEG file has too many pictures')
  }
}

const maxPictures = 16

const startsPicture = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0xff && bytes[at + 1] === marker.start && bytes[at + 2] === 0xff

const endOfPicture = (bytes: Buffer, start: number): { end: number; announcesMore: boolean } => {
  let at = start + 2
  let hasFrame = false
  let hasScan = false
  let announcesMore = start > 0
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) break
    const code = bytes[at + 1] as number
    // Any number of 0xff bytes may precede a marker.
    if (code === 0xff) at++
    else if (hasNoLength(code)) at += 2
    else if (code === marker.end) {
      if (!hasFrame || !hasScan) throw new EvidenceRefused('the JPEG file has no picture')
      return { end: at + 2, announcesMore }
    } else {
      const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
      const end = at + 2 + length
      if (length < 2 || end > bytes.length) break
      if (isFrame(code)) {
        checkFrame(bytes.subarray(at + 4, end))
        hasFrame = true
      }
      if (code === marker.app2 && bytes.toString('latin1', at + 4, at + 8) === 'MPF\0') announcesMore = true
      if (code === marker.scan) hasScan = true
      at = code === marker.scan ? endOfScan(bytes, end) : end
    }
  }
  throw new EvidenceRefused('the JPEG file is damaged or cut off')
}

const checkFrame = (header: Buffer): void => {
  if (header.length < 6) throw new EvidenceRefused('the JPEG file is damaged or cut off')
  const pixels = header.readUInt16BE(1) * header.readUInt16BE(3)
  if (pixels === 0 || pixels > maxPixels)
    throw new EvidenceRefused('the JPEG file has too many pixels or none')
}

/** Where the next marker begins. In a scan 0xff is followed by 0, or by a restart. */
const endOfScan = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !hasNoLength(next)) return at
  }
  return bytes.length
}
