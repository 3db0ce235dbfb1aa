import { crc32 } from 'node:zlib'
import type { Analyser } from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { judge } from './refusals.ts'

const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#777' } })

/** An image whose header states `side` × `side` pixels, with the data of a small one. */
const bomb = async (side: number): Promise<Buffer> => {
  const png = await flat(64).png().toBuffer()
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const scanBomb = async (): Promise<Buffer> => {
  const jpeg = await flat(2_400).jpeg({ progressive: true }).toBuffer()
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2)
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 5_000 }, () => scan),
    jpeg.subarray(-2),
  ])
}

const crowd = async (portrait: Buffer, across: number, side: number): Promise<Buffer> => {
  const pixels = side / across
  const input = await sharp(portrait).resize(pixels, pixels, { fit: 'cover' }).png().toBuffer()
  return flat(side)
    .composite([{ input, tile: true }])
    .jpeg({ quality: 80 })
    .toBuffer()
}

const noise = (side: number) => {
  const data = new Uint8Array(side * side * 3)
  for (let at = 0; at < data.length; at++) data[at] = Math.imul(at, 2_654_435_761) >>> 24
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
}

const files = async (portrait: Buffer): Promise<Record<string, Buffer>> => {
  const png = await sharp(portrait).png().toBuffer()
  return {
    'zero bytes': Buffer.alloc(0),
    'a web page': Buffer.from('<!doctype html><title>404</title>'),
    'a JPEG cut in half': portrait.subarray(0, portrait.length / 2),
    'a PNG cut in half': png.subarray(0, png.length / 2),
    'a PNG that says 60,000 × 60,000': await bomb(60_000),
    'a PNG that says 6,000 × 6,000': await bomb(6_000),
    'a JPEG of 5,000 scans': await scanBomb(),
    'a PNG of 6,300 × 6,300': await flat(6_300).png().toBuffer(),
    'a JPEG of 7,000 × 7,000, noise': await noise(7_000).jpeg({ quality: 60 }).toBuffer(),
    'a progressive JPEG of 4,900 × 4,900': await noise(4_900)
      .jpeg({ quality: 30, progressive: true })
      .toBuffer(),
    CMYK: await sharp(portrait).toColourspace('cmyk').jpeg().toBuffer(),
    '16 bits': await sharp(portrait).toColourspace('rgb16').png().toBuffer(),
    'lying, turned by EXIF': await sharp(portrait)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
    '400 faces': await crowd(portrait, 20, 2_400),
    'a million faces': await crowd(portrait, 1_000, 7_000),
  }
}

/** The answer of the engine to each file, and its duration. */
export const reportHostile = async (analyse: Analyser, portrait: Buffer): Promise<void> => {
  console.log('\nFiles that are no good portrait')
  for (const [name, bytes] of Object.entries(await files(portrait))) {
    const before = process.cpuUsage()
    const answer = await judge(analyse, bytes)
    const { user, system } = process.cpuUsage(before)
    console.log(`  ${name.padEnd(40)} ${answer} (${((user + system) / 1000).toFixed(0)} ms of CPU)`)
  }
  // Of the whole process, including the creation of the files. A worker of the engine uses less.
  console.log(`  largest memory of the process ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`)
}
