import { dayMs } from '@nani/foundation/core/index.ts'
import { dayOf, maintainPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

test('calls are listed newest first, by their filters, with the check that refused', async () => {
  const owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  const { json: made } = await owner.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  const path = `/organizations/${json.id}/applications/${made.id}/requests`
  const nowMs = world.platform.clock.now()
  const ids = [0, 1, 2].map(() => world.platform.newId('req'))
  for (const [index, error] of [null, 'service_not_enabled', null].entries())
    await world.rows.query(
      `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
         http_status, error_code, service, scopes, actor, refused_check, duration_ms)
       values ($1, $2, $3, $4, $5, '203.0.113.7', 'POST', '/v1/kyc/validations', $6, $7, 'kyc_validation', '{}', 'application', $8, 12)`,
      [
        ...[made.id, dayOf(nowMs), `kyc_${index}`, new Date(nowMs - 1_000 + index), ids[index]],
        ...[error === null ? 200 : 403, error, error === null ? null : 'Enabled service'],
      ],
    )
  const list = async (query: string) => (await owner.get(`${path}?${query}`)).json
  const first = await list('limit=2')
  expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  expect((await list(`limit=2&cursor=${first.next_cursor}`)).data.map(({ id }) => id)).toEqual([ids[0]])
  expect((await list('error=service_not_enabled')).data).toMatchObject([
    {
      status: 403,
      message_fr: 'Le service n’est pas activé sur cette application.',
      refused_by: {
        ...{ check: 'Enabled service', message: expect.stringContaining('not enabled') },
        fr: {
          ...{ check: 'Service activé', rule: 'L’application a activé le service' },
          message: 'Le service n’est pas activé sur cette application.',
        },
      },
      duration_ms: 12,
    },
  ])
  expect((await list('status=200&service=kyc_validation&address=203.0.113.7')).data).toHaveLength(2)
  expect((await list('from=never')).error).toBe('invalid_request')
  expect((await owner.get(`${path}/${ids[1]}`)).json).toMatchObject({
    ...{ id: ids[1], request_id: ids[1], error: 'service_not_enabled' },
  })
  // One that the server may have made, and one that it never makes.
  for (const unknown of [world.platform.newId('req'), 'req_none'])
    expect((await owner.get(`${path}/${unknown}`)).status).toBe(404)
  // A row of home, also where the application is in a cell.
  await world.database.pool.query(
    `insert into authentication_failures (minute, api_key, client_address, code, recorder, application_id, failures)
     values ('2026-03-15T11:00:00Z', 'key_test_x', '203.0.113.7', 'invalid_signature', gen_random_uuid(), $1, 3)`,
    [made.id],
  )
  expect((await owner.get(path.replace('requests', 'refused-authentication'))).json.data).toEqual([
    {
      ...{ object: 'refused_authentication', minute: '2026-03-15T11:00:00.000Z' },
      ...{ code: 'invalid_signature', count: 3 },
    },
  ])
})

/** Spec: the log of calls. A filter without a match costs no more than another one. */
test('a filtered page examines 2,000 calls, and the next page continues where it ended', async () => {
  const owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00002' })
  const { json: made } = await owner.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  const path = `/organizations/${json.id}/applications/${made.id}/requests`
  const nowMs = world.platform.clock.now()
  await world.rows.query(
    `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
       http_status, error_code, service, scopes, actor, duration_ms)
     select $1, $2, 'kyc_bound' || i, $3::timestamptz - i * interval '1 millisecond', 'req_bound' || i,
       '203.0.113.7', 'POST', '/v1/kyc/validations', case when i = 2001 then 403 else 200 end,
       case when i = 2001 then 'service_not_enabled' end, 'kyc_validation', '{}', 'application', 12
     from generate_series(1, 2001) as i`,
    [made.id, dayOf(nowMs), new Date(nowMs)],
  )
  const filter = `${path}?error=service_not_enabled`
  const { json: first } = await owner.get(filter)
  expect(first.data).toEqual([])
  expect(first.next_cursor).not.toBeNull()
  const { json: second } = await owner.get(`${filter}&cursor=${first.next_cursor}`)
  expect(second.data.map(({ id }) => id)).toEqual(['req_bound2001'])
  expect(second.next_cursor).toBeNull()
})

/** A page is first read in the newest days alone. */
test('a page has the calls of earlier days where the newest days have too few', async () => {
  const owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00003' })
  const { json: made } = await owner.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  const path = `/organizations/${json.id}/applications/${made.id}/requests`
  const nowMs = world.platform.clock.now()
  const daysAgo = [0, 1, 4, 20, 30]
  for (const days of daysAgo) {
    const at = nowMs - days * dayMs
    await maintainPartitions(world.rows, at)
    await world.rows.query(
      `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
         http_status, error_code, service, scopes, actor, duration_ms)
       values ($1, $2, $3, $4, $3, '203.0.113.7', 'POST', '/v1/kyc/validations', 200, null, 'kyc_validation', '{}', 'application', 12)`,
      [made.id, dayOf(at), `req_days${days}`, new Date(at)],
    )
  }
  const idsOf = (...days: number[]) => days.map((day) => `req_days${day}`)
  const pages: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { json: page } = await owner.get(`${path}?status=200&limit=2${cursor && `&cursor=${cursor}`}`)
    pages.push(page.data.map(({ id }) => id as string))
    cursor = page.next_cursor
  }
  expect(pages).toEqual([idsOf(0, 1), idsOf(4, 20), idsOf(30)])
  const from = new Date(nowMs - 20 * dayMs).toISOString()
  expect((await owner.get(`${path}?from=${from}`)).json.data.map(({ id }) => id)).toEqual(
    idsOf(...daysAgo.slice(0, 4)),
  )
})
