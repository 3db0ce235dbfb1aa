import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { heldClock, idSource, systemRandom } from './core/index.ts'
import { createFileLinks } from './delivery/index.ts'
import { addFilesRoute } from './files-route.ts'
import { createServer } from './gateway/index.ts'
import { createPostgresRegister, seedSandbox } from './register/index.ts'
import { createVault } from './storage/index.ts'

const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const noon = Date.UTC(2026, 2, 15, 12)
const clock = heldClock(noon)
const app = createServer(null, idSource(clock, systemRandom()))
const links = createFileLinks(createSecretKey(randomBytes(32)))
let database: TestDatabase
let fileId: string

beforeAll(async () => {
  database = await createTestDatabase()
  const vault = createVault(randomBytes(32), 'files', systemRandom())
  await seedSandbox(database.pool, vault)
  const register = createPostgresRegister({ pool: database.pool, vault })
  addFilesRoute(app, { links, register, clock })
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
const link = () => links.link(fileId, '', clock.now()).url

test('files are encrypted at rest: no column holds the beginning of a picture', async () => {
  const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from register_files')
  expect(rows.length).toBeGreaterThan(10)
  for (const { sealed } of rows) expect(sealed.includes(pngMagic)).toBe(false)
})

test('a link gives the picture for five minutes, and then 403', async () => {
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

test('an altered link, and one of a file that does not exist, answer alike', async () => {
  const url = link()
  const other = links.link('00000000-0000-4000-8000-000000000000', '', clock.now()).url
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
