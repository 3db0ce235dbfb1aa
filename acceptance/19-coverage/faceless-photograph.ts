import { crc32, deflateSync } from 'node:zlib'

const width = 600
const height = 800

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A grey PNG with stripes: large and bright enough for a photograph, without a face. */
export const facelessPhotograph = (): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits, grey.
  header.set([8, 0, 0, 0, 0], 8)
  // Each row begins with the number of its filter.
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, column) => (column % 80 < 40 ? 96 : 160))])
  const pixels = Buffer.concat(Array.from({ length: height }, () => row))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
