import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/** A photograph that ships with the product. */
export const jpeg = (): Buffer =>
  readFileSync(join(import.meta.dirname, '../../examples/faces/jean-pierre-today.jpg'))

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

export const png = (width = 8, height = 8): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** `objects` are added to the catalogue and the tree of pages. */
export const pdf = (
  objects: readonly string[] = ['3 0 obj <</Type /Page /Parent 2 0 R>> endobj'],
  head = '%PDF-1.7\n',
): Buffer => {
  const body = `${head}1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n${objects.join('\n')}\n`
  return Buffer.from(
    `${body}xref\n0 1\ntrailer <</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

/** A stream that decompresses to `bytes` zeros. */
export const zipBomb = (bytes: number): string => {
  const data = deflateSync(Buffer.alloc(bytes)).toString('latin1')
  return `9 0 obj <</Filter /FlateDecode /Length ${data.length}>> stream\n${data}\nendstream endobj`
}

export const wav = (claimedBytes?: number): Buffer => {
  const sound = 800
  const bytes = Buffer.alloc(44 + sound)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(claimedBytes ?? bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8_000, 24)
  bytes.writeUInt32LE(16_000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(sound, 40)
  return bytes
}

/** Five frames of 128 kbit/s at 44.1 kHz. */
export const mp3 = (): Buffer => {
  const frame = Buffer.alloc(417, 0x55)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return Buffer.concat(Array<Buffer>(5).fill(frame))
}

export const csv = (text = 'date,amount\n2026-01-01,5\n'): Buffer => Buffer.from(text)

export const evidence = (type: string, bytes: Uint8Array, description = 'A file') => ({
  type,
  file: { data: Buffer.from(bytes).toString('base64') },
  description,
})
