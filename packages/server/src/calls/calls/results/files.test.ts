import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDeliverFiles, createFileLinks } from './files.ts'

const links = createFileLinks(createSecretKey(randomBytes(32)))
const fileId = '5e1f1e00-0000-4000-8000-000000000000'
const nowMs = Date.UTC(2026, 2, 15, 12)
const issuer = { applicationId: 'app_1', resultId: 'kyc_1' }
const fiveMinutesMs = 300_000

const partsOf = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  return [pathname.split('/').at(-1) ?? '', Object.fromEntries(searchParams)] as const
}

test('a link is valid for exactly five minutes', () => {
  const { url, expires_at } = links.link(fileId, issuer, 'https://api.test', nowMs)
  const parts = partsOf(url)
  expect(url.startsWith(`https://api.test/files/${fileId}?`)).toBe(true)
  expect(expires_at).toBe(new Date(nowMs + fiveMinutesMs).toISOString())
  expect(links.verify(...parts, nowMs)).toEqual(issuer)
  expect(links.verify(...parts, nowMs + fiveMinutesMs - 1)).toEqual(issuer)
  expect(links.verify(...parts, nowMs + fiveMinutesMs)).toBeNull()
})

test('within a second it says when it ends, and ends then', () => {
  const { url, expires_at } = links.link(fileId, issuer, 'https://api.test', nowMs + 900)
  const endsMs = Date.parse(expires_at)
  expect(links.verify(...partsOf(url), endsMs - 1)).toEqual(issuer)
  expect(links.verify(...partsOf(url), endsMs)).toBeNull()
})

test('an altered link is refused', () => {
  const [id, query] = partsOf(links.link(fileId, issuer, 'https://api.test', nowMs).url)
  const { application = '', result = '', expires = '', signature = '' } = query
  const altered: [string, Record<string, unknown>][] = [
    [id.replace('5', '6'), query],
    [`${id}\n${application}`, { ...query, application: result, result: expires }],
    ...[
      { expires: String(Number(expires) + 1) },
      { expires: `${expires}0` },
      { expires: `0${expires}` },
      { expires: '' },
      { expires: undefined },
      { application: 'app_2' },
      { application: undefined },
      { result: 'kyc_2' },
      { result: undefined },
      { result: [result, result] },
      { signature: '' },
      { signature: signature.slice(0, -1) },
      { signature: `${signature}A` },
      { signature: signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) },
      { signature: 'é'.repeat(signature.length) },
    ].map((change): [string, Record<string, unknown>] => [id, { ...query, ...change }]),
  ]
  expect(links.verify(id, query, nowMs)).toEqual(issuer)
  for (const parts of altered) expect(links.verify(...parts, nowMs), JSON.stringify(parts)).toBeNull()
  const others = createFileLinks(createSecretKey(randomBytes(32)))
  expect(others.verify(id, query, nowMs)).toBeNull()
})

test('files are delivered in place, as a link or as bytes, and no other member changes', async () => {
  const deliver = createDeliverFiles(links, async (id) => ({
    content_type: 'image/jpeg',
    bytes: Buffer.from(id),
  }))
  const file = { $file: { content_type: 'image/png', file_id: fileId } }
  const value = { a: [1, null, { image: file }], b: { image: null }, c: 'text' }
  const delivery = { issuer, baseUrl: 'https://api.test', nowMs }
  const linked = (await deliver.inValue(value, {
    ...delivery,
    documentDelivery: 'signed_url',
  })) as typeof value
  expect(linked).toMatchObject({
    a: [1, null, { image: { content_type: 'image/png', url: expect.stringContaining(fileId) } }],
    b: { image: null },
    c: 'text',
  })
  const whole = (await deliver.inValue(value, { ...delivery, documentDelivery: 'base64' })) as typeof value
  expect(whole.a[2]).toEqual({
    image: { content_type: 'image/jpeg', data: Buffer.from(fileId).toString('base64') },
  })
})

test('the JSON of a value gets the same links and bytes as the value', async () => {
  const deliver = createDeliverFiles(links, async (id) => ({
    content_type: 'image/jpeg',
    bytes: Buffer.from(id),
  }))
  const file = { $file: { content_type: 'image/"{png}', file_id: fileId } }
  const value = {
    list: [file, { $address: '/v1/"path"\\' }, { inner: { image: file, page: { $address: '/v1/a' } } }],
    // A caller can send texts that look like placeholders.
    texts: ['{"$file":{"file_id":"x"}}', '{"$address":"/x"}', '{', '$file', '\\{"$file":{}}'],
    none: null,
  }
  for (const documentDelivery of ['signed_url', 'base64'] as const) {
    const delivery = { issuer, baseUrl: 'https://api.test', nowMs, documentDelivery }
    const json = await deliver.inJson(JSON.stringify(value), delivery)
    expect(JSON.parse(json)).toEqual(await deliver.inValue(value, delivery))
    expect(json).not.toContain('{"$')
  }
  const without = JSON.stringify({ texts: value.texts })
  const delivery = { issuer, baseUrl: '', nowMs, documentDelivery: 'signed_url' as const }
  expect(await deliver.inJson(without, delivery)).toBe(without)
})

test('a file that the register does not have is a mistake of ours', async () => {
  const deliver = createDeliverFiles(links, async () => null)
  const file = { $file: { content_type: 'image/png', file_id: fileId } }
  await expect(
    deliver.inValue(file, { issuer, baseUrl: '', nowMs, documentDelivery: 'base64' }),
  ).rejects.toThrow('missing')
})
