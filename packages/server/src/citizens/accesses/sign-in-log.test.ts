import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { writeCitizens } from '../../register/register/index.ts'
import { everySignInScope, type Handle, handleText, readHandle } from '../../services/sign-in/index.ts'
import { openSignInWorld, type SignInWorld } from '../../services/sign-in/testing/sign-in-world.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen, testDocument } from '../../testing/citizen.ts'
import { app, photographOf } from '../../testing/citizen-devices.ts'
import { openWallet } from '../../testing/open-wallet.ts'
import {
  type AccessDependencies,
  accessDependencies,
  disputeAccess,
  exportAccesses,
  listCitizenDisputes,
  listDisputes,
} from './index.ts'

/** A person with data under every scope, and one with the basic data only. */
const rich = testCitizen({
  svc_id: 'COD-1111-0000-9001',
  documents: [testDocument('national_id', 'ZZ900001', true), testDocument('passport', 'ZP9000001')],
})
const poor = testCitizen({
  ...{
    svc_id: 'COD-1111-0000-9002',
    documents: [],
    addresses: [],
    emails: [],
    professions: [],
    languages: [],
  },
  ...{ place_of_birth: null, marital_status: null, religion: null, ethnicity: null, parents: null },
  phone_numbers: [{ number: '+243810009002', operator: 'Vodacom', is_primary: true, verified: true }],
  biometrics: { selfie: rich.biometrics.selfie, fingerprints: [], iris: [] },
})
const redirectUri = 'https://shop.example/callback'
const thumbprint = 'ab'.repeat(32)
const peer = {
  ...{ address: '203.0.113.7', thumbprint, certificateTrusted: true },
  certificateExpiresAtMs: null,
}
const verifier = randomBytes(32).toString('base64url')
const environment = 'production' as const

