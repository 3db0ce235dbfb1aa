import { createHash, randomBytes } from 'node:crypto'
import { createComingPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { readHandle } from './handles.ts'
import type { SignIn } from './sign-in.ts'
import { signInOfAll } from './sign-in-of-all.ts'
import { openSignInOfCell, openSignInWorld, type SignInWorld } from './testing/sign-in-world.ts'

/** Applications sign citizens in: one is in home, and one in a cell. Devices and pages are in home. */
const citizen = testCitizen({ svc_id: 'COD-0000-0000-0101' })
const asked = testCitizen({ svc_id: 'COD-0000-0000-0103', documents: [] })
const alone = testCitizen({ svc_id: 'COD-0000-0000-0102', documents: [] })
const [inHome, inCell] = [testApplication(), testApplication()]
const browser = { address: '41.243.0.9', userAgent: 'Firefox/140.0' }
const peer = {
  ...{ address: '203.0.113.7', thumbprint: null, certificateTrusted: false },
  certificateExpiresAtMs: null,
}

let world: SignInWorld
let cell: TestDatabase
let ofCell: Awaited<ReturnType<typeof openSignInOfCell>>
let signIn: SignIn
let isAway = false
beforeAll(async () => {
  world = await openSignInWorld([citizen, alone, asked], 'sandbox')
  cell = await createTestDatabase()
  await createComingPartitions(cell.pool, world.clock.now())
  world.applications.push(inHome)
  ofCell = await openSignInOfCell(world, cell, [inCell])
  world.allDatabases.follow(() => [
    { name: 'home', pool: world.pool },
    { name: 'north', pool: isAway ? null : cell.pool },
  ])
  const north = () => ({ name: 'north', cell: isAway ? null : { signIn: ofCell.signIn } })
  signIn = signInOfAll(world.signIn, {
    findApplication: (id) => (id === inCell.applicationId ? north() : null),
    findKey: (key) => (key === inCell.apiKey ? north() : null),
  })
})
afterAll(async () => {
  await ofCell?.stop()
  await world?.stop()
  await cell?.drop()
})
beforeEach(() => {
  isAway = false
})

const facts = () => ({
  ...{ requestId: world.newId('req'), clientAddress: peer.address, method: 'GET', path: '/sign-in' },
})
const redirectUri = 'https://shop.example/callback'
const verifier = randomBytes(32).toString('base64url')
const authorize = async ({ apiKey }: typeof inCell) => {
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: apiKey, redirect_uri: redirectUri, scope: 'openid profile' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...{ code_challenge_method: 'S256', state: 'state' },
  })
  const authorized = await signIn.authorize(String(query), 'sandbox', browser)
  if (authorized.next !== 'page') throw new Error(JSON.stringify(authorized))
  const handle = readHandle(authorized.handle)
  if (!handle) throw new Error('there is no handle')
  return { ...authorized, at: handle }
}
const identified = async (application: typeof inCell, svcId: string) => {
  const page = await authorize(application)
  const request = await signIn.readCurrent(page.at)
  if (!request) throw new Error('there is no request')
  await signIn.identify(request, page.secret, svcId, browser.address)
  return page
}
const requestsIn = async ({ pool }: { pool: TestDatabase['pool'] }, { requestId }: { requestId: string }) =>
  (
    await pool.query<{ answer: string | null; quiet: boolean }>(
      'select answer, quiet from sign_in_requests where request_id = $1',
      [requestId],
    )
  ).rows

test('a sign-in of a cell leads from the page to tokens and claims, and its rows are in the cell alone', async () => {
  const { at, handle, secret } = await identified(inCell, alone.svc_id)
  expect(await requestsIn(world, at)).toEqual([])
  // The person has no device, so that the sandbox answers.
  expect(await requestsIn(cell, at)).toMatchObject([{ answer: 'approved' }])
  expect(await signIn.answer(at, { answer: 'approved', approvedWith: 'test' })).toBe(true)
  const visited = await signIn.visit(handle, secret, facts())
  if (visited.next !== 'redirect') throw new Error(visited.next)
  const code = new URL(visited.location).searchParams.get('code') ?? ''
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
    ...{ client_id: inCell.apiKey, code_verifier: verifier },
  })
  const exchange = () =>
    signIn.exchangeCode({ form: String(form), authorization: undefined }, 'sandbox', peer, facts())

  isAway = true
  await expect(exchange()).rejects.toMatchObject({ code: 'overloaded' })
  await expect(authorize(inCell)).rejects.toMatchObject({ code: 'overloaded' })
  await expect(signIn.visit(handle, secret, facts())).rejects.toMatchObject({ code: 'overloaded' })
  isAway = false
  const tokens = await exchange()
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid profile' })
  const claims = await signIn.userinfo(tokens.access_token, 'sandbox', peer, facts())
  expect(claims).toMatchObject({ sub: expect.any(String), full_name: alone.full_name })
  await expect(exchange()).rejects.toMatchObject({ code: 'invalid_grant' })
  expect(await signIn.userinfo(tokens.access_token, 'sandbox', peer, facts())).toBeNull()
  const audited = (pool: TestDatabase['pool']) =>
    pool.query(`select from audit_entries where application_id = $1`, [inCell.applicationId])
  expect((await audited(cell.pool)).rowCount).toBeGreaterThan(1)
  expect((await audited(world.pool)).rowCount).toBe(0)
})

test('the sandbox answers for no one who has a device in home, and that device gets a notice', async () => {
  await world.enrol(citizen.svc_id)
  const asked: string[] = []
  world.signInAsked.subscribe(({ requestId }) => void asked.push(requestId))
  const { at } = await identified(inCell, citizen.svc_id)
  expect(await requestsIn(cell, at)).toEqual([{ answer: null, quiet: false }])
  await expect.poll(() => asked).toEqual([at.requestId])
})

test('who follows a request in home hears of its answer in the cell', async () => {
  const { at } = await identified(inCell, citizen.svc_id)
  const heard = new Promise<void>((resolve) => {
    const end = signIn.follow(at.requestId, () => {
      end()
      resolve()
    })
  })
  expect(await ofCell.signIn.answer(at, { answer: 'declined' })).toBe(true)
  await heard
})

test('an application of home signs in as before', async () => {
  const { at } = await identified(inHome, citizen.svc_id)
  expect(await requestsIn(world, at)).toHaveLength(1)
  expect(await requestsIn(cell, at)).toEqual([])
})

test('requests without an answer count in all databases together, and one that is away does not stop the others', async () => {
  await world.enrol(asked.svc_id)
  const isQuiet = async (application: typeof inCell): Promise<boolean> => {
    const { at } = await identified(application, asked.svc_id)
    const [row] = await requestsIn(application === inCell ? cell : world, at)
    if (!row) throw new Error('there is no request')
    return row.quiet
  }
  expect([await isQuiet(inCell), await isQuiet(inHome), await isQuiet(inCell)]).toEqual([false, false, false])
  isAway = true
  expect(await isQuiet(inHome)).toBe(false)
  isAway = false
  expect([await isQuiet(inHome), await isQuiet(inCell)]).toEqual([true, true])
})
