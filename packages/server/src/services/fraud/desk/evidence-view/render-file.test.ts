import { createCipheriv } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderFile } from './render-file.ts'
import { NotRendered } from './rendered-file.ts'

const pixels = (colour: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: colour } })

/** A page with a red rectangle on its left half. */
const pdf = (): Buffer => {
  const stream = '1 0 0 rg 0 0 100 100 re f'
  const parts = [
    '1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>> endobj\n',
    '2 0 obj <</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>> endobj\n',
    '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>> endobj\n',
    `4 0 obj <</Length ${stream.length}>> stream\n${stream}\nendstream endobj\n`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = parts.map((part) => {
    const at = text.length
    text += part
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${text}xref\n0 5\n0000000000 65535 f \n${table}trailer <</Size 5/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

test('an image is encoded again, without its metadata and what follows it', async () => {
  const jpeg = await pixels('#00ff00')
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  const hidden = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])
  const { files } = await renderFile('jpeg', hidden)
  const [file] = files
  expect(files.map(({ name, contentType }) => [name, contentType])).toEqual([['image.png', 'image/png']])
  expect(file?.bytes.includes('secret place')).toBe(false)
  expect(file?.bytes.includes('<script>')).toBe(false)
  const { width, height, exif } = await sharp(file?.bytes).metadata()
  expect([width, height, exif]).toEqual([40, 20, undefined])
})

test('a PDF file is drawn page by page', async () => {
  const { files, omitted } = await renderFile('pdf', pdf())
  expect(files.map(({ name }) => name)).toEqual(['page-001.png', 'page-002.png'])
  expect(omitted).toBe(0)
  const { data, info } = await sharp(files[0]?.bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number) => [...data.subarray((400 * info.width + x) * 3, (400 * info.width + x) * 3 + 3)]
  expect([info.width, info.height]).toEqual([1_600, 800])
  expect([at(100), at(1_500)]).toEqual([
    [255, 0, 0],
    [255, 255, 255],
  ])
})

const noise = (bytes: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(bytes))
const maxBytes = 32 * 1024 * 1024

/** Pages that share one image of noise, of 1,600 × 1,600 pixels. */
const noisePdf = (pages: number): Buffer => {
  const image = noise(1_600 * 1_600 * 3)
  const content = '200 0 0 200 0 0 cm /I Do'
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ')
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pages}>>`),
    Buffer.from(
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    ),
    Buffer.from(`<</Length ${content.length}>> stream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(
        '<</Type/XObject/Subtype/Image/Width 1600/Height 1600/ColorSpace/DeviceRGB/BitsPerComponent 8',
      ),
      Buffer.from(`/Length ${image.length}>> stream\n`),
      ...[image, Buffer.from('\nendstream')],
    ]),
  ]
  let file = Buffer.from('%PDF-1.4\n')
  const places = objects.map((object, index) => {
    const at = file.length
    file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj `), object, Buffer.from(' endobj\n')])
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer <</Size 6/Root 1 0 R>>`
  return Buffer.concat([file, Buffer.from(`${table}\nstartxref\n${file.length}\n%%EOF\n`)])
}

test('the pages of a PDF file stop at 32 MB of output, and the rest is named', async () => {
  const { files, omitted } = await renderFile('pdf', noisePdf(12))
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  expect(total).toBeLessThanOrEqual(maxBytes)
  expect(total).toBeGreaterThan(maxBytes / 2)
  expect(omitted).toBe(12 - files.length)
})

test('an image whose pixels do not fit into 32 MB is drawn smaller', async () => {
  const side = 3_400
  const raw = { width: side, height: side, channels: 3 as const }
  const large = await sharp(noise(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const [file] = (await renderFile('png', large)).files
  expect(file?.bytes.length).toBeLessThanOrEqual(maxBytes)
  expect((await sharp(file?.bytes).metadata()).width).toBe(2_800)
})

test('a file that breaks the renderer has no rendering', async () => {
  await expect(renderFile('pdf', Buffer.from('%PDF-1.4 nothing'))).rejects.toThrow(NotRendered)
  await expect(renderFile('png', Buffer.from('nothing'))).rejects.toThrow(NotRendered)
  await expect(renderFile('mp3', Buffer.from('nothing'))).rejects.toThrow(NotRendered)
  await expect(renderFile('wav', Buffer.from('RIFF....WAVEfmt '))).rejects.toThrow(NotRendered)
})

test('formulas of a table become text', async () => {
  const table = 'date,what,amount\n2026-01-01,"=HYPERLINK(""http://x"")",-12.50\n2026-01-02,@SUM(A1),+1\n'
  const { files } = await renderFile('csv', Buffer.from(table))
  expect(files[0]?.bytes.toString()).toBe(
    `date,what,amount\r\n2026-01-01,"'=HYPERLINK(""http://x"")",-12.50\r\n2026-01-02,'@SUM(A1),+1\r\n`,
  )
})

/** A second of a tone at 440 Hz, in two channels of 44.1 kHz. */
const tone = (seconds: number, rate = 44_100): Buffer => {
  const frames = Buffer.alloc(seconds * rate * 4)
  for (let at = 0; at < seconds * rate; at++) {
    const value = Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / rate))
    frames.writeInt16LE(value, at * 4)
    frames.writeInt16LE(value, at * 4 + 2)
  }
  const comment = Buffer.from('<script>alert(1)</script>   ')
  const chunk = (id: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(id, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data])
  }
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(2, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * 4, 8)
  format.writeUInt16LE(4, 12)
  format.writeUInt16LE(16, 14)
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    ...[chunk('fmt ', format), chunk('LIST', comment), chunk('data', frames)],
  ])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

