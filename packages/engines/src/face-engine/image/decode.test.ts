import sharp, { type Metadata } from 'sharp'
import { expect, test } from 'vitest'
import { decodeImage, longestSidePixels } from './decode.ts'
import { countScans, isTooCostly } from './decoding-cost.ts'

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } }).composite([
    {
      input: Buffer.from(
        '<svg width="100" height="100"><rect width="100" height="100" fill="#2040c0"/></svg>',
      ),
      left: 0,
      top: 0,
    },
  ])
const corner = ({ data }: { data: Uint8Array }) => [...data.subarray(0, 3)]
const near = (colour: number[], expected: number[]) =>
  expect(Math.max(...colour.map((value, index) => Math.abs(value - expected[index]!)))).toBeLessThan(20)
const blue = [0x20, 0x40, 0xc0]
const problemOf = (bytes: Uint8Array) =>
  decodeImage(bytes).then(
    () => null,
    (error) => error.problem,
  )

test('JPEG and PNG become upright sRGB', async () => {
  for (const [format, bytes] of [
    ['jpeg', await picture().jpeg().toBuffer()],
    ['png', await picture().png().toBuffer()],
  ] as const) {
    const image = await decodeImage(bytes)
    expect(image).toMatchObject({
      format,
      width: 300,
      height: 200,
      scale: 1,
      stored: { width: 300, height: 200 },
    })
    expect(image.data).toHaveLength(300 * 200 * 3)
    near(corner(image), blue)
  }
})

test('EXIF rotation is applied: a photograph stored sideways becomes upright', async () => {
  const turned = await decodeImage(await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer())
  expect(turned).toMatchObject({ width: 200, height: 300, stored: { width: 200, height: 300 } })
  near([...turned.data.subarray(199 * 3, 200 * 3)], blue)
})

test('CMYK, 16 bits, grey and transparent files are converted', async () => {
  const cmyk = await picture().toColourspace('cmyk').jpeg().toBuffer()
  expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
  expect((await decodeImage(cmyk)).data).toHaveLength(300 * 200 * 3)
  const deep = await picture().toColourspace('rgb16').png().toBuffer()
  expect((await sharp(deep).metadata()).depth).toBe('ushort')
  near(corner(await decodeImage(deep)), blue)
  const grey = await decodeImage(
    await sharp(new Uint8Array(300 * 200).fill(90), { raw: { width: 300, height: 200, channels: 1 } })
      .png()
      .toBuffer(),
  )
  expect(grey.data).toHaveLength(300 * 200 * 3)
  expect(corner(grey)).toEqual([90, 90, 90])
  const clear = {
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  } as const
  near(corner(await decodeImage(await sharp(clear).png().toBuffer())), [255, 255, 255])
})

test('a large photograph is reduced, and its original size is kept', async () => {
  const image = await decodeImage(await picture(2560, 1600).jpeg().toBuffer())
  expect(image).toMatchObject({
    width: longestSidePixels,
    height: 800,
    scale: 0.5,
    stored: { width: 2560, height: 1600 },
  })
})

test.each([15, 30, 50, 75, 95])('the quality of the quantisation tables: %i', async (quality) => {
  const { jpegQuality } = await decodeImage(await picture().jpeg({ quality }).toBuffer())
  expect(Math.abs(jpegQuality! - quality)).toBeLessThanOrEqual(3)
})

test('a file that is not a JPEG or PNG is refused, whatever its name', async () => {
  expect(await problemOf(new Uint8Array())).toBe('not_jpeg_or_png')
  expect(await problemOf(Buffer.from('hello'))).toBe('not_jpeg_or_png')
  expect(await problemOf(await picture().webp().toBuffer())).toBe('not_jpeg_or_png')
  expect(await problemOf(await picture().gif().toBuffer())).toBe('not_jpeg_or_png')
  expect(await problemOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toBe(
    'not_jpeg_or_png',
  )
})

test('truncated and forged files are damaged', async () => {
  const jpeg = await picture(800, 800).jpeg().toBuffer()
  const png = await picture(800, 800).png({ compressionLevel: 0 }).toBuffer()
  for (const bytes of [jpeg, png]) {
    expect(await problemOf(bytes.subarray(0, bytes.length / 2))).toBe('damaged')
    expect(await problemOf(bytes.subarray(0, 40))).toBe('damaged')
    expect(await problemOf(Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(5_000, 7)]))).toBe('damaged')
  }
})

