import { createSecretKey } from 'node:crypto'
import { webhookHeaderNames } from '@nani/contract'
import { decodeKey, signWebhook } from '@nani/contract/node'
import vectors from '@nani/contract/vectors.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { NaniError, NaniWebhookError, verifyWebhook } from '../index.ts'

const key = `pek_test_${Buffer.alloc(32, 7).toString('base64url')}`
const nowMs = 1_790_000_000_000
const clock = { now: () => nowMs }
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'job.completed',
  livemode: false,
  created_at: '2026-09-21T14:13:20.000Z',
  data: { object: { id: 'job_1', object: 'job', note: 'Élodie 🇨🇩' } },
})

const headersOf = (text = body, timestamp = String(nowMs / 1000), under = key): Record<string, string> => ({
  'content-type': 'application/json',
  [webhookHeaderNames.id]: 'evt_1',
  [webhookHeaderNames.timestamp]: timestamp,
  [webhookHeaderNames.signature]: signWebhook(decodeKey(under), timestamp, text),
})

const failure = (verify: () => unknown): NaniWebhookError => {
  try {
    verify()
  } catch (error) {
    if (error instanceof NaniWebhookError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('a delivery is accepted', () => {
  test('from text and bytes, plain and fetch headers, names in any case, and both forms of the key', () => {
    const event = JSON.parse(body)
    const headers = headersOf()
    expect(verifyWebhook(body, headers, key, { clock })).toEqual(event)
    expect(verifyWebhook(Buffer.from(body), headers, key, { clock })).toEqual(event)
    expect(verifyWebhook(body, new Headers(headers), key, { clock })).toEqual(event)
    expect(verifyWebhook(body, headers, createSecretKey(decodeKey(key)), { clock })).toEqual(event)
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    expect(verifyWebhook(body, shouted, key, { clock })).toEqual(event)
  })

  test.each(vectors.webhooks)(
    'as the published vectors say: $timestamp',
    ({ timestamp, body: text, signature }) => {
      const headers = { [webhookHeaderNames.timestamp]: timestamp, [webhookHeaderNames.signature]: signature }
      const at = { now: () => Number(timestamp) * 1000 }
      expect(verifyWebhook(text, headers, vectors.payload_encryption_key, { clock: at })).toEqual(
        JSON.parse(text),
      )
    },
  )

  test('and its type narrows the event', () => {
    const event = verifyWebhook(body, headersOf(), key, { clock })
    if (event.type !== 'job.completed') throw new Error(event.type)
    const status: string = event.data.object.status
    expect({ status, id: event.data.object.id }).toEqual({ status: undefined, id: 'job_1' })
  })
})

describe('a delivery is refused', () => {
  test('whose body was altered, by one byte or by parsing and serialising', () => {
    for (const altered of [
      body.replace('evt_1', 'evt_2'),
      `${body}\n`,
      JSON.stringify(JSON.parse(body), null, 1),
    ]) {
      expect(failure(() => verifyWebhook(altered, headersOf(), key, { clock }))).toMatchObject({
        name: 'NaniWebhookSignatureError',
        code: 'webhook_signature_invalid',
      })
    }
  })

  test('signed with another key, or with another timestamp than its header', () => {
    const other = `pek_test_${Buffer.alloc(32, 8).toString('base64url')}`
    const foreign = headersOf(body, undefined, other)
    const moved = { ...headersOf(), [webhookHeaderNames.timestamp]: String(nowMs / 1000 + 1) }
    for (const headers of [foreign, moved]) {
      expect(failure(() => verifyWebhook(body, headers, key, { clock })).name).toBe(
        'NaniWebhookSignatureError',
      )
    }
  })

  test('more than 300 s from the clock in either direction, but not at 300', () => {
    const at = (seconds: number) => headersOf(body, String(nowMs / 1000 + seconds))
    for (const seconds of [-300, 300])
      expect(verifyWebhook(body, at(seconds), key, { clock }).id).toBe('evt_1')
    for (const seconds of [-301, 301]) {
      expect(failure(() => verifyWebhook(body, at(seconds), key, { clock }))).toMatchObject({
        name: 'NaniWebhookTimestampError',
        context: { apart_seconds: -seconds },
      })
    }
    expect(failure(() => verifyWebhook(body, at(-11), key, { clock, toleranceSeconds: 10 })).code).toBe(
      'webhook_timestamp_out_of_tolerance',
    )
  })

  test.each([webhookHeaderNames.timestamp, webhookHeaderNames.signature])('without a valid %s', (name) => {
    for (const value of [undefined, '', 'x', '1'.repeat(65), '0x10', '-1', ' 1']) {
      const headers = { ...headersOf(), [name]: value }
      expect(failure(() => verifyWebhook(body, headers, key, { clock })).name).toBe('NaniWebhookFormatError')
    }
  })

  test.each(['', 'null', '[]', '"text"', '{'])('whose signed body is not an object: %s', (text) => {
    expect(failure(() => verifyWebhook(text, headersOf(text), key, { clock })).code).toBe('webhook_malformed')
  })

  test('with NaniErrors that never contain the key', () => {
    const error = failure(() => verifyWebhook('{}', headersOf(), key, { clock }))
    expect(error).toBeInstanceOf(NaniError)
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain(key.slice(9))
  })
})

test('a parsed body or an invalid key is an error of the caller', () => {
  expect(() => verifyWebhook(JSON.parse(body), headersOf(), key, { clock })).toThrow(TypeError)
  expect(() => verifyWebhook(body, headersOf(), 'sk', { clock })).toThrow(TypeError)
})
