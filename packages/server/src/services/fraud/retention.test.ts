import { dayMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { causeDirectly } from '../../register/register-outbox/index.ts'
import { readNetworkRevision, writeNetworkParties } from '../../risk/fraud-network/index.ts'
import { testApplication } from '../../testing/application.ts'
import { type Modes, noon } from '../../testing/modes.ts'
import { testNetworkKeys } from '../../testing/network-keys.ts'
import { findOwnCase, reportOfCase } from './case-row.ts'
import { startFraud } from './fraud-modes.fixture.ts'
import { fraudSecrets } from './fraud-secrets.ts'
import { eraseExpiredCases } from './retention.ts'
import { defaultCaseRetention } from './settings.ts'

let modes: Modes
beforeAll(async () => {
  modes = await startFraud()
})
afterAll(() => modes.stop())

const erase = (nowMs: number) => {
  const { clock } = modes.platform
  const { pool } = modes.database
  return eraseExpiredCases(pool, nowMs, { ...defaultCaseRetention, cause: causeDirectly({ pool, clock }) })
}
const data = Buffer.from('a,b\n1,2\n').toString('base64')
const reported = async (status: string) => {
  const application = modes.admitApplication(testApplication())
  const body = {
    type: 'other',
    subject: { full_name: 'A', phone_number: '+243810000000' },
    description: 'x',
    evidence: [{ type: 'transaction_log', file: { data }, description: 'y' }],
  }
  const { json } = await modes.call(application, { target: '/v1/fraud/reports', body })
  await modes.database.pool.query('update fraud_cases set status = $2 where case_id = $1', [json.id, status])
  const read = async () => {
    const found = await findOwnCase(modes.database.pool, application.applicationId, String(json.id))
    const { rows } = await modes.database.pool.query(
      `select (select count(*) from fraud_case_keys where case_id = $1)
         + (select count(*) from fraud_evidence where case_id = $1)
         + (select count(*) from fraud_party_keys where case_id = $1) as left`,
      [json.id],
    )
    const report = await modes.get(application, `/v1/fraud/reports/${json.id}`)
    return {
      isReadable: found !== null && reportOfCase(found, fraudSecrets(modes.platform).vaults) !== null,
      left: Number(rows[0]?.left),
      status: report.json.status,
    }
  }
  return Object.assign(read, { applicationId: application.applicationId })
}

test('a decided case is erased after its retention, and an open one never', async () => {
  const dismissed = await reported('dismissed')
  const confirmed = await reported('confirmed')
  const open = await reported('under_review')
  const run = (days: number) => erase(noon + days * dayMs)

  await run(364)
  expect((await dismissed()).isReadable).toBe(true)
  await run(366)
  expect(await dismissed()).toEqual({ isReadable: false, left: 0, status: 'dismissed' })
  expect((await confirmed()).isReadable).toBe(true)
  await run(3_651)
  expect(await confirmed()).toEqual({ isReadable: false, left: 0, status: 'confirmed' })
  expect((await open()).isReadable).toBe(true)
})

test('the retention of a sandbox case ends by the test clock of its application, and by no other', async () => {
  const [moved, present] = [await reported('dismissed'), await reported('dismissed')]
  await modes.database.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at, test_clock_ms)
     values ($1, 'org', 'Shop', 'sandbox', '{}', '{}', '{}', 100, $2, $3)`,
    [moved.applicationId, new Date(noon), 300 * dayMs],
  )
  const run = (days: number) => erase(noon + days * dayMs)
  await run(60)
  expect((await moved()).isReadable).toBe(true)

  await run(70)

  expect([(await moved()).isReadable, (await present()).isReadable]).toEqual([false, true])
})

test('a case that is erased leaves the fraud network, with a change that monitors follow', async () => {
  const confirmed = await reported('confirmed')
  const { rows } = await modes.database.pool.query<{ case_number: string }>(
    `select case_number from fraud_cases where status = 'confirmed' and sealed_report is not null`,
  )
  const numbers = rows.map(({ case_number }) => case_number)
  expect(numbers).toHaveLength(1)
  const party = {
    role: 'suspect',
    case_type: 'other',
    case_status: 'confirmed',
    confirmed_on: '2026-03-15',
    party: 0,
    svc_id: 'COD-1',
    rccm: null,
    full_name: null,
    date_of_birth: null,
    nationality: null,
  } as const
  await writeNetworkParties({ pool: modes.database.pool, ...testNetworkKeys() }, 'sandbox', [
    { ...party, case_number: String(numbers[0]) },
  ])
  const before = await readNetworkRevision(modes.database.pool)
  await erase(noon + 3_651 * dayMs)
  expect((await confirmed()).isReadable).toBe(false)
  const { rowCount } = await modes.database.pool.query(
    'select from fraud_network_parties where case_number = any($1)',
    [numbers],
  )
  expect([rowCount, await readNetworkRevision(modes.database.pool)]).toEqual([0, before + 1])
})

test('a file whose report was not accepted is deleted after a day', async () => {
  const insert = `insert into fraud_evidence
      (application_id, case_id, position, type, format, file_bytes, sealed_description, sealed_file, written_at)
    values ('app_1', 'frd_lost', 0, 'image', 'png', 1, '', '', $1)`
  await modes.database.pool.query(insert, [new Date(noon)])
  const count = async () => {
    const { rowCount } = await modes.database.pool.query(
      "select from fraud_evidence where case_id = 'frd_lost'",
    )
    return rowCount
  }
  await erase(noon + dayMs - 1)
  expect(await count()).toBe(1)
  await erase(noon + dayMs + 1)
  expect(await count()).toBe(0)
})
