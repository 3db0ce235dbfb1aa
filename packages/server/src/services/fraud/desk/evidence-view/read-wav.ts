/** How a WAV file writes its samples. */
type WavFormat = { encoding: number; channels: number; sampleRate: number; bits: number; frameBytes: number }
type Wav = WavFormat & { data: Buffer }

const extensible = 0xfffe

/** The bytes of the sound, from a file that was checked (risk/evidence). */
const parseWav = (bytes: Buffer): Wav => {
  let format: WavFormat | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [id, length, start] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4), at + 8]
    if (id === 'fmt ') format = formatOf(bytes.subarray(start, start + length))
    if (id === 'data' && format) return { ...format, data: bytes.subarray(start, start + length) }
    at = start + length + (length % 2)
  }
  throw new Error('the WAV file has no sound')
}

const formatOf = (part: Buffer): WavFormat => {
  const tag = part.readUInt16LE(0)
  return {
    encoding: tag === extensible && part.length >= 26 ? part.readUInt16LE(24) : tag,
    channels: part.readUInt16LE(2),
    sampleRate: part.readUInt32LE(4),
    frameBytes: part.readUInt16LE(12),
    bits: part.readUInt16LE(14),
  }
}

/** The values of ITU-T G.711, from -1 to 1. */
const ofMuLaw = (byte: number): number => {
  const bits = ~byte & 0xff
  const size = ((((bits & 0x0f) << 3) + 132) << ((bits & 0x70) >> 4)) - 132
  return ((bits & 0x80) === 0 ? size : -size) / 32_768
}
const ofALaw = (byte: number): number => {
  const bits = byte ^ 0x55
  const [exponent, mantissa] = [(bits & 0x70) >> 4, (bits & 0x0f) << 4]
  const size = exponent === 0 ? mantissa + 8 : (mantissa + 264) << (exponent - 1)
  return ((bits & 0x80) === 0 ? -size : size) / 32_768
}

type ReadSample = (data: Buffer, at: number) => number

/** By encoding and bits. Sound that is compressed in blocks is not among them: its decoders would be code for strangers' files. */
const readers: Readonly<Record<string, ReadSample>> = {
  '1/8': (data, at) => (data.readUInt8(at) - 128) / 128,
  '1/16': (data, at) => data.readInt16LE(at) / 2 ** 15,
  '1/24': (data, at) => data.readIntLE(at, 3) / 2 ** 23,
  '1/32': (data, at) => data.readInt32LE(at) / 2 ** 31,
  '3/32': (data, at) => data.readFloatLE(at),
  '3/64': (data, at) => data.readDoubleLE(at),
  '6/8': (data, at) => ofALaw(data.readUInt8(at)),
  '7/8': (data, at) => ofMuLaw(data.readUInt8(at)),
}

/** The encodings of WAV that compress blocks of samples, by their number. */
const blockEncodings: Readonly<Record<number, string>> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  49: 'GSM 06.10',
}

/** The name of an encoding that is not decoded; null: the samples can be read. */
export const undecodedEncoding = (bytes: Buffer): string | null => {
  const { encoding, bits } = parseWav(bytes)
  if (readers[`${encoding}/${bits}`]) return null
  return blockEncodings[encoding] ?? `number ${encoding} with ${bits} bits`
}

/** The samples of a WAV file, the channels as one. */
export const readWav = (bytes: Buffer) => {
  const { encoding, bits, channels, sampleRate, data } = parseWav(bytes)
  const read = readers[`${encoding}/${bits}`]
  if (!read) throw new Error('the WAV file has another encoding')
  const bytesOfSample = bits / 8
  const frameBytes = bytesOfSample * channels
  return {
    sampleRate,
    *values() {
      for (let at = 0; at + frameBytes <= data.length; at += frameBytes) {
        let sum = 0
        for (let channel = 0; channel < channels; channel++) sum += read(data, at + channel * bytesOfSample)
        yield sum / channels
      }
    },
  }
}
