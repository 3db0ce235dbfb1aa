import { EvidenceRefused } from '../evidence-format.ts'

/** Kilobits a second of layer III, by the index in the frame header. */
const bitRates = {
  version1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  version2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const sampleRates = {
  version1: [44_100, 48_000, 32_000],
  version2: [22_050, 24_000, 16_000],
  version25: [11_025, 12_000, 8_000],
} as const

const leastFrames = 3
const tagHeadBytes = 10
/** ID3v1 at the end of the file. */
const lastTagBytes = 128
/** Players skip so much padding between a tag and the first frame, and so do we. */
const maxPaddingBytes = 4_096

const hasLeadingTag = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 3) === 'ID3'

export const startsLikeMp3 = (bytes: Buffer): boolean => hasLeadingTag(bytes) || frameBytes(bytes, 0) > 0

/** The frames of layer III follow each other from the first to the end of the file; tags may surround them. */
export const checkMp3 = (bytes: Buffer): void => {
  const end = endOfFrames(bytes)
  let at = startOfFrames(bytes)
  let frames = 0
  while (at < end) {
    const length = frameBytes(bytes, at)
    if (length === 0) throw new EvidenceRefused('the MP3 file has data that is no sound')
    frames++
    at += length
  }
  // The last frame of a recording that was stopped is often cut off.
  if (frames < leastFrames) throw new EvidenceRefused('the MP3 file has no sound')
}

const startOfFrames = (bytes: Buffer): number => {
  if (!hasLeadingTag(bytes)) return 0
  if (bytes.length < tagHeadBytes) throw new EvidenceRefused('the MP3 file has a broken header')
  const size = bytes.subarray(6, tagHeadBytes)
  // Seven bits of each byte count, so that no size looks like a frame.
  if (size.some((byte) => byte > 0x7f)) throw new EvidenceRefused('the MP3 file has a broken header')
  const tag = tagHeadBytes + size.reduce((sum, byte) => sum * 128 + byte, 0)
  if (tag >= bytes.length) throw new EvidenceRefused('the MP3 file has a broken header')
  for (let at = tag; at < Math.min(tag + maxPaddingBytes, bytes.length); at++) {
    if (bytes[at] === 0) continue
    return at
  }
  return tag
}

const endOfFrames = (bytes: Buffer): number => {
  const tag = bytes.length - lastTagBytes
  return tag > 0 && bytes.toString('latin1', tag, tag + 3) === 'TAG' ? tag : bytes.length
}

/** The length of the frame that begins here, or 0 when none does. */
const frameBytes = (bytes: Buffer, at: number): number => {
  if (at + 4 > bytes.length) return bytes.length - at > 0 && bytes[at] === 0xff ? 4 : 0
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  const isLayer3 = sync === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02
  const version = versionOf(second)
  if (!isLayer3 || version === null) return 0
  const bitRate = bitRates[version === 'version1' ? 'version1' : 'version2'][third >>> 4]
  const sampleRate = sampleRates[version][(third >>> 2) & 0x03]
  if (!bitRate || !sampleRate) return 0
  const padding = (third >>> 1) & 0x01
  const samplesEighth = version === 'version1' ? 144 : 72
  return Math.floor((samplesEighth * bitRate * 1_000) / sampleRate) + padding
}

const versionOf = (second: number): keyof typeof sampleRates | null =>
  (['version25', null, 'version2', 'version1'] as const)[(second >>> 3) & 0x03] ?? null