let world: SignInWorld
let accesses: AccessDependencies
let application: Application
const devices = new Map<string, Awaited<ReturnType<SignInWorld['enrol']>>>()
beforeAll(async () => {
  world = await openSignInWorld([rich, poor])
  accesses = accessDependencies(world)
  // The world strips documents, because test citizens all have the same ones.
  expect((await writeCitizens(world.pool, [rich], environment)).refused).toEqual([])
  for (const { svc_id } of [rich, poor]) devices.set(svc_id, await world.enrol(svc_id))
  application = testApplication({ environment, thumbprints: new Set([thumbprint]) })
  world.applications.push(application)
  const { applicationId, organizationId, name } = application
  await world.pool.query(
    `insert into organizations (organization_id, name, created_at) values ($1, 'Banque', now())`,
    [organizationId],
  )
  await world.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, $2, $3, 'production', '{}', '{}', '{}', 1, now())`,
    [applicationId, organizationId, name],
  )
  const money = { organizationId, paid: 10_000_000_000 }
  await openWallet(world.pool, money, { newId: world.newId, nowMs: world.clock.now() })
})
afterAll(() => world.stop())

const facts = (method: string, path: string) => ({
  ...{ requestId: world.newId('req'), clientAddress: peer.address, method, path },
})
type Answer = Record<string, unknown>
const claimsIn = (idToken: string): Answer =>
  JSON.parse(Buffer.from(idToken.split('.')[1] as string, 'base64url').toString())

/** The code of a sign-in that the citizen approved with the device. */
const codeOf = async (svcId: string, scopes: readonly string[]) => {
  const { signIn } = world
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: application.apiKey, redirect_uri: redirectUri, state: 's' },
    scope: scopes.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const browser = { address: '41.243.0.9', userAgent: 'Firefox/140.0' }
  const authorized = await signIn.authorize(String(query), environment, browser)
  if (authorized.next !== 'page') throw new Error(JSON.stringify(authorized))
  const { handle: text, secret } = authorized
  const handle = readHandle(text)
  const request = handle && (await signIn.readCurrent(handle))
  if (!request) throw new Error('there is no request')
  await signIn.identify(request, secret, svcId, browser.address)
  await approve(svcId, handle, request.shown_number)
  const visited = await signIn.visit(text, secret, facts('GET', '/sign-in'))
  const code = visited.next === 'redirect' ? new URL(visited.location).searchParams.get('code') : null
  return { requestId: handle.requestId, code }
}

/** A whole sign-in: the application fetches tokens and claims. */
const signIn = async (svcId: string, scopes: readonly string[]) => {
  const { signIn } = world
  const { requestId, code } = await codeOf(svcId, scopes)
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri },
    ...{ client_id: application.apiKey, code_verifier: verifier },
  })
  const tokens = await signIn.exchangeCode(
    { form: String(form), authorization: undefined },
    environment,
    peer,
    facts('POST', '/v1/oidc/token'),
  )
  const userinfo = (method = 'GET') =>
    signIn.userinfo(tokens.access_token, environment, peer, facts(method, '/v1/oidc/userinfo'))
  return { requestId, idToken: claimsIn(tokens.id_token), userinfo }
}

const approve = async (svcId: string, handle: Handle, number: number) => {
  const device = devices.get(svcId) as NonNullable<ReturnType<typeof devices.get>>
  const { approvals } = await world.signIn.listApprovals(device.session, app)
  const asked = approvals.find(({ id }) => id === handleText(handle))
  if (!asked) throw new Error('the request does not reach the device')
  const signature = { signature: device.signature(asked.to_sign) }
  await world.signIn.approve(
    device.session,
    handle,
    { number, signature, image: photographOf(svcId), app },
    facts('POST', '/approvals/:id'),
  )
}

/** The scopes of what an application really has in its hands. */
const scopesIn = (...answers: readonly Answer[]): string[] => {
  const claims = new Set(answers.flatMap((answer) => Object.keys(answer)))
  const named = [...claims].filter((claim) => claim.startsWith('svc:') && claim !== 'svc:credit.consent')
  return [
    ...(claims.has('full_name') || claims.has('svc_id') ? ['kyc.basic'] : []),
    ...named.map((claim) => claim.replace('svc:', 'kyc.')),
    ...(claims.has('svc:credit.consent') ? ['credit.score'] : []),
  ].toSorted()
}

const citizen = (svcId: string) => ({ kind: 'citizen', svcId }) as const
/** The log of a person, by the id of the result. */
const logOf = async (svcId: string) => {
  const all = await exportAccesses(citizen(svcId), { environment, query: {}, form: 'csv' }, accesses)
  return new Map(all.entries.map((entry) => [entry.id.split('.').at(-1), entry]))
}
/** The scopes of a screen "my answers", as the log names them. */
const signedScopes = async (svcId: string) => {
  const session = (devices.get(svcId) as NonNullable<ReturnType<typeof devices.get>>).session
  const before = { at: Number.MAX_SAFE_INTEGER, id: '' }
  const rows = await world.signIn.listAnswers(session, { before, limit: 10_000 })
  const named = (scope: string) => (scope === 'profile' ? 'kyc.basic' : scope.replace(/^svc:/, ''))
  return new Map(
    rows.map(({ id, scopes }) => [
      id,
      scopes
        .filter((scope) => scope !== 'openid')
        .map(named)
        .toSorted(),
    ]),
  )
}

const optional = everySignInScope.filter((scope) => scope !== 'openid')
/** None, each one, each pair, all but one, and all: every rule between two scopes is met. */
const combinations: readonly (readonly string[])[] = [
  [],
  ...optional.map((scope) => [scope]),
  ...optional.flatMap((one, index) => optional.slice(index + 1).map((other) => [one, other])),
  ...optional.map((left) => optional.filter((scope) => scope !== left)),
  optional,
]

test.each([
  ['with data under every scope', rich],
  ['with the basic data only', poor],
])(
  'the log of a person %s names what tokens and userinfo returned, for every combination',
  async (_, person) => {
    const received = new Map<string, string[]>()
    const asked = new Map<string, readonly string[]>()
    for (const scopes of combinations) {
      const { requestId, idToken, userinfo } = await signIn(person.svc_id, ['openid', ...scopes])
      received.set(requestId, scopesIn(idToken, (await userinfo()) ?? {}))
      asked.set(requestId, scopes)
    }
    expect(received.size).toBe(combinations.length)
    const [log, signed] = [await logOf(person.svc_id), await signedScopes(person.svc_id)]
    for (const [requestId, scopes] of received) {
      expect(log.get(requestId)?.scopes.toSorted(), String(asked.get(requestId))).toEqual(scopes)
      expect(log.get(requestId)?.read_again).toBeNull()
      // Nothing was received that was not signed; with data under every scope, everything that was.
      if (person === rich) expect(scopes).toEqual(signed.get(requestId))
      else expect(scopes.filter((scope) => !signed.get(requestId)?.includes(scope))).toEqual([])
    }
  },
  180_000,
)

const asked = ['openid', 'profile', 'svc:kyc.addresses', 'svc:credit.score']
const disclosed = ['credit.score', 'kyc.addresses', 'kyc.basic']

const firstOf = async (svcId: string, requestId: string) => {
  const entry = (await logOf(svcId)).get(requestId)
  if (!entry) throw new Error('the sign-in is not in the log')
  return entry
}

test('a redemption and one call of userinfo are the sign-in, and only later calls are a reading again', async () => {
  const { requestId, userinfo } = await signIn(rich.svc_id, ['openid', 'profile'])
  expect((await firstOf(rich.svc_id, requestId)).read_again).toBeNull()
  await userinfo()
  expect((await firstOf(rich.svc_id, requestId)).read_again).toBeNull()
  await userinfo()
  await userinfo('POST')
  expect((await firstOf(rich.svc_id, requestId)).read_again).toEqual({
    times: 2,
    last_at: expect.any(String),
  })
})

test('a code that the application has not redeemed yet is shown with everything that it can disclose', async () => {
  const { requestId } = await codeOf(rich.svc_id, asked)
  expect((await firstOf(rich.svc_id, requestId)).scopes.toSorted()).toEqual(disclosed)
})

test('data that arrives in the register after the code is named as soon as it is disclosed', async () => {
  const { requestId, userinfo } = await signIn(poor.svc_id, ['openid', 'svc:kyc.religion'])
  expect((await firstOf(poor.svc_id, requestId)).scopes).toEqual([])
  await writeCitizens(world.pool, [{ ...poor, religion: 'Catholique' }], environment)
  expect(await userinfo()).toMatchObject({ 'svc:religion': 'Catholique' })
  expect((await firstOf(poor.svc_id, requestId)).scopes).toEqual(['kyc.religion'])
  await writeCitizens(world.pool, [poor], environment)
})

test('a dispute names everything that the sign-in disclosed, for the citizen and at the desk', async () => {
  const { requestId } = await signIn(rich.svc_id, asked)
  const { id } = await firstOf(rich.svc_id, requestId)
  const dispute = await disputeAccess(citizen(rich.svc_id), { environment, id, text: 'Not me.' }, accesses)
  expect(dispute.access.scopes.toSorted()).toEqual(disclosed)
  const reviewer = { kind: 'operator', name: 'amina', roles: ['reviewer'] } as const
  const listed = await listDisputes(reviewer, { limit: 100 }, accesses)
  expect(listed.find((one) => one.id === dispute.id)?.access.scopes.toSorted()).toEqual(disclosed)
})

/** The entries of a sign-in as earlier releases wrote them, with a dispute of that time. */
const asEarlierRelease = async (requestId: string, applied: string[]) => {
  const { pool } = world
  // The audit log is append-only for everyone but its owner.
  await pool.query('alter table audit_entries disable trigger user')
  await pool.query(
    `update audit_entries set scopes = $2, outcome = 'signed_in' where entry_id = $1 and result_id is not null`,
    [requestId, applied],
  )
  await pool.query(`update audit_entries set scopes = $2, outcome = null where read_ids @> array[$1]`, [
    requestId,
    applied,
  ])
  await pool.query('alter table audit_entries enable trigger user')
  await pool.query('update access_disputes set scopes = $2 where entry_id = $1', [requestId, applied])
}

test('an entry of an earlier release is completed from the request, and later from the signed approval', async () => {
  const { requestId } = await signIn(rich.svc_id, asked)
  const { id } = await firstOf(rich.svc_id, requestId)
  const dispute = await disputeAccess(citizen(rich.svc_id), { environment, id, text: 'Not me.' }, accesses)
  await asEarlierRelease(requestId, ['kyc.addresses'])
  const shown = async () => (await firstOf(rich.svc_id, requestId)).scopes.toSorted()
  const ofDispute = async () =>
    (await listCitizenDisputes(citizen(rich.svc_id), { environment }, accesses))
      .find((one) => one.id === dispute.id)
      ?.access.scopes.toSorted()
  expect([await shown(), await ofDispute()]).toEqual([disclosed, disclosed])
  // The request is kept for 30 days.
  await world.pool.query('delete from sign_in_requests where request_id = $1', [requestId])
  expect([await shown(), await ofDispute()]).toEqual([disclosed, disclosed])
  await world.pool.query('delete from sign_in_approvals where request_id = $1', [requestId])
  expect(await shown()).toEqual(['kyc.addresses'])
})

test('a sign-in without any data names none, also if an earlier release wrote it', async () => {
  const { requestId } = await signIn(rich.svc_id, ['openid'])
  expect((await firstOf(rich.svc_id, requestId)).scopes).toEqual([])
  await asEarlierRelease(requestId, [])
  expect((await firstOf(rich.svc_id, requestId)).scopes).toEqual([])
})
