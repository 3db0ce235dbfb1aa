import { EvidenceRefused } from '../evidence-format.ts'

/** PCM, ADPCM, IEEE float, A-law, µ-law, IMA ADPCM, GSM, and the extensible form of them. */
const encodings = new Set([0x0001, 0x0002, 0x0003, 0x0006, 0x0007, 0x0011, 0x0031, 0xfffe])
const headBytes = 12
const chunkHeadBytes = 8
const leastFormatBytes = 16
const maxChannels = 32
const sampleRates = { least: 1_000, most: 768_000 }

/** The RIFF header holds the exact size, the format comes before the sound, and the chunks fill the file. */
export const checkWav = (bytes: Buffer): void => {
  if (bytes.length < headBytes || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new EvidenceRefused('the WAV file has a broken header')
  }
  const size = bytes.readUInt32LE(4) + chunkHeadBytes
  // A chunk of odd length is followed by one byte, which some programs do not count.
  if (size !== bytes.length && size + 1 !== bytes.length) {
    throw new EvidenceRefused('the WAV file does not have the size that its header holds')
  }
  checkChunks(bytes)
}

const checkChunks = (bytes: Buffer): void => {
  let hasFormat = false
  let hasSound = false
  let at = headBytes
  while (at + chunkHeadBytes <= bytes.length) {
    const id = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const start = at + chunkHeadBytes
    if (start + length > bytes.length) throw new EvidenceRefused('the WAV file is cut off')
    if (id === 'fmt ') {
      checkFormat(bytes.subarray(start, start + length))
      hasFormat = true
    }
    if (id === 'data') {
      if (!hasFormat || length === 0) throw new EvidenceRefused('the WAV file has a broken header')
      hasSound = true
    }
    at = start + length + (length % 2)
  }
  if (!hasSound) throw new EvidenceRefused('the WAV file has no sound')
  if (at < bytes.length) throw new EvidenceRefused('the WAV file has data after its end')
}

const checkFormat = (format: Buffer): void => {
  const isSound =
    format.length >= leastFormatBytes &&
    encodings.has(format.readUInt16LE(0)) &&
    isWithin(format.readUInt16LE(2), 1, maxChannels) &&
    isWithin(format.readUInt32LE(4), sampleRates.least, sampleRates.most) &&
    format.readUInt16LE(12) > 0
  if (!isSound) throw new EvidenceRefused('the WAV file has a broken header')
}

const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most
