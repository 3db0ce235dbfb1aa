/** A line of a file without its end. Null if it is longer than the limit. Line numbers begin at 1. */
export type Line = { line: number; bytes: Buffer | null }

const newline = 0x0a
const carriageReturn = 0x0d

/** Splits bytes into lines. Memory is bounded: the part of a line beyond `maxBytes` is skipped. */
export const readLines = async function* (
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Line> {
  let line = 1
  let parts: Buffer[] = []
  let length = 0
  const take = (part: Buffer) => {
    length += part.length
    if (length <= maxBytes) parts.push(part)
    else parts = []
  }
  const finish = (): Line => {
    const whole = Buffer.concat(parts)
    const end = whole.at(-1) === carriageReturn ? whole.length - 1 : whole.length
    const finished = { line, bytes: length > maxBytes ? null : whole.subarray(0, end) }
    line++
    parts = []
    length = 0
    return finished
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at))
      from = at + 1
      yield finish()
    }
    take(chunk.subarray(from))
  }
  if (length > 0) yield finish()
}
