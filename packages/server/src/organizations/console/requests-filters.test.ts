import { dayMs, idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { dayOf, maintainPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
let owner: Awaited<ReturnType<ConsoleWorld['signUp']>>
let application: string
let applicationId: string

type Filters = {
  from?: string
  to?: string
  status?: string
  error?: string
  service?: string
  path?: string
  address?: string
  request_id?: string
}
type Call = {
  id: string
  atMs: number
  address: string
  path: string
  status: number
  error: string | null
  service: string
}
let calls: Call[]

const atOf = (ms: number): string => new Date(ms).toISOString()

beforeAll(async () => {
  world = await startConsole()
  owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  const { json: made } = await owner.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  applicationId = made.id
  application = `/organizations/${json.id}/applications/${made.id}`
  const nowMs = world.platform.clock.now()
  await maintainPartitions(world.database.pool, nowMs - dayMs)
  // Each value of a field with each value of another one.
  const variants = [0, 1].flatMap((day) =>
    ['203.0.113.7', '2001:db8::7'].flatMap((address) =>
      [
        { path: '/v1/kyc/validations', service: 'kyc_validation', status: 200, error: null },
        { path: '/v1/kyc/validations', service: 'kyc_validation', status: 403, error: 'service_not_enabled' },
        { path: '/v1/aml/screenings', service: 'aml_screening', status: 403, error: 'purpose_not_allowed' },
      ].map((one) => ({ ...one, address, day })),
    ),
  )
  calls = variants.map(({ day, ...call }, index) => {
    const atMs = nowMs - day * dayMs - 60_000 + index
    return { ...call, atMs, id: idAt(atMs) }
  })
  for (const [index, call] of calls.entries())
    await world.database.pool.query(
      `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
         http_status, error_code, service, scopes, actor, duration_ms)
       values ($1, $2, $3, $4, $5, $6, 'POST', $7, $8, $9, $10, '{}', 'application', 12)`,
      [
        ...[applicationId, dayOf(call.atMs), `kyc_filter${index}`, new Date(call.atMs), call.id],
        ...[call.address, call.path, call.status, call.error, call.service],
      ],
    )
}, 60_000)
afterAll(async () => {
  // A hostile value is refused, and is no error of the server.
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

/** The id of a request has its time. */
const idAt = (atMs: number): string => idSource(manualClock(atMs), systemRandom())('req')

const list = (filters: Record<string, string>) =>
  owner.get(`${application}/requests?${new URLSearchParams(filters)}`)

/** What the filters mean, without the database. */
const expected = (given: Filters): string[] =>
  calls
    .filter(
      (call) =>
        (given.from === undefined || call.atMs >= Date.parse(given.from)) &&
        (given.to === undefined || call.atMs < Date.parse(given.to)) &&
        (given.status === undefined || String(call.status) === given.status) &&
        (given.error === undefined || call.error === given.error) &&
        (given.service === undefined || call.service === given.service) &&
        (given.path === undefined || call.path === given.path) &&
        (given.address === undefined || call.address === given.address) &&
        (given.request_id === undefined || call.id === given.request_id),
    )
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(({ id }) => id)

test('each filter alone, every two together, and all at once list exactly the calls that they describe', async () => {
  const nowMs = world.platform.clock.now()
  const chosen = calls[2] as Call
  const values: Required<Filters> = {
    from: atOf(nowMs - 2 * 60_000),
    to: atOf(chosen.atMs + 4),
    ...{ status: '403', error: 'purpose_not_allowed', service: 'aml_screening' },
    ...{ path: '/v1/aml/screenings', address: '203.0.113.7', request_id: chosen.id },
  }
  const names = Object.keys(values) as (keyof Filters)[]
  const sets = names.flatMap((one, at) => [[one], ...names.slice(at + 1).map((other) => [one, other])])
  const wrong: string[] = []
  for (const set of [...sets, names]) {
    const given = Object.fromEntries(set.map((name) => [name, values[name]]))
    const { json } = await list(given)
    const [found, wanted] = [json.data.map(({ id }) => id), expected(given)]
    if (wanted.length === 0 || found.join() !== wanted.join()) wrong.push(`${set.join(' and ')}: ${found}`)
  }
  expect(wrong).toEqual([])
  // The sets above all have the chosen call. These have none.
  for (const none of [
    { status: '200', error: 'purpose_not_allowed' },
    { path: '/v1/kyc' },
    { path: '/V1/KYC/VALIDATIONS' },
    { address: '203.0.113' },
    { from: atOf(nowMs + dayMs) },
    { from: values.to, to: values.from },
    { request_id: world.platform.newId('req') },
  ] as Record<string, string>[]) {
    const { status, json } = await list(none)
    expect({ none, status, data: json.data, next: json.next_cursor }).toEqual({
      ...{ none, status: 200, data: [], next: null },
    })
  }
})

test('a filtered list has every call once over its pages, and a cursor is refused with other filters', async () => {
  const filters = { status: '403', limit: '3' }
  const found: string[] = []
  let cursor: string | null = null
  do {
    const { json } = await list(cursor === null ? filters : { ...filters, cursor })
    found.push(...json.data.map(({ id }) => id))
    cursor = json.next_cursor
    if (cursor !== null)
      for (const other of [
        { status: '200', limit: '3', cursor },
        { limit: '3', cursor },
      ] as Record<string, string>[])
        expect((await list(other)).status).toBe(400)
  } while (cursor !== null)
  expect(found).toEqual(expected({ status: '403' }))
})

test('a value that no call can have is refused or finds nothing', async () => {
  const refused: [name: string, value: string][] = [
    ...['abc', '99', '600', '200.5', '-1', ''].map((value): [string, string] => ['status', value]),
    ...['never', '2026-02-30', '2026-13-01T00:00:00Z', '', '9'.repeat(31)].flatMap(
      (value): [string, string][] => [
        ['from', value],
        ['to', value],
      ],
    ),
    ...['kyc', 'KYC_VALIDATION', '__proto__', ''].map((value): [string, string] => ['service', value]),
    ['error', 'x'.repeat(61)],
    ['path', `/${'x'.repeat(200)}`],
    ['address', '1'.repeat(61)],
    ['request_id', 'r'.repeat(61)],
    ['cursor', 'x'],
    ['cursor', ''],
    ['limit', '0'],
    ['limit', '101'],
    ['organization_id', 'org_other'],
    ['unknown', '1'],
  ]
  const answers: string[] = []
  for (const [name, value] of refused) {
    const { status, json } = await list({ [name]: value })
    if (status !== 400 || json.error !== 'invalid_request') answers.push(`${name}=${value}: ${status}`)
  }
  expect(answers).toEqual([])

  const texts = [
    "' or true --",
    '%',
    '_',
    '\\',
    '*',
    '{}',
    '\u202e',
    '\u0000',
    '\ud800',
    '<b>',
    '../..',
    '$1',
  ]
  for (const name of ['error', 'path', 'address', 'request_id'])
    for (const text of texts) {
      const { status, json } = await list({ [name]: text })
      // No id and no filter has U+0000, so that such an address is of nothing.
      const wanted = text === '\u0000' ? 404 : 200
      expect({ name, text, status, data: json.data }).toEqual({
        ...{ name, text, status: wanted, data: wanted === 200 ? [] : undefined },
      })
    }
  // A member that is there twice is one list, which no filter is.
  expect((await owner.get(`${application}/requests?status=200&status=403`)).status).toBe(400)
})

const useOf = (query: Record<string, string>) => owner.get(`${application}/use?${new URLSearchParams(query)}`)

test('the use of an application is counted by day and service, between two days and of one service', async () => {
  const today = new Date(world.platform.clock.now())
  const day = (ago: number) => new Date(today.getTime() - ago * dayMs).toISOString().slice(0, 10)
  const used: [service: string, ago: number, used: number][] = [
    ['kyc_validation', 0, 5],
    ['aml_screening', 0, 7],
    ['kyc_validation', 1, 11],
    ['kyc_validation', 30, 13],
    ['kyc_validation', 31, 17],
  ]
  for (const [service, ago, count] of used)
    await world.database.pool.query(
      `insert into usage_counters (application_id, service, period, period_start, used) values ($1, $2, 'day', $3, $4)`,
      [applicationId, service, day(ago), count],
    )
  // The month has a count of its own, and another application too.
  await world.database.pool.query(
    `insert into usage_counters (application_id, service, period, period_start, used)
     values ($1, 'kyc_validation', 'month', date_trunc('month', $2::date), 99), ('app_other', 'kyc_validation', 'day', $2, 98)`,
    [applicationId, day(0)],
  )
  const counted = async (query: Record<string, string>) => {
    const { json } = await useOf(query)
    return (json.data as unknown as { day: string; service: string; used: number }[]).map(
      (row) => `${row.day} ${row.service} ${row.used}`,
    )
  }
  const rows = (...selected: number[]) =>
    selected
      .map((at) => used[at] as (typeof used)[number])
      .map(([service, ago, count]) => `${day(ago)} ${service} ${count}`)
      .toSorted()
  expect(await counted({})).toEqual(rows(0, 1, 2, 3))
  expect(await counted({ service: 'kyc_validation' })).toEqual(rows(0, 2, 3))
  expect(await counted({ service: 'face_recognition' })).toEqual([])
  // Both days are part of the time.
  expect(await counted({ from: day(31), to: day(1) })).toEqual(rows(2, 3, 4))
  expect(await counted({ from: day(1), to: day(1), service: 'kyc_validation' })).toEqual(rows(2))
  expect(await counted({ from: day(400), to: day(0) })).toEqual(rows(0, 1, 2, 3, 4))
  expect((await useOf({ from: day(1), to: day(0) })).json).toMatchObject({ from: day(1), to: day(0) })
})

test('days that are none, the wrong way round or too far apart are refused', async () => {
  const refused: Record<string, string>[] = [
    { from: '2026-02-30' },
    { from: '2026-2-3' },
    { to: 'today' },
    { to: '' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2025-01-01', to: '2026-03-01' },
    { service: 'kyc' },
    { service: "' or true --" },
    { day: '2026-03-01' },
  ]
  for (const query of refused) {
    const { status, json } = await useOf(query)
    expect({ query, status, error: json.error }).toEqual({ query, status: 400, error: 'invalid_request' })
  }
})
