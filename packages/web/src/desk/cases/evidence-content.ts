import { bytesOf } from '../../staff/base64.ts'
import type { EvidenceView } from './case.ts'

/** A file of evidence in a form that runs nothing: pixels, cells, or samples of sound. */
export type EvidenceContent =
  | { kind: 'image'; name: string; url: string }
  | { kind: 'table'; name: string; rows: string[][] }
  | { kind: 'sound'; name: string; url: string }
  | { kind: 'refused'; name: string }

const imageTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Only images that the server has drawn get an address, with a type of this list. */
export const contentOf = async (
  file: EvidenceView['files'][number],
  format: string,
): Promise<EvidenceContent> => {
  const { name, content_type, data } = file
  const [type = ''] = content_type.split(';')
  if (imageTypes.includes(type))
    return { kind: 'image', name, url: URL.createObjectURL(new Blob([bytesOf(data)], { type })) }
  if (type === 'text/csv')
    return { kind: 'table', name, rows: rowsOf(new TextDecoder().decode(bytesOf(data))) }
  if (format === 'mp3' || format === 'wav') {
    const url = await soundOf(bytesOf(data).buffer)
    if (url) return { kind: 'sound', name, url }
  }
  return { kind: 'refused', name }
}

/** The cells of a table that the server has written again. */
export const rowsOf = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) break
    const [, value = '', end] = found
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

const wavHeaderBytes = 44
const sampleBytes = 2

/**
 * The browser decodes the sound into samples, and the page writes the samples as a new file. The file of the stranger gets
 * no address. Null: it is no sound that this browser can decode.
 */
const soundOf = async (bytes: ArrayBuffer): Promise<string | null> => {
  const context = new OfflineAudioContext(1, 1, 44_100)
  const sound = await context.decodeAudioData(bytes).catch(() => null)
  return sound && URL.createObjectURL(new Blob([wavOf(sound)], { type: 'audio/wav' }))
}

const wavOf = (sound: AudioBuffer): ArrayBuffer => {
  const samples = sound.getChannelData(0)
  const file = new DataView(new ArrayBuffer(wavHeaderBytes + samples.length * sampleBytes))
  const write = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) file.setUint8(at + index, text.charCodeAt(index))
  }
  write(0, 'RIFF')
  file.setUint32(4, file.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, sound.sampleRate, true)
  file.setUint32(28, sound.sampleRate * sampleBytes, true)
  file.setUint16(32, sampleBytes, true)
  file.setUint16(34, 8 * sampleBytes, true)
  write(36, 'data')
  file.setUint32(40, samples.length * sampleBytes, true)
  for (let index = 0; index < samples.length; index++) {
    const sample = Math.max(-1, Math.min(1, samples[index] ?? 0))
    file.setInt16(wavHeaderBytes + index * sampleBytes, Math.round(sample * 32_767), true)
  }
  return file.buffer
}
