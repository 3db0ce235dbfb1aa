import { beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { csv, evidence, jpeg, mp3, pdf, png, wav, zipBomb } from './files.ts'
import { newReporter, refusalOf, report } from './report.ts'

let reporter: Credentials
beforeAll(async () => {
  reporter = await newReporter()
})

const script = Buffer.from('<script>alert(1)</script>')
const joined = (...parts: Uint8Array[]) => Buffer.concat(parts)
const page = '3 0 obj <</Type /Page /Parent 2 0 R>> endobj'

test.each<[string, string, () => Buffer]>([
  ['JPEG', 'image', jpeg],
  ['PNG', 'image', png],
  ['PDF', 'image', pdf],
  ['JPEG', 'document', jpeg],
  ['PNG', 'document', png],
  ['PDF', 'document', pdf],
  ['CSV', 'transaction_log', csv],
  ['PDF', 'transaction_log', pdf],
  ['MP3', 'audio', mp3],
  ['WAV', 'audio', wav],
  ['a CSV file with a formula', 'transaction_log', () => csv('a,b\n=1+1,2\n')],
])('%s is accepted as %s', async (_, type, make) => {
  expect((await report(reporter, { evidence: [evidence(type, make())] })).status).toBe(200)
})

describe('a file is refused with the field of its evidence', () => {
  test.each<[string, string, () => Uint8Array]>([
    ['a format that the type does not allow: CSV', 'image', csv],
    ['a format that the type does not allow: PNG', 'transaction_log', png],
    ['a format that the type does not allow: PDF', 'audio', pdf],
    ['a format that the type does not allow: WAV', 'document', wav],
    ['a GIF', 'image', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['an SVG', 'image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['a page for browsers as CSV', 'transaction_log', () => Buffer.from('<html><body>a,b</body></html>')],
    ['text that is not UTF-8', 'transaction_log', () => Buffer.from([0x61, 0x2c, 0xff, 0xfe, 0x0a])],
    ['CSV whose quotes do not end', 'transaction_log', () => csv('a,b\n"1,2\n')],
    ['a PNG with a script after it', 'image', () => joined(png(), script)],
    ['a PNG that is cut off', 'image', () => png().subarray(0, -20)],
    [
      'a PNG whose checksum is wrong',
      'image',
      () => joined(png().subarray(0, 40), Buffer.of(1), png().subarray(41)),
    ],
    ['a JPEG with a script after it', 'image', () => joined(jpeg(), script)],
    ['the head of a JPEG', 'image', () => jpeg().subarray(0, 400)],
    ['a PDF that begins as a page for browsers', 'document', () => joined(Buffer.from('<html>'), pdf())],
    [
      'a PDF that is also a page for browsers',
      'document',
      () => pdf([page], '%PDF-1.7\n%<html><script>x</script>\n'),
    ],
    ['a PDF with a script after it', 'document', () => joined(pdf(), script)],
    ['a PDF with a zip bomb', 'document', () => pdf([page, zipBomb((64 << 20) + 1)])],
    ['a PDF of 10,000 pages', 'document', () => pdf(['4 0 obj <</Type/Page>> endobj\n'.repeat(10_000)])],
    ['a PDF without a page', 'document', () => Buffer.from('%PDF-1.7\n%%EOF\n')],
    ['a WAV file with a wrong size', 'audio', () => wav(100)],
    ['a WAV file with a script after it', 'audio', () => joined(wav(), script)],
    [
      'an MP3 file with a broken header',
      'audio',
      () => joined(Buffer.of(0xff, 0xff, 0xff), mp3().subarray(3)),
    ],
    ['an MP3 file with a script after it', 'audio', () => joined(mp3(), script)],
    ['one byte', 'document', () => Buffer.of(0x25)],
  ])('%s (%s)', async (_, type, make) => {
    const files = [evidence('transaction_log', csv()), evidence(type, make())]
    expect(await refusalOf(reporter, { evidence: files })).toEqual([
      400,
      'invalid_request',
      'evidence[1].file',
    ])
  })
})

test.each([
  'https://127.0.0.1/a.png',
  'https://localhost/a.png',
  'https://10.0.0.1/a.png',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/a.png',
  'http://93.184.216.34/a.png',
  'file:///etc/passwd',
  'no address',
])('a file at %s is not fetched', async (url) => {
  const files = [{ ...evidence('image', csv()), file: { url } }]
  expect(await refusalOf(reporter, { evidence: files })).toEqual([
    422,
    'image_unreachable',
    'evidence[0].file.url',
  ])
})

/** Another test may use the processors during one of them. */
const maxTries = 4
const soonMs = 6_000

test('eight files of 1 MiB are accepted within six seconds', async () => {
  const mebibyte = csv(`a,b\n${'1234567,7654321\n'.repeat(65_535)}`)
  const files = Array.from({ length: 8 }, () => evidence('transaction_log', mebibyte))
  const timesMs: number[] = []
  while (timesMs.length < maxTries && !timesMs.some((ms) => ms < soonMs)) {
    const startMs = performance.now()
    expect((await report(reporter, { evidence: files })).status).toBe(200)
    timesMs.push(performance.now() - startMs)
  }
  expect(Math.min(...timesMs)).toBeLessThan(soonMs)
})
