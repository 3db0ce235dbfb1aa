import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import {
  asAnswerableRefusal,
  inTransaction,
  readsOfPrimary,
  writeChanges,
} from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../../testing/database.ts'
import { accessDependencies, disputeAccess, listAccesses } from '../../../citizens/accesses/index.ts'
import {
  approveConsent,
  consentDependencies,
  requestConsent,
  showConsent,
} from '../../../citizens/consents/index.ts'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { testPlatform } from '../../../testing/platform.ts'
import { auditEffect, pseudonym, subjectKeyOf } from '../../audit/index.ts'
import { type MoveWorld, openMoveWorld } from './testing/move-world.ts'

/** What concerns a citizen, while the organization of the application moves from home to a cell. */
let world: MoveWorld
let home: TestDatabase
let cell: TestDatabase
let platform: ReturnType<typeof testPlatform>
const svcId = 'COD-0000-0000-0009'
const supervisor: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const citizen: Actor = { kind: 'citizen', svcId, environment: 'sandbox', deviceId: 'dev_1' }
const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }

beforeAll(async () => {
  world = await openMoveWorld()
  ;({ home, cell } = world)
  platform = testPlatform(home)
})
afterAll(() => world.drop())

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
  await world.move({
    markMonitors: markMonitorsOf,
    async requireAlone() {
      refused ??= await codeOf(approveConsent(supervisor, { id }, consentsIn(home)))
    },
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
