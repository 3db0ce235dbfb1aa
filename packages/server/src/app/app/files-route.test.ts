import { createSecretKey, randomBytes } from 'node:crypto'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createServer } from '@nani/foundation/http/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { createFileLinks } from '../../calls/calls/index.ts'
import { createPostgresRegister } from '../../register/register/index.ts'
import { seedSandbox } from '../../register/synthetic-data/index.ts'
import { acceptAuditEntries, refuseAuditEntries } from '../../testing/refused-audit.ts'
import { createAuditLog } from '../audit/index.ts'
import { addFilesRoute } from './files-route.ts'

const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const clock = manualClock(noon)
const issuer = { applicationId: 'app_1', resultId: 'kyc_1' }
const app = createServer({ tls: null, newId: idSource(clock, systemRandom()) })
const links = createFileLinks(createSecretKey(randomBytes(32)))
let database: TestDatabase
let fileId: string
let aheadMs = 0

beforeAll(async () => {
  database = await createDatabaseAtNoon()
  const vault = createVault(randomBytes(32), 'files', systemRandom())
  await seedSandbox(database.pool, vault)
  const register = createPostgresRegister({ pool: database.pool, vault })
  const audit = createAuditLog(database.pool, () => {})
  const peer = { thumbprint: null, certificateTrusted: false, certificateExpiresAtMs: null }
  const http = { peerOf: () => ({ ...peer, address: '203.0.113.9' }), onInternalError: () => {} }
  const placeOf = () => ({ audit, aheadMs: async () => aheadMs })
  addFilesRoute(app, { links, register, clock, http, placeOf })
  const { rows } = await database.pool.query<{ file_id: string }>(
    `select file_id from register_files where content_type = 'image/png' order by file_id limit 1`,
  )
  fileId = (rows[0] as { file_id: string }).file_id
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const get = (url: string) => app.inject({ method: 'GET', url })
const link = () => links.link(fileId, issuer, '', clock.now()).url

test('files are encrypted at rest: no column contains the beginning of a picture', async () => {
  const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from register_files')
  expect(rows.length).toBeGreaterThan(10)
  for (const { sealed } of rows) expect(sealed.includes(pngMagic)).toBe(false)
})

test('a link returns the picture for five minutes, and then 403', async () => {
  const url = link()
  const startMs = clock.now()
  const given = await get(url)
  expect([given.statusCode, given.headers['content-type']]).toEqual([200, 'image/png'])
  expect(given.rawPayload.subarray(0, 4).equals(pngMagic)).toBe(true)
  expect(given.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  clock.advance(299_999)
  expect((await get(url)).statusCode).toBe(200)
  clock.advance(1)
  const late = await get(url)
  expect(clock.now() - startMs).toBe(300_000)
  expect([late.statusCode, late.json().error]).toEqual([403, 'file_link_expired'])
})

test('an altered link and a link of a file that does not exist get the same answer', async () => {
  const url = link()
  const other = links.link('00000000-0000-4000-8000-000000000000', issuer, '', clock.now()).url
  const bodies = await Promise.all(
    [
      url.replace(fileId, '00000000-0000-4000-8000-000000000000'),
      url.replace(/expires=(\d+)/, (_all, expires: string) => `expires=${Number(expires) + 60}`),
      url.slice(0, -1),
      url.split('?')[0] as string,
      `${url}&expires=1`,
      other,
    ].map(async (altered) => {
      const { statusCode, body } = await get(altered)
      return [statusCode, { ...JSON.parse(body), request_id: '' }]
    }),
  )
  for (const body of bodies) expect(body).toEqual(bodies[0])
  expect(bodies[0]?.[0]).toBe(403)
})

const entriesOf = async (requestId: unknown) => {
  const { rows } = await database.pool.query(
    `select application_id, api_key, client_address, method, path, http_status, read_ids from audit_entries
     where entry_id = $1`,
    [requestId],
  )
  return rows
}

test('each fetch is audited under the result that issued its link, when it is answered', async () => {
  const given = await get(link())
  expect(given.statusCode).toBe(200)
  expect(await entriesOf(given.headers['x-request-id'])).toEqual([
    {
      application_id: 'app_1',
      api_key: null,
      client_address: '203.0.113.9',
      method: 'GET',
      path: '/files/:file_id',
      http_status: 200,
      read_ids: ['kyc_1'],
    },
  ])
  const refused = await get(link().slice(0, -1))
  expect(await entriesOf(refused.headers['x-request-id'])).toEqual([])
})

test('a fetch that cannot be audited sends no byte of the file', async () => {
  await refuseAuditEntries(database.pool)
  try {
    const refused = await get(link())
    expect([refused.statusCode, refused.json().error]).toEqual([503, 'overloaded'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.rawPayload.includes(pngMagic)).toBe(false)
  } finally {
    await acceptAuditEntries(database.pool)
  }
  expect((await get(link())).statusCode).toBe(200)
})

test('a link ends by the test clock of the application that issued it', async () => {
  const url = link()
  expect((await get(url)).statusCode).toBe(200)
  aheadMs = 301_000
  expect((await get(url)).json()).toMatchObject({ error: 'file_link_expired' })
  aheadMs = 0
})
