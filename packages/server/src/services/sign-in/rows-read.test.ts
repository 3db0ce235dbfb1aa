import { type Fence, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledTables, openFilledTables } from '../../testing/database/rows-read.ts'
import { sha256 } from './hashes.ts'
import { readRequests } from './requests/requests.ts'
import { writeAnswers } from './requests/write-requests.ts'
import { issuedFence, readTokens, redeemedFence, validTokenFence } from './tokens/codes.ts'

const applicationId = 'app_busy'

/** Writes the requests and codes with these numbers, of one busy application. */
const fill = async (client: Pick<pg.ClientBase, 'query'>, from: number, to: number) => {
  await client.query(
    `insert into sign_in_requests (application_id, request_id, environment, api_key, redirect_uri, scopes, code_challenge,
       browser_hash, shown_number, sealed_browser, expires_at, status)
     select $1, 'sgn_' || n, 'sandbox', 'key', 'https://shop.example/', '{openid}', 'c', '', 42, '', now() + interval '1 minute',
       case when n = 7 then 'approved' else 'waiting' end
     from generate_series($2::integer, $3::integer) n`,
    [applicationId, from, to],
  )
  await client.query(
    `insert into sign_in_codes (application_id, code_hash, request_id, api_key, redirect_uri, code_challenge, scopes,
       sealed_citizen, expires_at, redeemed_at, token_hash, token_expires_at)
     select $1, sha256(('code' || n)::bytea), 'sgn_' || n, 'key', 'https://shop.example/', 'c', '{openid}', '',
       now() + interval '1 minute', case when n <> 7 then now() end, sha256(('token' || n)::bytea),
       now() + interval '1 minute'
     from generate_series($2::integer, $3::integer) n`,
    [applicationId, from, to],
  )
}

let tables: FilledTables
beforeAll(async () => {
  tables = await openFilledTables(['sign_in_requests', 'sign_in_codes'], fill)
})
afterAll(() => tables.drop())

/** Returns whether the fence opened. */
const open = async (client: pg.PoolClient, fence: Fence): Promise<void> => {
  const change = { id: 'one', service: null, scopes: null, atMs: 0, fence, effects: [] }
  expect((await writeChanges(client, applicationId, [change])).has('one')).toBe(true)
}

const redemption = redeemedFence({
  ...{
    code_hash: sha256('code7'),
    api_key: 'key',
    redirect_uri: 'https://shop.example/',
    code_challenge: 'c',
  },
  ...{ token_hash: sha256('new'), certificate: null },
})

const statements: [string, (client: pg.PoolClient) => Promise<unknown>][] = [
  ['the read of a request', (client) => readRequests(client, applicationId, ['sgn_8'])],
  [
    'an answer',
    (client) =>
      writeAnswers(client, applicationId, [{ requestId: 'sgn_9', answer: 'approved', approvedWith: 'swk' }]),
  ],
  ['the issue of a code', (client) => open(client, issuedFence({ request_id: 'sgn_7' }))],
  ['the redemption of a code', (client) => open(client, redemption)],
  [
    'the check of a token',
    (client) =>
      open(
        client,
        validTokenFence({
          code_hash: sha256('code11'),
          token_hash: sha256('token11'),
          certificate: sha256('c'),
        }),
      ),
  ],
  [
    'the read of a token',
    async (client) =>
      expect(
        await readTokens(client, applicationId, [
          { codeHash: sha256('code10'), tokenHash: sha256('token10') },
        ]),
      ).toMatchObject([{ request_id: 'sgn_10' }]),
  ],
]

test.each(statements)('%s reads few rows, however many the application has', async (_which, statement) => {
  const read = await tables.ofManyRows(statement)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})

test.each(statements)('%s reads few rows, with a plan of a smaller table', async (_which, statement) => {
  const read = await tables.afterGrowth(statement)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
