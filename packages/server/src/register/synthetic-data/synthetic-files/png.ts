import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Samples of a picture, row by row: one byte for each pixel (grey) or three (red, green, blue). */
export type Raster = { width: number; height: number; channels: 1 | 3; samples: Uint8Array }

/** A PNG with 8 bits per sample (ISO/IEC 15948). */
export const encodePng = ({ width, height, channels, samples }: Raster): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = channels === 1 ? 0 : 2
  const stride = width * channels
  // Filter "up": each row holds its difference from the row above, which compresses drawn shapes well.
  const filtered = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1)
    filtered[row] = 2
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : (samples[(y - 1) * stride + x] as number)
      filtered[row + 1 + x] = (samples[y * stride + x] as number) - above
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
