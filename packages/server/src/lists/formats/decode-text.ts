import { ListRefused } from '../list-refused.ts'
import type { SourceFile } from './format.ts'

const declaration = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/

const marks: readonly (readonly [bytes: number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

const startBytes = 200

/** The first piece is long enough to tell the encoding from, however small the pieces are. */
async function* withWholeStart(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** What a byte order mark or an XML declaration says; UTF-8 when neither does. */
const announcedEncoding = (start: Buffer): string => {
  for (const [bytes, encoding] of marks) if (bytes.every((byte, at) => start[at] === byte)) return encoding
  return declaration.exec(start.subarray(0, startBytes).toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8'
}

const decoderOf = (encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new ListRefused('unreadable', `Its encoding, ${encoding}, is not known.`)
  }
}

/** How many whole lines of a chunk can be read before the one that cannot. */
const linesBeforeDamage = (chunk: Buffer, encoding = 'utf-8'): number => {
  const parts = chunk.toString('latin1').split('\n')
  // The first and the last line may be cut by the chunk's own edges.
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

/** The text of a file, in pieces; a byte that its encoding does not have refuses the file. */
export async function* decodeText(
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
      throw new ListRefused(
        'unreadable',
        `${file.name}, line ${line}: it is not ${decoder?.encoding}: damaged.`,
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

/** `utf-8` when the whole file is that, else `windows-1252`: OFAC's CSV files come as either, and do not say which. */
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
