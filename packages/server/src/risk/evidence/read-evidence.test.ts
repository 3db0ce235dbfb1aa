import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { EvidenceRefused, type EvidenceType, readEvidence } from './index.ts'

const portrait = readFileSync(
  join(import.meta.dirname, '../../../../../examples/faces/jean-pierre-enrolled.jpg'),
)
const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
const png = () => picture().png().toBuffer()

const wav = (changes: { size?: number; encoding?: number; sound?: number } = {}): Buffer => {
  const sound = changes.sound ?? 800
  const bytes = Buffer.alloc(44 + sound)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(changes.size ?? bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(changes.encoding ?? 1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8_000, 24)
  bytes.writeUInt32LE(16_000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(sound, 40)
  return bytes
}

/** Frames of 128 kbit/s at 44.1 kHz: 417 bytes each. */
const mp3 = (frames = 5): Buffer => {
  const frame = Buffer.alloc(417, 0x55)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return Buffer.concat(Array(frames).fill(frame))
}
const id3 = (bytes: number) =>
  Buffer.concat([
    Buffer.from('ID3\x04\0\0', 'latin1'),
    Buffer.from([0, 0, bytes >> 7, bytes & 0x7f]),
    Buffer.alloc(bytes),
  ])

const pdf = (
  objects: string[] = ['3 0 obj <</Type /Page /Parent 2 0 R>> endobj'],
  head = '%PDF-1.7\n',
): Buffer => {
  const body = `${head}1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n${objects.join('\n')}\n`
  return Buffer.from(
    `${body}xref\n0 1\ntrailer <</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}
const stream = (content: Buffer, more = '') => {
  const data = deflateSync(content).toString('latin1')
  return `9 0 obj <</Filter /FlateDecode ${more}/Length ${data.length}>> stream\n${data}\nendstream endobj`
}

const refusal = async (bytes: Buffer, type: EvidenceType): Promise<string> => {
  try {
    return `accepted as ${await readEvidence(bytes, type)}`
  } catch (error) {
    if (error instanceof EvidenceRefused) return error.reason
    throw error
  }
}

describe('a file of each format is recognised by its content', () => {
  test('JPEG, also a progressive one', async () => {
    expect(await readEvidence(portrait, 'image')).toBe('jpeg')
    const progressive = await picture().jpeg({ progressive: true }).toBuffer()
    expect(await readEvidence(progressive, 'document')).toBe('jpeg')
  })
  test('PNG', async () => expect(await readEvidence(await png(), 'image')).toBe('png'))
  test('PDF, also with its pages in an object stream', async () => {
    expect(await readEvidence(pdf(), 'document')).toBe('pdf')
    const objects = [stream(Buffer.from('3 0 <</Type /Page /Parent 2 0 R>>'), '/Type /ObjStm /N 1 /First 4 ')]
    expect(await readEvidence(pdf(objects), 'transaction_log')).toBe('pdf')
  })
  test.each([
    ['commas', 'date,amount\n2026-01-01,5\n'],
    [
      'semicolons, a mark of byte order, quotes and accents',
      '\ufeffdate;montant\r\n"2026-01-01";"5,00 é"\r\n',
    ],
    ['one column', 'amount\n5\n'],
    ['a formula in a cell', 'a,b\n=HYPERLINK("http://x"),2\n'.replaceAll('"', "'")],
  ])('CSV with %s', async (_, text) => {
    expect(await readEvidence(Buffer.from(text), 'transaction_log')).toBe('csv')
  })
  test('MP3, with tags before and after, and with a last frame that is cut off', async () => {
    const tag = Buffer.alloc(128)
    tag.write('TAG', 'latin1')
    expect(await readEvidence(mp3(), 'audio')).toBe('mp3')
    expect(await readEvidence(Buffer.concat([id3(300), mp3(), tag]), 'audio')).toBe('mp3')
    expect(await readEvidence(mp3().subarray(0, -100), 'audio')).toBe('mp3')
  })
  test('WAV', async () => expect(await readEvidence(wav(), 'audio')).toBe('wav'))
})

describe('a format that the type does not allow is refused', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, EvidenceType]>([
    ['PNG as audio', png, 'audio'],
    ['WAV as image', wav, 'image'],
    ['JPEG as transaction log', () => portrait, 'transaction_log'],
    ['CSV as document', () => Buffer.from('a,b\n1,2\n'), 'document'],
    ['a GIF as image', () => picture().gif().toBuffer(), 'image'],
    ['a WebP as image', () => picture().webp().toBuffer(), 'image'],
    ['an empty file as transaction log', () => Buffer.alloc(0), 'transaction_log'],
  ])('%s', async (_, make, type) => {
    expect(await refusal(await make(), type)).not.toMatch(/^accepted/)
  })
})

describe('a file that is also something else, or is damaged, is refused', () => {
  const script = Buffer.from('<script>alert(1)</script>')
  test('data after the end of a PNG, a JPEG or a WAV file', async () => {
    expect(await refusal(Buffer.concat([await png(), script]), 'image')).toBe(
      'the PNG file has data after its end',
    )
    expect(await refusal(Buffer.concat([portrait, script]), 'image')).toBe(
      'the JPEG file has data after its end',
    )
    expect(await refusal(Buffer.concat([portrait, portrait]), 'image')).toBe(
      'the JPEG file has data after its end',
    )
    expect(await refusal(Buffer.concat([wav(), script]), 'audio')).toMatch(/size/)
    expect(await refusal(Buffer.concat([mp3(), script]), 'audio')).toMatch(/no sound/)
  })
  test('a page for browsers before or inside the head of a PDF', async () => {
    expect(await refusal(Buffer.concat([Buffer.from('<html>'), pdf()]), 'document')).not.toMatch(/^accepted/)
    expect(await refusal(pdf(undefined, '%PDF-1.7\n%<html><script>x</script>\n'), 'document')).toBe(
      'the PDF file is also a page for browsers',
    )
    expect(await refusal(Buffer.concat([pdf(), script]), 'document')).toMatch(/damaged/)
  })
  test('a PDF that decompresses to too much, in one stream or in many', async () => {
    const bomb = stream(Buffer.alloc((64 << 20) + 1))
    expect(await refusal(pdf(['3 0 obj <</Type /Page>> endobj', bomb]), 'document')).toMatch(/too much/)
    const half = stream(Buffer.alloc(32 << 20))
    expect(
      await refusal(pdf(['3 0 obj <</Type /Page>> endobj', ...Array(9).fill(half)]), 'document'),
    ).toMatch(/too much/)
  })
  test('a PDF of 10,000 pages, in the open or in an object stream, and one without a page', async () => {
    const pages = '4 0 obj <</Type/Page>> endobj\n'.repeat(10_000)
    expect(await refusal(pdf([pages]), 'document')).toMatch(/more than 2000 pages/)
    expect(await refusal(pdf([stream(Buffer.from(pages), '/Type /ObjStm ')]), 'document')).toMatch(
      /more than 2000/,
    )
    expect(await refusal(pdf(['']), 'document')).toMatch(/no page/)
  })
  test('audio with a broken header', async () => {
    expect(await refusal(wav({ size: 12 }), 'audio')).toMatch(/size/)
    expect(await refusal(wav({ encoding: 0x6d6d }), 'audio')).toMatch(/broken header/)
    expect(await refusal(wav({ sound: 0 }), 'audio')).toMatch(/broken header/)
    expect(await refusal(mp3(2), 'audio')).toMatch(/no sound/)
    expect(await refusal(Buffer.concat([id3(300).subarray(0, 200), mp3()]), 'audio')).not.toMatch(/^accepted/)
    expect(await refusal(Buffer.from('ID3\x04\0\0\xff\xff\xff\xff', 'latin1'), 'audio')).toMatch(
      /broken header/,
    )
  })
  test.each([
    ['markup', '<html><body>a,b</body></html>', /not CSV/],
    ['a control character', 'a,b\n\u0000,2\n', /not CSV/],
    ['an open quote', 'a,b\n"1,2\n', /does not parse/],
    ['nothing but blanks', ' \n \n', /empty/],
  ])('a text with %s', async (_, text, reason) => {
    expect(await refusal(Buffer.from(text), 'transaction_log')).toMatch(reason)
  })
  test('a text that is not UTF-8', async () => {
    expect(await refusal(Buffer.from([0x61, 0x2c, 0xe9, 0x0a]), 'transaction_log')).toMatch(/UTF-8/)
  })
})

test('a changed byte of a PNG is noticed, and so is a cut of any file', async () => {
  const whole = await png()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: whole.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] as number) ^ change
        expect(await refusal(changed, 'image')).not.toMatch(/^accepted/)
      },
    ),
  )
  const small = await picture().jpeg().toBuffer()
  for (const [file, type] of [
    [whole, 'image'],
    [small, 'image'],
    [pdf(), 'document'],
    [wav(), 'audio'],
  ] as const) {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: file.length - 2 }), async (length) => {
        expect(await refusal(file.subarray(0, length), type)).not.toMatch(/^accepted/)
      }),
    )
  }
})

test('any bytes are accepted or refused, and never fail otherwise', async () => {
  const heads = [
    [0xff, 0xd8, 0xff],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [...Buffer.from('%PDF-1.7\n')],
    [...Buffer.from('RIFF')],
    [...Buffer.from('ID3')],
    [0xff, 0xfb, 0x90],
    [],
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...heads),
      fc.uint8Array({ maxLength: 600 }),
      fc.constantFrom<EvidenceType>('image', 'document', 'transaction_log', 'audio'),
      async (head, tail, type) => {
        await refusal(Buffer.from([...head, ...tail]), type)
      },
    ),
    { numRuns: 2_000 },
  )
})
