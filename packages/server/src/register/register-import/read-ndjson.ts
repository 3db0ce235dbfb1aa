import { readLines } from './read-lines.ts'
import type { SourceRecord } from './source-record.ts'

/** Records of a file with one JSON object in each line. Empty lines are skipped. */
export const readNdjson = async function* (
  chunks: AsyncIterable<Buffer>,
  maxRecordBytes: number,
): AsyncGenerator<SourceRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const { line, bytes } of readLines(chunks, maxRecordBytes)) {
    if (bytes === null) {
      yield { line, bytes: maxRecordBytes, reason: `is longer than ${maxRecordBytes} bytes`, raw: '' }
      continue
    }
    const text = decode(decoder, bytes)
    if (text === null)
      yield { line, bytes: bytes.length, reason: 'is not UTF-8', raw: bytes.toString('latin1') }
    else if (text.trim() !== '') yield { line, bytes: bytes.length, raw: text, ...parse(text) }
  }
}

const decode = (decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): string | null => {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

const parse = (text: string): { value: unknown } | { reason: string } => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: 'is not JSON' }
  }
}
