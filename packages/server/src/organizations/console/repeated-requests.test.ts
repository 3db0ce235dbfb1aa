import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedOperations } from '../../testing/operations/described-operations.ts'
import type { ConsoleRequest } from './testing/console-objects.ts'
import { consoleRequests } from './testing/console-requests.ts'
import { type ConsoleWorld, openBrowser, startConsole } from './testing/console-world.ts'

/** Each POST with an Idempotency-Key is performed once. */

let world: ConsoleWorld
let requests: ReturnType<typeof consoleRequests>
beforeAll(async () => {
  world = await startConsole()
  requests = consoleRequests(world)
})
afterAll(() => world.stop())

/** These set a cookie, which is stored in no form, so that a repeated one is refused. The list may only shrink. */
const setCookies = new Set([
  ...['people.sign_in', 'people.give_second_factor', 'people.step_up', 'people.begin_identity_link'],
  ...['people.link_identity', 'people.begin_identity_sign_in', 'people.sign_in_with_identity'],
])
/** A stranger has no session: the key counts for the same request alone. */
const ofStrangers = new Set([
  ...['people.register', 'people.confirm_registration', 'people.request_password_reset'],
  'people.change_password',
])

const requestOf = async (act: string): Promise<ConsoleRequest> => {
  const make = requests[act]
  if (!make) throw new Error(`there is no request of ${act}`)
  return make()
}
const entriesOf = async (action: string): Promise<number> =>
  (
    await world.database.pool.query<{ count: number }>(
      `select count(*)::int as count from acts where action = $1 and after -> 'refused' is null`,
      [action],
    )
  ).rows[0]?.count ?? 0

test('each POST is performed once for an Idempotency-Key, also of two at the same moment, and answers the same again', {
  timeout: 180_000,
}, async () => {
  let tried = 0
  for (const [act, make] of Object.entries(requests)) {
    if (setCookies.has(act)) continue
    const { by, method, path, body } = await make()
    if (method !== 'POST') continue
    const browser = openBrowser(world.url, '198.51.100.9')
    for (const [name, value] of by.cookies) browser.cookies.set(name, value)
    const send = () => browser.post(path, body, { 'idempotency-key': `key of ${tried}`.replaceAll(' ', '-') })
    const before = await entriesOf(act)
    const [first, second] = await Promise.all([send(), send()])
    const third = await send()
    expect({ act, status: first.status < 300 }).toEqual({ act, status: true })
    for (const again of [second, third])
      expect({ act, status: again.status, json: again.json }).toEqual({
        ...{ act, status: first.status, json: first.json },
      })
    expect({ act, entries: (await entriesOf(act)) - before }).toEqual({ act, entries: 1 })
    const changed = { ...(body as object), planted: 1 }
    const { json } = await browser.post(path, changed, { 'idempotency-key': `key-of-${tried}` })
    const field = ofStrangers.has(act) ? 'planted' : 'Idempotency-Key'
    expect({ act, ...json }).toMatchObject({ act, error: 'invalid_request', field })
    tried++
  }
  expect(tried).toBeGreaterThan(25)
})

test('a POST that sets a cookie is performed once for an Idempotency-Key, and a repeated one is refused without a cookie', async () => {
  const secrets: string[] = []
  for (const act of setCookies) {
    const { by, path, body } = await requestOf(act)
    const browser = openBrowser(world.url, '198.51.100.9')
    for (const [name, value] of by.cookies) browser.cookies.set(name, value)
    const send = () => browser.post(path, body, { 'idempotency-key': `cookie-of-${act}` })
    const before = await entriesOf(act)
    // A code of the sign-in service counts once, so that two requests at the same moment may both be refused for it.
    const both = act.endsWith('_identity') ? [await send()] : await Promise.all([send(), send()])
    expect({ act, performed: both.filter(({ status }) => status < 300).length }).toEqual({
      act,
      performed: 1,
    })
    const held = new Map(browser.cookies)
    const again = await send()
    expect({ act, status: again.status, ...again.json }).toMatchObject({
      act,
      status: 409,
      error: 'conflict',
    })
    expect(browser.cookies).toEqual(held)
    secrets.push(...held.values())
    expect({ act, entries: (await entriesOf(act)) - before }).toEqual({ act, entries: 1 })
  }
  const { rows } = await world.database.pool.query<{
    account_id: string
    request_key: string
    sealed: Buffer
  }>('select account_id, request_key, sealed_result as sealed from member_repeated_requests')
  const vault = world.platform.vaultFor('repeated-requests')
  const stored = rows
    .map(({ account_id, request_key, sealed }) =>
      vault.open(sealed, `repeated:${account_id}:${request_key}`).toString(),
    )
    .join('\n')
  expect(rows.length).toBeGreaterThanOrEqual(setCookies.size)
  expect(secrets.length).toBeGreaterThanOrEqual(setCookies.size)
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([])
})

test('a stranger at another address is not refused for a key that another stranger used', async () => {
  const { path, body } = await requestOf('people.begin_identity_sign_in')
  for (const address of ['198.51.100.21', '198.51.100.22'])
    expect(
      (await openBrowser(world.url, address).post(path, body, { 'idempotency-key': 'one' })).status,
    ).toBeLessThan(300)
})

type DescribedPost = { operationId: string; parameters: { name: string; description?: string }[] }

test('the description says what a repeated request gets', async () => {
  const { json } = await world.browser().get('/openapi.json')
  const described = describedOperations<DescribedPost>(json)
  const refusing = described.filter(({ parameters }) =>
    parameters.some(({ description }) => description?.includes('is refused with `conflict`')),
  )
  expect(refusing.map(({ operationId }) => operationId).toSorted()).toEqual([...setCookies].toSorted())
  for (const { method, parameters, operationId } of described)
    if (method === 'POST')
      expect({ operationId, named: parameters.some(({ name }) => name === 'Idempotency-Key') }).toEqual({
        ...{ operationId, named: true },
      })
})

test('a key of another person is another key', async () => {
  const [first, second] = [await world.signUp(), await world.signUp()]
  const body = { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-77001' }
  const key = { 'idempotency-key': 'shared' }
  const [one, other] = [
    await first.post('/organizations', body, key),
    await second.post('/organizations', body, key),
  ]
  expect([one.status, other.status]).toEqual([201, 201])
  expect(one.json.id).not.toBe(other.json.id)
})

test('a request of a stranger is stored as a keyed hash, and another stranger with the same key is not answered for the first', async () => {
  const registration = (name: string) => ({
    ...{ email: `${name}@example.cd`, password: 'kalamu-ya-buluu-57', name, language: 'en' },
  })
  const key = { 'idempotency-key': 'stranger' }
  const before = await entriesOf('people.register')
  for (const name of ['one', 'other', 'one'])
    expect((await world.browser().post('/registrations', registration(name), key)).status).toBe(202)
  expect((await entriesOf('people.register')) - before).toBe(2)
  const text = JSON.stringify(['POST', '/api/registrations', registration('one')])
  const { rows } = await world.database.pool.query(
    `select fingerprint, request_key from member_repeated_requests where account_id = 'stranger'`,
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const plain of [text, `stranger\n${text}`]) {
    const hash = createHash('sha256').update(plain).digest()
    expect(rows.filter(({ fingerprint }) => hash.equals(fingerprint))).toEqual([])
  }
})
