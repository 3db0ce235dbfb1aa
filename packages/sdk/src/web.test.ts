import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webhookHeaderNames } from '@nani/contract'
import { decodeKey, signWebhook } from '@nani/contract/node'
import vectors from '@nani/contract/vectors.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { importsOf } from '../../../testing/imports.ts'
import {
  NaniWebhookFormatError,
  NaniWebhookSignatureError,
  NaniWebhookTimestampError,
  verifyWebhook,
} from './web.ts'

const root = join(import.meta.dirname, '../../..')
const key = `pek_test_${Buffer.alloc(32, 7).toString('base64url')}`
const nowMs = 1_790_000_000_000
const clock = { now: () => nowMs }
const body = JSON.stringify({ id: 'evt_1', object: 'event', data: { object: { note: 'Élodie 🇨🇩' } } })

const headersOf = (timestamp = String(nowMs / 1000)): Record<string, string> => ({
  [webhookHeaderNames.timestamp]: timestamp,
  [webhookHeaderNames.signature]: signWebhook(decodeKey(key), timestamp, body),
})

test('a delivery verifies on Web Crypto, from text and from bytes', async () => {
  const event = JSON.parse(body)
  expect(await verifyWebhook(body, headersOf(), key, { clock })).toEqual(event)
  expect(
    await verifyWebhook(new TextEncoder().encode(body), new Headers(headersOf()), key, { clock }),
  ).toEqual(event)
})

test.each(vectors.webhooks)('it reproduces the published vector of $timestamp', async (vector) => {
  const headers = {
    [webhookHeaderNames.timestamp]: vector.timestamp,
    [webhookHeaderNames.signature]: vector.signature,
  }
  const at = { now: () => Number(vector.timestamp) * 1000 }
  expect(await verifyWebhook(vector.body, headers, vectors.payload_encryption_key, { clock: at })).toEqual(
    JSON.parse(vector.body),
  )
})

test('an altered body, an old timestamp, a missing header and another key are refused', async () => {
  const other = `pek_test_${Buffer.alloc(32, 8).toString('base64url')}`
  const late = String(nowMs / 1000 - 301)
  const refused = (...args: Parameters<typeof verifyWebhook>) => expect(verifyWebhook(...args)).rejects
  await refused(`${body} `, headersOf(), key, { clock }).toBeInstanceOf(NaniWebhookSignatureError)
  await refused(body, headersOf(), other, { clock }).toBeInstanceOf(NaniWebhookSignatureError)
  await refused(body, headersOf(late), key, { clock }).toBeInstanceOf(NaniWebhookTimestampError)
  await refused(body, {}, key, { clock }).toBeInstanceOf(NaniWebhookFormatError)
  await refused(body, headersOf(), 'pek_test_short', { clock }).toBeInstanceOf(TypeError)
})

test('the entry for the web loads no module of Node', () => {
  const seen = new Set<string>()
  const follow = (path: string): string[] => {
    if (!path.startsWith('packages/')) return [path]
    if (seen.has(path)) return []
    seen.add(path)
    const text = readFileSync(join(root, path), 'utf8')
    return importsOf({ path, text }).flatMap(({ to }) => (to === null ? [] : follow(to)))
  }
  const external = follow('packages/sdk/src/web.ts')
  expect(new Set(external)).toEqual(new Set(['typebox', 'typebox/format']))
})
