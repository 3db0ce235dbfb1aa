import { deflateSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { type ErrorBody, post } from '../client/call.ts'
import type { ResultsList } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { naniJson } from '../installation/nani-command.ts'
import { callsUsed } from '../installation/usage.ts'
import { identity, image, path, photograph, type Recognition, recognise } from './recognition.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

const send = (bytes: Uint8Array) =>
  recognise<ErrorBody>(sandbox, 'jean-pierre-today', {
    image: { data: Buffer.from(bytes).toString('base64') },
  })

const chunk = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length, 0)
  head.write(type, 4, 'latin1')
  // The checksum is wrong. Decoders stop at the numbers of the header before they reach it.
  return Buffer.concat([head, body, Buffer.alloc(4)])
}
const pngOf = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a file that is not a JPEG or PNG is invalid_request and names the image', () => {
  test.each<[string, Uint8Array]>([
    ['text', Buffer.from('this is no photograph at all')],
    ['one byte', Buffer.of(255)],
    ['a GIF that calls itself nothing else', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"></svg>')],
  ])('%s', async (_what, bytes) => {
    const { status, json } = await send(bytes)
    expect({ status, error: json.error }).toEqual({ status: 400, error: 'invalid_request' })
    expect(json.field).toMatch(/^image/)
  })
})

describe('a JPEG or PNG that cannot be processed is image_quality_insufficient', () => {
  const whole = photograph('jean-pierre-today')
  test.each<[string, Uint8Array]>([
    ['the head of a JPEG', whole.subarray(0, 400)],
    ['half of a JPEG', whole.subarray(0, whole.length >> 1)],
    ['a JPEG whose middle is noise', Buffer.concat([whole.subarray(0, 200), Buffer.alloc(20_000, 0x5a)])],
    ['a PNG of 60,000 × 60,000 pixels', pngOf(60_000, 60_000)],
    ['a PNG whose checksums are wrong', pngOf(600, 800)],
  ])('%s', async (_what, bytes) => {
    const { status, json } = await send(bytes)
    expect({ status, error: json.error }).toEqual({ status: 422, error: 'image_quality_insufficient' })
  })
})

describe('an image that is refused with 422', () => {
  test('shows two people', async () => {
    const { status, json } = await recognise<ErrorBody>(sandbox, 'two-people')
    expect({ status, error: json.error }).toEqual({ status: 422, error: 'multiple_faces_detected' })
  })

  test('is a photograph of a screen', async () => {
    const { status, json } = await recognise<ErrorBody>(sandbox, 'photo-of-a-screen', identity('0001'))
    expect({ status, error: json.error }).toEqual({ status: 422, error: 'liveness_failed' })
  })

  test.each([
    'https://localhost/a.jpg',
    'https://127.0.0.1/a.jpg',
    'https://10.0.0.1/a.jpg',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a.jpg',
    'http://example.com/a.jpg',
  ])('is at %s, which is not fetched', async (url) => {
    const { status, json } = await recognise<ErrorBody>(sandbox, 'beatrice-today', { image: { url } })
    expect({ status, error: json.error }).toEqual({ status: 422, error: 'image_unreachable' })
  })

  test('is not billed, and counts against no quota', async () => {
    const application = await createApplication(dataDir, { services: ['face_recognition'] })
    await recognise(application, 'two-people')
    await recognise(application, 'photo-of-a-screen')
    expect(await callsUsed(dataDir, application, 'face_recognition')).toBe(0)
    await recognise(application, 'jean-pierre-today', identity('0001'))
    expect(await callsUsed(dataDir, application, 'face_recognition')).toBe(1)
  })

  test('fails its item of a batch and no other', async () => {
    const { status, json } = await post<ResultsList<Recognition>>(sandbox, `${path}/batches`, {
      purpose: 'customer_onboarding',
      reason: 'Enrolment day at Bukavu',
      scopes: [],
      items: [
        { reference: 'a', image: image('two-people') },
        { reference: 'b', image: image('jean-pierre-today'), ...identity('0001'), reason: 'Of its own' },
      ],
    })
    expect(status).toBe(200)
    expect(json.data).toMatchObject([
      { reference: 'a', status: 'failed', error: { code: 'multiple_faces_detected' } },
      { reference: 'b', status: 'succeeded', result: { result: 'match', reason: 'Of its own' } },
    ])
  })
})

describe('the reason', () => {
  test.each([undefined, null, '', '   ', 17, 'a'.repeat(501)])('%j is invalid_request', async (reason) => {
    const { status, json } = await recognise<ErrorBody>(sandbox, 'beatrice-today', { reason })
    expect({ status, error: json.error, field: json.field }).toEqual({
      status: 400,
      error: 'invalid_request',
      field: 'reason',
    })
  })

  test('is reported to an auditor unchanged, with the caller and the outcome', async () => {
    const application = await createApplication(dataDir, { services: ['face_recognition'] })
    const reason = '  Retrait de 2 500 USD, guichet n° 12 – «Matonge» \u{1F4B5} '
    const { json } = await recognise(application, 'jean-pierre-today', { ...identity('0001'), reason })
    expect(json.reason).toBe(reason)
    await recognise(application, 'two-people', { reason: 'Two at the counter' })
    const { entries, applications } = await naniJson<Record<string, Record<string, unknown>[]>>(
      dataDir,
      ...['face', 'reasons', application.application_id],
    )
    expect(entries).toMatchObject([
      { outcome: 'multiple_faces_detected', reason: 'Two at the counter' },
      { outcome: 'match', reason, apiKey: application.api_key, mode: 'verification', entryId: json.id },
    ])
    expect(applications).toMatchObject([{ calls: 2, texts: 2, flags: [] }])
  })
})
