import { createHash } from 'node:crypto'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { requestConsent } from '../../citizens/consents/index.ts'
import { createAllDatabases, othersOf } from '../../gateway/acts/index.ts'
import { testApplication } from '../../testing/application.ts'
import { type ConsentWorld, holder, otherPerson, startConsents } from '../../testing/consents.ts'

/** A citizen is asked by applications of home and of a cell. */
let world: ConsentWorld
let cell: TestDatabase
let isAway = false
const unread: string[] = []
beforeAll(async () => {
  world = await startConsents({ environment: 'production' })
  cell = await createDatabaseAtNoon()
  const databases = createAllDatabases(world.clock)
  databases.follow(() => [
    { name: 'home', pool: world.consents.pool },
    { name: 'north', pool: isAway ? null : cell.pool },
  ])
  world.hooks.askOthers = othersOf(databases, 'home', (line) => void unread.push(line))
})
afterAll(async () => {
  await world?.stop()
  await cell?.drop()
})

const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }
const askInCell = (svcId: string, applicationId: string) =>
  inTransaction(cell.pool, (client) =>
    requestConsent(
      client,
      {
        ...{ applicationId, svcId, origin, environment: 'production', isMinor: false, clockAheadMs: 0 },
        ...{ product: 'bnpl', amountRequested: null, reference: null },
      },
      { ...world.consents, pool: cell.pool },
    ),
  )
const certificate = Buffer.from('trusted certificate')
const thumbprints = new Set([createHash('sha256').update(certificate).digest('hex')])
const headers = { 'client-cert': `:${certificate.toString('base64')}:` }
const askAtHome = async (svcId: string) => {
  const application = world.admitApplication(testApplication({ environment: 'production', thumbprints }))
  const body = {
    identifier: { type: 'svc_id', value: svcId },
    ...{ purpose: 'credit_assessment', product: 'microcredit' },
  }
  const { status, json } = await world.call(application, {
    ...{ method: 'POST', target: '/v1/credit/consents', body, headers },
  })
  return [status, json.error, json.retry_after]
}

test('ten requests to a citizen in a day are the maximum of all databases together', async () => {
  for (let asked = 0; asked < 9; asked++) await askInCell(holder, `app_of_cell_${asked}`)
  world.clock.advance(3_600_000)
  expect(await askAtHome(holder)).toEqual([202, undefined, undefined])
  expect(await askAtHome(holder)).toEqual([429, 'rate_limited', 23 * 3_600])
  expect(await askAtHome(otherPerson)).toEqual([202, undefined, undefined])
  expect(unread).toEqual([])
  // A cell that is away stops no request of the others, and the log names it.
  isAway = true
  expect(await askAtHome(holder)).toEqual([202, undefined, undefined])
  expect(unread).toEqual(['not counted, because they do not answer: north'])
})
