import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fileIdOf } from '../../register/index.ts'
import { drawDocument, drawSelfie, fingerFile, fingers, irisFile } from './index.ts'

/** Reads a PNG like a strict decoder: every checksum, and the number of samples in the header. */
const decodePng = (bytes: Buffer) => {
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  const chunks = new Map<string, Buffer>()
  let at = 8
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at)
    const body = bytes.subarray(at + 4, at + 8 + length)
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4))
    at += length + 12
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const header = chunks.get('IHDR') as Buffer
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = header[9] === 2 ? 3 : 1
  expect(inflateSync(chunks.get('IDAT') as Buffer).length).toBe((width * channels + 1) * height)
  return { width, height, channels }
}

describe('synthetic files', () => {
  test('a selfie is a colour PNG large enough for Face Recognition', () => {
    expect(decodePng(drawSelfie('a'))).toEqual({ width: 480, height: 640, channels: 3 })
  })

  test('a document is a PNG in the proportions of an identity card', () => {
    const { width, height } = decodePng(drawDocument('a'))
    expect(width / height).toBeCloseTo(85.6 / 53.98, 2)
  })

  test('a finger is a minutiae record of ISO 19794-2: true length, position code, minutiae inside the image', () => {
    for (const [index, finger] of fingers.entries()) {
      const record = fingerFile('a', finger).draw()
      expect(record.toString('latin1', 0, 8)).toBe('FMR\0 20\0')
      expect(record.readUInt32BE(8)).toBe(record.length)
      expect(record[24]).toBe(index + 1)
      const count = record[27] as number
      expect(record.length).toBe(24 + 4 + count * 6 + 2)
      for (let at = 28; at < 28 + count * 6; at += 6) {
        expect([1, 2]).toContain(record.readUInt16BE(at) >> 14)
        expect(record.readUInt16BE(at) & 0x3fff).toBeLessThan(record.readUInt16BE(14))
        expect(record.readUInt16BE(at + 2)).toBeLessThan(record.readUInt16BE(16))
        expect(record[at + 5]).toBeLessThanOrEqual(100)
      }
    }
  })

  test('an iris is an image record of ISO 19794-6: true lengths, the eye, and a PNG of the stated size', () => {
    for (const [eye, label] of [
      ['right', 1],
      ['left', 2],
    ] as const) {
      const record = irisFile('a', eye).draw()
      expect(record.toString('latin1', 0, 8)).toBe('IIR\x00020\0')
      expect(record.readUInt32BE(8)).toBe(record.length)
      expect(record.readUInt32BE(16)).toBe(record.length - 16)
      expect(record[16 + 21]).toBe(label)
      expect(record.readUInt32BE(64)).toBe(record.length - 68)
      const image = decodePng(record.subarray(68))
      expect(image).toEqual({ width: 640, height: 480, channels: 1 })
      expect([record.readUInt16BE(41), record.readUInt16BE(43)]).toEqual([image.width, image.height])
    }
  })

  test('the same seed draws the same bytes, another seed others', () => {
    expect(drawSelfie('a')).toEqual(drawSelfie('a'))
    expect(drawSelfie('a')).not.toEqual(drawSelfie('b'))
    expect(irisFile('a', 'left').draw()).not.toEqual(irisFile('a', 'right').draw())
  })

  test('a file id is a UUID of version 8', () => {
    expect(fileIdOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
