import { inflateRawSync } from 'node:zlib'

const endOfDirectory = 0x06054b50
const stored = 0
const deflated = 8

/** The content of one file in a zip archive. Node has no reader of its own. */
export const unzipEntry = (archive: Buffer, wanted: string): Buffer => {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error('no zip archive')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const method = archive.readUInt16LE(at + 10)
    const size = archive.readUInt32LE(at + 20)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      archive.readUInt16LE(at + place),
    ) as [number, number, number]
    const header = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    if (name === wanted) {
      const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
      const bytes = archive.subarray(start, start + size)
      if (method === stored) return bytes
      if (method === deflated) return inflateRawSync(bytes)
      throw new Error(`${wanted} has the unknown compression ${method}`)
    }
    at += 46 + nameLength + extraLength + commentLength
  }
  throw new Error(`the archive has no ${wanted}`)
}
