import { type Actor, idSource, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { actsOf as actsOnSubject } from '../../testing/acts-of.ts'
import { createApplication, updateApplication } from './applications.ts'
import { issueCertificate, revokeCertificate } from './certificates.ts'
import { rotateKeys } from './keys/rotate-keys.ts'

const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const auditor: Actor = { kind: 'operator', name: 'jean', roles: ['auditor'] }

let database: TestDatabase
let platform: Parameters<typeof issueCertificate>[2]
beforeAll(async () => {
  database = await createTestDatabase()
  const random = systemRandom()
  const vault = createVault(random.bytes(32), 'test', random)
  platform = {
    pool: database.pool,
    clock: systemClock,
    random,
    newId: idSource(systemClock, random),
    credentialsVault: vault,
    authorityVault: vault,
  }
})
afterAll(() => database.drop())

const actsOf = async (subject: string) => (await actsOnSubject(database.pool, subject)).toReversed()

test('the life of an application is in the audit log, with the actor and without secrets', async () => {
  const created = await createApplication(
    supervisor,
    { name: 'Shop', environment: 'sandbox', services: ['kyc_validation'] },
    platform,
  )
  const applicationId = created.application_id
  await updateApplication(supervisor, { application_id: applicationId, settings: { burst: 7 } }, platform)
  const rotated = await rotateKeys(
    supervisor,
    { application_id: applicationId, overlap_seconds: 0 },
    platform,
  )
  const { thumbprint, private_key } = await issueCertificate(
    supervisor,
    { application_id: applicationId, csr: null },
    platform,
  )
  await revokeCertificate(
    supervisor,
    { application_id: applicationId, thumbprint: thumbprint.toUpperCase() },
    platform,
  )

  const acts = await actsOf(applicationId)
  expect(acts.map(({ action, actor_kind, actor }) => [action, actor_kind, actor])).toEqual(
    [
      'applications.create',
      'applications.update',
      'keys.rotate',
      'certificates.issue',
      'certificates.revoke',
    ].map((action) => [action, 'operator', 'amina']),
  )
  expect(acts[0]).toMatchObject({ before: null, after: { name: 'Shop', api_key: created.api_key } })
  expect(acts[1]).toMatchObject({ before: { burst_per_second: 50 }, after: { burst_per_second: 7 } })
  expect(Object.keys(acts[1]?.after ?? {})).toEqual(['burst_per_second'])
  expect(acts[2]).toMatchObject({ before: { api_key: created.api_key }, after: { api_key: rotated.api_key } })
  expect(acts[4]?.after).toMatchObject({ thumbprint })
  const written = JSON.stringify(acts)
  const secrets = [created, rotated].flatMap(({ secret_key, payload_encryption_key }) => [
    secret_key,
    payload_encryption_key,
  ])
  for (const secret of [...secrets, private_key ?? 'none']) expect(written).not.toContain(secret)
})

test('an act that is refused has no entry', async () => {
  const { application_id: applicationId } = await createApplication(
    supervisor,
    { name: 'Shop', environment: 'sandbox' },
    platform,
  )
  const settings = { services: ['no_such_service'] }
  await expect(
    updateApplication(supervisor, { application_id: applicationId, settings }, platform),
  ).rejects.toMatchObject({
    code: 'application_setting_invalid',
  })
  await expect(
    revokeCertificate(supervisor, { application_id: applicationId, thumbprint: 'ab' }, platform),
  ).rejects.toMatchObject({ code: 'certificate_not_found' })
  expect((await actsOf(applicationId)).map(({ action }) => action)).toEqual(['applications.create'])
})

const acts = [createApplication, updateApplication, rotateKeys, issueCertificate, revokeCertificate] as const

test.each(acts.map((act) => [act.declaration.name, act] as const))(
  'an operator without the role may not: %s',
  async (_name, act) => {
    const refused = act(auditor, {} as never, platform)
    await expect(refused).rejects.toMatchObject({ code: 'not_permitted' })
  },
)
