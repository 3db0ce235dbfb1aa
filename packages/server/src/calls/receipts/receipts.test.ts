import { createHash, generateKeyPairSync } from 'node:crypto'
import { canonicalJson, openReceiptClaims } from '@nani/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApplication } from '../../testing/application.ts'
import { kycBody, type Modes, startModes } from '../../testing/modes.ts'
import { rotateReceiptKeys } from './index.ts'
import { forgetOldReceiptKeys } from './retention.ts'
import { disclosedNames, headerOf, verifyIndependently } from './verify-independently.fixture.ts'

let modes: Modes
beforeAll(async () => {
  modes = await startModes()
})
afterAll(() => modes.stop())

const path = '/v1/kyc/validations'
const keySet = async () => (await (await fetch(`${modes.baseUrl}/v1/receipts/jwks.json`)).json()) as never
const receiptOf = async (application: ReturnType<typeof testApplication>, id: unknown) => {
  const { status, json } = await modes.get(application, `${path}/${id}/receipt`)
  expect(status).toBe(200)
  return json as { object: string; id: string; receipt: string; issuer: string; jwks_uri: string }
}
const validated = async (application: ReturnType<typeof testApplication>, body = {}) =>
  (await modes.call(application, { body: kycBody(body) })).json

test('a receipt has the open claims, and every field of the result as a claim that can be hidden', async () => {
  const application = modes.admitApplication(testApplication())
  const result = await validated(application, { scopes: ['kyc.addresses'] })

  const answer = await receiptOf(application, result.id)

  expect(answer).toMatchObject({
    ...{ object: 'receipt', id: result.id, issuer: 'http://files.test' },
    jwks_uri: 'http://files.test/v1/receipts/jwks.json',
  })
  expect(headerOf(answer.receipt)).toMatchObject({ alg: 'EdDSA', typ: 'nani-receipt+sd-jwt' })
  const claims = await verifyIndependently(answer.receipt, await keySet())
  const { iss, iat, jti, service, application: made, result_sha256, ...fields } = claims
  expect({ iss, iat, jti, service, made }).toEqual({
    iss: 'http://files.test',
    iat: Math.floor(Date.parse(String(result.created_at)) / 1000),
    ...{ jti: result.id, service: 'kyc_validation', made: application.applicationId },
  })
  expect(fields).toEqual(result)
  expect(result_sha256).toBe(createHash('sha256').update(canonicalJson(result)).digest('hex'))
  const { kyc } = result as unknown as { kyc: { basic: object } }
  const names = [
    ...Object.keys(result).filter((name) => name !== 'livemode'),
    ...[...Object.keys(kyc), ...Object.keys(kyc.basic)],
  ]
  expect(disclosedNames(answer.receipt).sort()).toEqual(names.sort())
})

test('without its disclosures a receipt shows the open claims and nothing else', async () => {
  const application = modes.admitApplication(testApplication())
  const { receipt } = await receiptOf(application, (await validated(application)).id)

  const claims = await verifyIndependently(`${receipt.split('~')[0]}~`, await keySet())

  expect(Object.keys(claims).sort()).toEqual([...openReceiptClaims].sort())
})

test('the same result always has the same receipt, also after a rotation; a later result has the new key', async () => {
  const application = modes.admitApplication(testApplication())
  const earlier = await validated(application)
  const first = await receiptOf(application, earlier.id)
  const [rotated] = await rotateReceiptKeys(
    { kind: 'system', task: 'test' },
    { environments: ['sandbox'] },
    modes.platform,
  )
  // The clock of the test is not that of the database, which the rotation uses.
  await modes.database.pool.query('update receipt_keys set ends_at = $1 where ends_at is not null', [
    new Date(modes.clock.now() + 1_000),
  ])
  modes.clock.advance(2_000)
  const later = await validated(application)

  const again = await receiptOf(application, earlier.id)
  const next = await receiptOf(application, later.id)

  expect(again).toEqual(first)
  expect(headerOf(first.receipt).kid).toBe(rotated?.previous)
  expect(headerOf(next.receipt).kid).toBe(rotated?.kid)
  const keys = await keySet()
  await expect(verifyIndependently(again.receipt, keys)).resolves.toMatchObject({ id: earlier.id })
  await expect(verifyIndependently(next.receipt, keys)).resolves.toMatchObject({ id: later.id })
})

