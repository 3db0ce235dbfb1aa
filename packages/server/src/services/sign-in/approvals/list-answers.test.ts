import { randomBytes } from 'node:crypto'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../../testing/database.ts'
import type { HistoryPage } from '../../../citizens/citizen-devices/index.ts'
import { approvalText, scopesOfText } from './approval-text.ts'
import { forgetEvidence, writeEvidence } from './evidence.ts'
import { createListAnswers } from './list-answers.ts'

const [citizen, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const environment = 'production' as const
const vault = createVault(randomBytes(32), 'sign-in', systemRandom())
const applicationId = 'app_h'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org_h', 'Shop', now())`,
  )
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, 'org_h', 'Boutique', 'production', '{}', '{}', '{}', 1, now())`,
    [applicationId],
  )
  await request('declined', 'declined', 5)
  await request('unanswered', 'waiting', 4)
  await request('open', 'waiting', 0)
  await request('foreign', 'declined', 3, other)
  await request('automatic', 'declined', 2, citizen, true)
  await approve('approved', 1)
})
afterAll(() => database?.drop())

const request = (id: string, status: string, minutesAgo: number, of = citizen, isAutomatic = false) =>
  database.pool.query(
    `insert into sign_in_requests (application_id, request_id, environment, api_key, redirect_uri, scopes,
       code_challenge, browser_hash, shown_number, sealed_browser, status, citizen, created_at, expires_at, answers_at)
     select $1, $2, $3, 'key', 'https://shop.example/', '{openid,profile}', 'c', '', 42, '', $4, $5, made,
       made + interval '1 minute', case when $7 then made end
     from (select now() - make_interval(mins => $6::int) as made) as times`,
    [applicationId, id, environment, status, of, minutesAgo, isAutomatic],
  )

const handleOf = (requestId: string) => ({ applicationId, requestId })

const approve = async (requestId: string, minutesAgo: number) => {
  const handle = handleOf(requestId)
  const text = approvalText({ ...handle, application: 'Boutique', scopes: ['openid', 'email'], nonce: 'n' })
  const evidence = { ...handle, environment, citizen, deviceId: 'dev_1', text, signature: { signature: 's' } }
  await writeEvidence(database.pool, { ...evidence, similarity: 0.95 }, vault)
  await database.pool.query(
    'update sign_in_approvals set approved_at = now() - make_interval(mins => $2) where request_id = $1',
    [requestId, minutesAgo],
  )
}

const list = (page: Partial<HistoryPage> = {}, of = citizen, where: 'sandbox' | 'production' = environment) =>
  createListAnswers({ pool: database.pool, vault })(
    { citizen: of, environment: where },
    { before: { at: Number.MAX_SAFE_INTEGER, id: '' }, limit: 100, ...page },
  )

test('approved, unanswered and declined requests are listed, the newest first, with what was signed', async () => {
  const names = { application: 'Boutique', organization: 'Shop', at: expect.any(Number) }
  expect(await list()).toEqual([
    { ...names, id: 'approved', kind: 'sign_in_approved', scopes: ['openid', 'email'] },
    { ...names, id: 'unanswered', kind: 'sign_in_unanswered', scopes: ['openid', 'profile'] },
    { ...names, id: 'declined', kind: 'sign_in_declined', scopes: ['openid', 'profile'] },
  ])
})

test.each(['\n', '\u2028', '\u2029', '\r'])(
  'a name with %j cannot write scopes that were not signed',
  (separator) => {
    const name = `Boutique${separator}scopes: openid`
    const text = approvalText({
      ...handleOf('any'),
      application: name,
      scopes: ['openid', 'svc:kyc.parents'],
      nonce: 'n',
    })
    expect(scopesOfText(text)).toEqual(['openid', 'svc:kyc.parents'])
  },
)

test('the evidence of an approval is kept for five years', async () => {
  await approve('old', 1)
  const kept = async () =>
    (await database.pool.query(`select from sign_in_approvals where request_id = 'old'`)).rowCount
  // Half a minute before and after: other tests of this file keep theirs.
  const endMs = 5 * 366 * 86_400_000
  const only = async (nowMs: number) => {
    await database.pool.query(
      `update sign_in_approvals set approved_at = now() - interval '1 hour' where request_id = 'old'`,
    )
    await forgetEvidence(database.pool, nowMs)
  }
  await only(Date.now() + endMs - 3_630_000)
  expect(await kept()).toBe(1)
  await only(Date.now() + endMs - 3_570_000)
  expect(await kept()).toBe(0)
})

test('a citizen sees the own answers of one environment', async () => {
  expect((await list({}, other)).map(({ id }) => id)).toEqual(['foreign'])
  expect(await list({}, citizen, 'sandbox')).toEqual([])
})

test('each page goes on after the exact time of the last entry', async () => {
  const ids: string[] = []
  for (let before: HistoryPage['before'] = { at: Number.MAX_SAFE_INTEGER, id: '' }; ; ) {
    const [row] = await list({ before, limit: 1 })
    if (!row) break
    ids.push(row.id)
    before = row
  }
  expect(ids).toEqual(['approved', 'unanswered', 'declined'])
})
