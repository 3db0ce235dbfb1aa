import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDeliverFiles, createFileLinks } from './files.ts'

const links = createFileLinks(createSecretKey(randomBytes(32)))
const fileId = '5e1f1e00-0000-4000-8000-000000000000'
const nowMs = Date.UTC(2026, 2, 15, 12)
const fiveMinutesMs = 300_000

const partsOf = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  const signed = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''] as const
  return [pathname.split('/').at(-1) ?? '', ...signed] as const
}

test('a link is valid for exactly five minutes', () => {
  const { url, expires_at } = links.link(fileId, 'https://api.test', nowMs)
  const parts = partsOf(url)
  expect(url.startsWith(`https://api.test/files/${fileId}?`)).toBe(true)
  expect(expires_at).toBe(new Date(nowMs + fiveMinutesMs).toISOString())
  expect(links.verify(...parts, nowMs)).toBe(true)
  expect(links.verify(...parts, nowMs + fiveMinutesMs - 1)).toBe(true)
  expect(links.verify(...parts, nowMs + fiveMinutesMs)).toBe(false)
})

test('within a second it says when it ends, and ends then', () => {
  const { url, expires_at } = links.link(fileId, '', nowMs + 900)
  const endsMs = Date.parse(expires_at)
  const [, expires, signature] = /expires=(\d+)&signature=(.+)$/.exec(url) ?? []
  expect(links.verify(fileId, expires as string, signature as string, endsMs - 1)).toBe(true)
  expect(links.verify(fileId, expires as string, signature as string, endsMs)).toBe(false)
})

test('an altered link is none of ours', () => {
  const [id, expires, signature] = partsOf(links.link(fileId, 'https://api.test', nowMs).url)
  const altered: [string, string, string][] = [
    [id.replace('5', '6'), expires, signature],
    [id, String(Number(expires) + 1), signature],
    [id, `${expires}0`, signature],
    [id, `0${expires}`, signature],
    [id, '', signature],
    [id, expires, ''],
    [id, expires, signature.slice(0, -1)],
    [id, expires, `${signature}A`],
    [id, expires, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    [id, expires, 'é'.repeat(signature.length)],
    [`${id}\n${expires}`, expires, signature],
  ]
  for (const parts of altered) expect(links.verify(...parts, nowMs), parts.join(' ')).toBe(false)
  const others = createFileLinks(createSecretKey(randomBytes(32)))
  expect(others.verify(id, expires, signature, nowMs)).toBe(false)
})

test('files are delivered where they stand, as a link or as bytes, and nothing else changes', async () => {
  const deliver = createDeliverFiles(links, async (id) => ({
    content_type: 'image/jpeg',
    bytes: Buffer.from(id),
  }))
  const file = { $file: { content_type: 'image/png', file_id: fileId } }
  const value = { a: [1, null, { image: file }], b: { image: null }, c: 'text' }
  const delivery = { baseUrl: 'https://api.test', nowMs }
  const linked = (await deliver(value, { ...delivery, documentDelivery: 'signed_url' })) as typeof value
  expect(linked).toMatchObject({
    a: [1, null, { image: { content_type: 'image/png', url: expect.stringContaining(fileId) } }],
    b: { image: null },
    c: 'text',
  })
  const whole = (await deliver(value, { ...delivery, documentDelivery: 'base64' })) as typeof value
  expect(whole.a[2]).toEqual({
    image: { content_type: 'image/jpeg', data: Buffer.from(fileId).toString('base64') },
  })
})

test('a file that the register does not have is a mistake of ours', async () => {
  const deliver = createDeliverFiles(links, async () => null)
  const file = { $file: { content_type: 'image/png', file_id: fileId } }
  await expect(deliver(file, { baseUrl: '', nowMs, documentDelivery: 'base64' })).rejects.toThrow('missing')
})
