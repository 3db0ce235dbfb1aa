import { createHash } from 'node:crypto'
import { type Actor, idSource, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { actsOf } from '../../testing/acts-of.ts'
import { createApplication } from './applications.ts'
import { createDirectory } from './directory.ts'
import type { OrganizationDependencies } from './keys/issue-keys.ts'
import { maxLogoFileBytes, setLogo } from './logo.ts'

const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const auditor: Actor = { kind: 'operator', name: 'jean', roles: ['auditor'] }

let database: TestDatabase
let platform: OrganizationDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  const random = systemRandom()
  platform = {
    pool: database.pool,
    clock: systemClock,
    random,
    newId: idSource(systemClock, random),
    credentialsVault: createVault(random.bytes(32), 'test', random),
  }
})
afterAll(() => database.drop())

const newApplication = async () =>
  (await createApplication(supervisor, { name: 'Shop', environment: 'sandbox' }, platform)).application_id
const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: '#0b4f9e80' } })
/** Every pixel differs: nothing is harder to compress. */
const noise = () => {
  const pixels = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, n) => (n * 2_654_435_761) >>> 24))
  return sharp(pixels, { raw: { width: 200, height: 200, channels: 3 } })
}
const directory = () => createDirectory(database.pool, platform.credentialsVault, systemClock)
const logoOf = async (applicationId: string) => {
  const found = await directory().findById(applicationId)
  if (!found?.logoHash) return null
  return { hash: found.logoHash, bytes: await directory().findLogo(found, found.logoHash) }
}

test.each([
  ['a PNG with transparency', () => picture(300).png().toBuffer()],
  ['a JPEG that is not square', () => picture(300, 80).flatten().jpeg().toBuffer()],
  ['noise', () => noise().png().toBuffer()],
])('%s becomes a PNG of 64 by 64 pixels and at most 8 kB, found by its hash', async (_name, draw) => {
  const applicationId = await newApplication()
  const file = await draw()
  const set = await setLogo(supervisor, { application_id: applicationId, file }, platform)
  const logo = await logoOf(applicationId)
  expect(logo?.hash).toBe(set.logo_hash)
  const bytes = logo?.bytes ?? Buffer.alloc(0)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(set.logo_hash)
  expect(bytes.length).toBeLessThanOrEqual(8_192)
  expect(await sharp(bytes).metadata()).toMatchObject({
    format: 'png',
    width: 64,
    height: 64,
    hasAlpha: false,
  })
})

test('nothing of the file but its picture is stored', async () => {
  const applicationId = await newApplication()
  const file = await picture(128)
    .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
    .png()
    .toBuffer()
  expect(file.includes('alert(1)')).toBe(true)
  await setLogo(
    supervisor,
    { application_id: applicationId, file: Buffer.concat([file, Buffer.from('<svg/>')]) },
    platform,
  )
  const { bytes } = (await logoOf(applicationId)) ?? {}
  expect(bytes?.includes('alert(1)')).toBe(false)
  expect(bytes?.includes('<svg')).toBe(false)
})

test.each([
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
  ['WebP', () => picture(128).webp().toBuffer()],
  ['GIF', () => picture(128).gif().toBuffer()],
  ['a picture that is too small', () => picture(63, 300).png().toBuffer()],
  ['a damaged PNG', async () => (await picture(128).png().toBuffer()).subarray(0, 60)],
  ['a file that is too large', async () => Buffer.alloc(maxLogoFileBytes + 1, 0x89)],
  ['an empty file', async () => Buffer.alloc(0)],
])('%s is refused, and changes nothing', async (_name, draw) => {
  const applicationId = await newApplication()
  const file = await draw()
  await expect(setLogo(supervisor, { application_id: applicationId, file }, platform)).rejects.toMatchObject({
    code: 'application_logo_invalid',
  })
  expect(await logoOf(applicationId)).toBe(null)
})

test('a logo is replaced and removed, each in the audit log by its hash', async () => {
  const applicationId = await newApplication()
  const first = await setLogo(
    supervisor,
    { application_id: applicationId, file: await picture(64).png().toBuffer() },
    platform,
  )
  const second = await setLogo(
    supervisor,
    { application_id: applicationId, file: await noise().png().toBuffer() },
    platform,
  )
  const found = await directory().findById(applicationId)
  if (!found) throw new Error('the application is gone')
  expect(await directory().findLogo(found, first.logo_hash as string)).toBe(null)
  await setLogo(supervisor, { application_id: applicationId, file: null }, platform)
  expect(await logoOf(applicationId)).toBe(null)
  const acts = await actsOf(database.pool, applicationId, 10)
  expect(
    acts
      .toReversed()
      .flatMap(({ action, before, after }) => (action === 'applications.logo' ? [[before, after]] : [])),
  ).toEqual([
    [{ logo_hash: null }, { logo_hash: first.logo_hash }],
    [{ logo_hash: first.logo_hash }, { logo_hash: second.logo_hash }],
    [{ logo_hash: second.logo_hash }, { logo_hash: null }],
  ])
})

test('an auditor cannot set a logo, and an unknown application has none', async () => {
  const file = await picture(64).png().toBuffer()
  const applicationId = await newApplication()
  await expect(setLogo(auditor, { application_id: applicationId, file }, platform)).rejects.toMatchObject({
    code: 'not_permitted',
  })
  await expect(setLogo(supervisor, { application_id: 'app_none', file }, platform)).rejects.toMatchObject({
    code: 'application_not_found',
  })
})
