import { crc32 } from 'node:zlib'
import { EvidenceRefused } from '../evidence-format.ts'

const signatureBytes = 8
/** Length, type and checksum. */
const chunkOverheadBytes = 12
const headerDataBytes = 13
/** A larger picture takes more memory to decode than an investigator's page may use. */
const maxPixels = 100_000_000

/** Every chunk has its checksum, the header is first, and nothing follows the end. */
export const checkPng = (bytes: Buffer): void => {
  let isFirst = true
  let hasData = false
  for (let at = signatureBytes; at + chunkOverheadBytes <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + chunkOverheadBytes + length
    if (end > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      throw new EvidenceRefused('the PNG file is damaged')
    }
    if (isFirst) checkHeader(type, bytes.subarray(at + 8, end - 4))
    isFirst = false
    if (type === 'IDAT') hasData = true
    at = end
    if (type !== 'IEND') continue
    checkEnd(bytes, end, hasData)
    return
  }
  throw new EvidenceRefused('the PNG file is cut off')
}

const checkHeader = (type: string, data: Buffer): void => {
  if (type !== 'IHDR' || data.length !== headerDataBytes) {
    throw new EvidenceRefused('the PNG file has no header')
  }
  const pixels = data.readUInt32BE(0) * data.readUInt32BE(4)
  if (pixels === 0 || pixels > maxPixels)
    throw new EvidenceRefused('the PNG file has too many pixels or none')
}

const checkEnd = (bytes: Buffer, end: number, hasData: boolean): void => {
  if (!hasData) throw new EvidenceRefused('the PNG file has no picture')
  if (end !== bytes.length) throw new EvidenceRefused('the PNG file has data after its end')
}