test('another implementation refuses an altered payload, and ignores a claim that was not signed', async () => {
  const application = modes.admitApplication(testApplication())
  const { receipt } = await receiptOf(application, (await validated(application)).id)
  const [jwt = '', ...disclosures] = receipt.split('~')
  const [header, payload = '', signature] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const altered = Buffer.from(JSON.stringify({ ...claims, livemode: true })).toString('base64url')
  const forged = Buffer.from(JSON.stringify(['salt', 'result', 'not_found'])).toString('base64url')

  await expect(
    verifyIndependently([`${header}.${altered}.${signature}`, ...disclosures].join('~'), await keySet()),
  ).rejects.toThrow()
  const shown = await verifyIndependently([jwt, forged, ''].join('~'), await keySet())
  expect(shown).not.toHaveProperty('result')
})

test('a receipt is audited as a read, and another application gets the response of a missing result', async () => {
  const application = modes.admitApplication(testApplication())
  const stranger = modes.admitApplication(testApplication())
  const { id } = await validated(application)
  const target = `${path}/${id}/receipt`

  await modes.get(application, target)
  const foreign = await modes.get(stranger, target)
  const missing = await modes.get(stranger, `${path}/kyc_01KJQCCTY0B1F2GR7V5Q0WDX9N/receipt`)

  expect(foreign).toMatchObject({ status: 404, encrypted: true, json: { error: 'not_found' } })
  expect({ ...foreign.json, request_id: null }).toEqual({ ...missing.json, request_id: null })
  expect(await modes.audited(application, `path like '%/receipt'`)).toMatchObject([
    { path: `${path}/:id/receipt`, http_status: 200, read_ids: [id] },
  ])
})

test('a file is its SHA-256, whichever form the response had', async () => {
  const application = modes.admitApplication(testApplication())
  const linked = await validated(application, { scopes: ['kyc.documents.primary'] })
  const inline = await modes.call(application, {
    body: kycBody({ scopes: ['kyc.documents.primary'], document_delivery: 'base64' }),
  })

  for (const id of [linked.id, inline.json.id]) {
    const { receipt } = await receiptOf(application, id)
    const { kyc } = (await verifyIndependently(receipt, await keySet())) as { kyc: { documents: unknown } }
    const text = JSON.stringify(kyc.documents)
    expect(text).toMatch(/"sha256":"[0-9a-f]{64}"/)
    expect(text).not.toMatch(/"url"|"data"|signature=/)
  }
})

test('the key set is public, readable by every site, and contains no private key', async () => {
  const response = await fetch(`${modes.baseUrl}/v1/receipts/jwks.json`)

  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const { keys } = (await response.json()) as { keys: object[] }
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  expect((await fetch(response.url, { method: 'POST' })).status).toBe(405)
})

test('a key that someone added to the database is not published, and signs nothing', async () => {
  const application = modes.admitApplication(testApplication())
  const { id } = await validated(application)
  const before = await receiptOf(application, id)
  const { pool } = modes.database
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  // With a sealed key of another row, and with one that is none. Both are older than every other key.
  await pool.query(
    `insert into receipt_keys (environment, kid, sealed_key, public_key, starts_at, ends_at)
     select 'sandbox', planted.kid, coalesce(planted.sealed, k.sealed_key), $1, '2020-01-01', '2040-01-01'
     from (select sealed_key from receipt_keys where environment = 'sandbox' limit 1) k,
       (values ('planted_1', null::bytea), ('planted_2', 'x'::bytea)) as planted(kid, sealed)`,
    [x],
  )

  const { keys } = (await keySet()) as { keys: { kid: string; x: string }[] }

  expect(keys.filter((key) => key.kid.startsWith('planted') || key.x === x)).toEqual([])
  expect(await receiptOf(application, id)).toEqual(before)
  await pool.query(`delete from receipt_keys where kid like 'planted%'`)
})

test('a key is published for ten years after its end, and then a receipt of it is proved by no key', async () => {
  const application = modes.admitApplication(testApplication())
  const { receipt } = await receiptOf(application, (await validated(application)).id)
  const kid = String(headerOf(receipt).kid)
  const { pool } = modes.database
  // Another key is in force meanwhile.
  await rotateReceiptKeys({ kind: 'system', task: 'test' }, { environments: ['sandbox'] }, modes.platform)
  const published = async () => ((await keySet()) as { keys: { kid: string }[] }).keys.map((key) => key.kid)
  const ended = async (age: string) => {
    await pool.query('update receipt_keys set ends_at = now() - $2::interval where kid = $1', [kid, age])
    await forgetOldReceiptKeys(pool, Date.now())
  }

  await ended('9 years 364 days')
  expect(await published()).toContain(kid)
  await expect(verifyIndependently(receipt, await keySet())).resolves.toBeDefined()

  await ended('10 years 1 day')

  expect(await published()).not.toContain(kid)
  expect((await pool.query('select from receipt_keys where kid = $1', [kid])).rowCount).toBe(0)
  await expect(verifyIndependently(receipt, await keySet())).rejects.toThrow()
})
