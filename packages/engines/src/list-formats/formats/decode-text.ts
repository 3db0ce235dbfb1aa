import { Refusal } from '@nani/foundation/core/index.ts'
import type { SourceFile } from './format.ts'

const declaration = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/

const marks: readonly (readonly [bytes: number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

const startBytes = 200

/** Makes the first piece long enough to detect the encoding, however small the pieces are. */
const withWholeStart = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (start === null) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < startBytes) continue
      yield start
      start = null
    }
  }
  if (start && start.length > 0) yield start
}

/** The encoding of a byte order mark or an XML declaration. UTF-8 without either. */
const announcedEncoding = (start: Buffer): string => {
  for (const [bytes, encoding] of marks) if (bytes.every((byte, at) => start[at] === byte)) return encoding
  return declaration.exec(start.subarray(0, startBytes).toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8'
}

const decoderOf = (encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new Refusal(
      'list_unreadable',
      `The encoding of the file, ${encoding}, is unknown. Save the file in UTF-8.`,
    )
  }
}

/** Number of whole lines of a chunk before the first one that cannot be decoded. */
const linesBeforeDamage = (chunk: Buffer, encoding = 'utf-8'): number => {
  const parts = chunk.toString('latin1').split('\n')
  // The edges of the chunk can cut the first and the last line.
  const damaged = parts.findIndex((line, at) => {
    if (at === 0 || at === parts.length - 1) return false
    try {
      new TextDecoder(encoding, { fatal: true }).decode(Buffer.from(line, 'latin1'))
      return false
    } catch {
      return true
    }
  })
  return Math.max(0, damaged)
}

/** The text of a file, in pieces. A byte that is invalid in the encoding refuses the file. */
export const decodeText = async function* (
  file: SourceFile,
  encoding: string | 'announced' = 'announced',
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let lines = 1
  const decode = (chunk: Buffer | undefined): string => {
    try {
      return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? ''
    } catch {
      const line = lines + (chunk ? linesBeforeDamage(chunk, decoder?.encoding) : 0)
      throw new Refusal(
        'list_unreadable',
        `${file.name}, line ${line}: the text is not valid ${decoder?.encoding}. The file is damaged.`,
      )
    }
  }
  for await (const chunk of withWholeStart(file.open())) {
    decoder ??= decoderOf(encoding === 'announced' ? announcedEncoding(chunk) : encoding)
    const text = decode(chunk)
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
    yield text
  }
  const rest = decode(undefined)
  if (rest !== '') yield rest
}

/** `utf-8` if the whole file is valid UTF-8, otherwise `windows-1252`. OFAC publishes both without stating which. */
export const westernEncoding = async (file: SourceFile): Promise<string> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of file.open()) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}