test('a decompression bomb is refused by its header', async () => {
  const png = await picture(128, 128).png().toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  const startMs = performance.now()
  expect(['too_many_pixels', 'damaged']).toContain(await problemOf(png))
  const vast = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await problemOf(vast)).toBe('too_many_pixels')
  expect(performance.now() - startMs).toBeLessThan(10_000)
})

test('an animated PNG is refused, and its first frame is not used', async () => {
  const png = await picture().png().toBuffer()
  const control = Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])
  const { crc32 } = await import('node:zlib')
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16)
  const header = 8 + 25
  expect(await problemOf(Buffer.concat([png.subarray(0, header), control, png.subarray(header)]))).toBe(
    'animated',
  )
})

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#5a5a5a' } })
const startOfScan = Buffer.from([0xff, 0xda])

test('a JPEG with a hundred scans is refused because of the computed cost, not the elapsed time', async () => {
  const progressive = await flat(2_400, 2_400).jpeg({ progressive: true }).toBuffer()
  expect((await decodeImage(progressive)).stored).toEqual({ width: 2_400, height: 2_400 })
  const scan = progressive.subarray(progressive.lastIndexOf(startOfScan), progressive.length - 2)
  const forged = Buffer.concat([
    progressive.subarray(0, -2),
    ...Array.from({ length: 100 }, () => scan),
    progressive.subarray(-2),
  ])
  expect(countScans(forged)).toBe(countScans(progressive) + 100)
  expect(await problemOf(forged)).toBe('too_many_pixels')
})

test('the scans of a thumbnail in the header are not those of the photograph', async () => {
  const plain = await picture().jpeg().toBuffer()
  const thumbnail = Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 12]),
    startOfScan,
    startOfScan,
    Buffer.alloc(6),
  ])
  const withThumbnail = Buffer.concat([plain.subarray(0, 2), thumbnail, plain.subarray(2)])
  expect([countScans(plain), countScans(withThumbnail), countScans(new Uint8Array())]).toEqual([1, 1, 0])
  expect((await decodeImage(withThumbnail)).width).toBe(300)
})

test('a format that must be held completely during decoding has a lower limit of pixels', async () => {
  const baseline = await picture().jpeg().toBuffer()
  const progressive = await picture().jpeg({ progressive: true }).toBuffer()
  const png = await picture().png().toBuffer()
  const says = (side: number, more: object = {}) =>
    ({ width: side, height: side, channels: 3, depth: 'uchar', ...more }) as Metadata
  expect(isTooCostly('jpeg', baseline, says(7_000))).toBe(false)
  expect(isTooCostly('jpeg', baseline, says(7_100))).toBe(true)
  expect(isTooCostly('jpeg', progressive, says(4_900))).toBe(false)
  expect(isTooCostly('jpeg', progressive, says(5_100))).toBe(true)
  expect(isTooCostly('png', png, says(6_300))).toBe(false)
  expect(isTooCostly('png', png, says(6_300, { channels: 4 }))).toBe(true)
  expect(isTooCostly('png', png, says(3_900, { channels: 4, depth: 'ushort' }))).toBe(true)
})

test('a PNG with wrong checksums, and data after the end', async () => {
  const png = await picture().png().toBuffer()
  const forged = Buffer.from(png)
  const data = png.indexOf('IDAT')
  forged[data + 20]! ^= 0xff
  expect(await problemOf(forged)).toBe('damaged')
  const jpeg = await picture().jpeg().toBuffer()
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])
  near(corner(await decodeImage(polyglot)), blue)
})

test('the first bytes determine the format and must be valid; no file name is used', async () => {
  const png = await picture().png().toBuffer()
  expect((await decodeImage(png)).format).toBe('png')
  const disguised = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), png.subarray(3)])
  expect(await problemOf(disguised)).toBe('damaged')
})
