import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

const chunksOf = async function* (text: Buffer, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
}

const linesOf = async (text: string, chunkBytes: number, maxBytes: number) => {
  const lines: (string | null)[] = []
  for await (const { line, bytes } of readLines(chunksOf(Buffer.from(text), chunkBytes), maxBytes)) {
    expect(line).toBe(lines.length + 1)
    lines.push(bytes === null ? null : bytes.toString())
  }
  return lines
}

test('the lines are the same for any chunks, and a line beyond the limit is null', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 12 }).map((line) => line.replace(/[\r\n]/g, ''))),
      fc.integer({ min: 1, max: 9 }),
      async (lines, chunkBytes) => {
        const expected = lines.map((line) => (Buffer.byteLength(line) > 8 ? null : line))
        expect(await linesOf(lines.map((line) => `${line}\n`).join(''), chunkBytes, 8)).toEqual(expected)
      },
    ),
  ))

test('carriage returns and a missing last line end are ignored', async () => {
  expect(await linesOf('a\r\n\r\nb', 2, 8)).toEqual(['a', '', 'b'])
})