test('sound is decoded and written again in one channel, without what else the file has', async () => {
  const { files, omitted } = await renderFile('wav', tone(2))
  const [file] = files
  expect([omitted, file?.name, file?.contentType]).toEqual([0, 'sound.wav', 'audio/wav'])
  expect(file?.bytes.includes('<script>')).toBe(false)
  const bytes = file?.bytes as Buffer
  const [channels, rate] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)]
  expect([channels, rate, bytes.readUInt32LE(40)]).toEqual([1, 14_700, 2 * 14_700 * 2])
  let crossings = 0
  for (let at = 46; at + 2 <= bytes.length; at += 2)
    if (bytes.readInt16LE(at - 2) < 0 && bytes.readInt16LE(at) >= 0) crossings++
  // 440 Hz in two seconds.
  expect(Math.abs(crossings - 880)).toBeLessThan(3)
})

test('sound of more than ten minutes is cut, and the rest is named', async () => {
  const { files, omitted } = await renderFile('wav', tone(605, 1_000))
  expect(omitted).toBe(5)
  expect(files[0]?.bytes.length).toBe(44 + 600 * 1_000 * 2)
})

test.each([
  [2, 4, 'Microsoft ADPCM'],
  [17, 4, 'IMA ADPCM'],
  [49, 0, 'GSM 06.10'],
  [1, 12, 'number 1 with 12 bits'],
])('sound of encoding %i with %i bits is refused by its name', async (encoding, bits, name) => {
  const file = tone(1)
  const format = file.indexOf('fmt ') + 8
  file.writeUInt16LE(encoding, format)
  file.writeUInt16LE(bits, format + 14)
  await expect(renderFile('wav', file)).rejects.toMatchObject({
    reason: `its sound is compressed as ${name}, which the desk does not decode`,
  })
})

test('an MP3 file is decoded, and its tags are lost', async () => {
  // Silent frames of 128 kbit/s at 44.1 kHz: a header, empty side information and no data.
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0xc4])
  const tag = Buffer.concat([
    Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, 0, 25]),
    Buffer.from('<script>alert(1)</script>'),
  ])
  const { files } = await renderFile('mp3', Buffer.concat([tag, ...Array.from({ length: 40 }, () => frame)]))
  const [file] = files
  expect(file?.contentType).toBe('audio/wav')
  expect(file?.bytes.includes('<script>')).toBe(false)
  // Forty frames of 1,152 samples; a decoder drops the first one or two.
  expect(file?.bytes.readUInt32LE(40)).toBeGreaterThan((35 * 1_152 * 2) / 3)
})
