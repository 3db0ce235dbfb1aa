import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import {
  asAnswerableRefusal,
  inTransaction,
  readsOfPrimary,
  startQueue,
  writeChanges,
} from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { accessDependencies, disputeAccess, listAccesses } from '../../../citizens/accesses/index.ts'
import {
  approveConsent,
  consentDependencies,
  requestConsent,
  showConsent,
} from '../../../citizens/consents/index.ts'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { createHomeAndCell } from '../../../testing/database/home-and-cell.ts'
import { testPlatform } from '../../../testing/platform.ts'
import { auditEffect, pseudonym, subjectKeyOf } from '../../audit/index.ts'
import { performMove } from './move-organization.ts'

/** What concerns a citizen, while the organization of the application moves from home to a cell. */
let home: TestDatabase
let cell: TestDatabase
let platform: ReturnType<typeof testPlatform>
const svcId = 'COD-0000-0000-0009'
const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const citizen: Actor = { kind: 'citizen', svcId, environment: 'sandbox', deviceId: 'dev_1' }
const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }

beforeAll(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_one'], createDatabaseAtNoon))
  platform = testPlatform(home)
  await home.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ('app_one', 'org_one', 'Guichet', 'sandbox', '{}', '{}', '{}', 1, now())`,
  )
  await (await startQueue({ pool: home.pool, upkeepPool: null, migrate: false }, () => {})).stop()
})
afterAll(async () => {
  await home.drop()
  await cell.drop()
})

const consentsIn = ({ pool }: TestDatabase) => consentDependencies({ ...platform, pool })
const accessesIn = ({ pool }: TestDatabase) => ({
  ...accessDependencies({ ...platform, reads: readsOfPrimary(home.pool) }),
  ...{
    pool,
    databases: () => [
      { name: 'home', pool: home.pool },
      { name: 'north', pool: cell.pool, archive: emptyArchive(cell.pool) },
    ],
  },
})
const codeOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'done',
    (error) => (error instanceof Refusal ? error : asAnswerableRefusal(error)).code,
  )
const ask = async () => {
  const order = {
    ...{ applicationId: 'app_one', environment: 'sandbox' as const, svcId, origin, isMinor: false },
    ...{ product: 'bnpl' as const, amountRequested: null, reference: null, clockAheadMs: 0 },
  }
  return (await inTransaction(home.pool, (client) => requestConsent(client, order, consentsIn(home)))).request
    .id
}
const readData = () =>
  writeChanges(home.pool, 'app_one', [
    {
      ...{ id: 'kyc_one', service: 'kyc_validation', scopes: null, atMs: platform.clock.now(), fence: null },
      effects: [
        auditEffect({
          ...{ ...origin, actor: 'application', http_status: 200, error_code: null, read_ids: null },
          ...{ purpose: 'customer_onboarding', makesResult: true, outcome: 'match' },
          subject: pseudonym(subjectKeyOf(platform.rootKey), svcId),
        }),
      ],
    },
  ])
const log = async () => (await listAccesses(citizen, {}, accessesIn(home))).entries

test('a consent is decided once, where the organization is, and a dispute follows it while its access stays', async () => {
  await readData()
  const [before] = await log()
  const text = 'Je ne connais pas cette banque.'
  const dispute = await disputeAccess(citizen, { id: before?.id ?? '', text }, accessesIn(home))
  const id = await ask()
  let refused: unknown = null
  await performMove({
    organizationId: 'org_one',
    ...{ source: { name: 'home', owner: home.pool }, target: { name: 'north', owner: cell.pool } },
    ...{ home: home.pool, refuseMs: 5_000, markMonitors: markMonitorsOf, progress: () => {} },
    async requireAlone() {
      refused ??= await codeOf(approveConsent(supervisor, { id }, consentsIn(home)))
    },
    pause: async () => {},
  })
  expect(refused).toBe('overloaded')
  expect(await codeOf(approveConsent(supervisor, { id }, consentsIn(home)))).toBe('consent_not_found')
  expect(await showConsent(supervisor, { id }, consentsIn(cell))).toMatchObject({ status: 'pending' })
  const decided = await Promise.all(
    [1, 2].map(() => codeOf(approveConsent(supervisor, { id }, consentsIn(cell)))),
  )
  expect(decided.toSorted()).toEqual(['consent_not_pending', 'done'])

  const [after] = await log()
  expect(after).toEqual(before && { ...before, dispute: { id: dispute.id, status: 'open' } })
  const again = await disputeAccess(citizen, { id: before?.id ?? '', text }, accessesIn(cell))
  expect(again.id).toBe(dispute.id)
})
