import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Application, notedCheck } from '../../../gateway/gateway/index.ts'
import { writeCitizens } from '../../../register/register/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { openWallet } from '../../../testing/open-wallet.ts'
import { readHandle } from '../handles.ts'
import { OAuthError, type OAuthErrorCode } from '../oauth-error.ts'
import { readRequest } from '../requests/requests.ts'
import { openSignInWorld, type SignInWorld } from '../testing/sign-in-world.ts'
import { tokenTable } from './token-checks.ts'
import { userinfoTable } from './userinfo-checks.ts'

const citizen = { ...testCitizen({ svc_id: 'COD-1111-0000-7001' }), documents: [] }
const redirectUri = 'https://shop.example/callback'
const thumbprint = 'ab'.repeat(32)
const secondThumbprint = 'cd'.repeat(32)
const verifier = randomBytes(32).toString('base64url')
const own = {
  ...{ address: '203.0.113.7', thumbprint, certificateTrusted: true },
  certificateExpiresAtMs: null,
}
type OfPeer = Omit<typeof own, 'thumbprint'> & { thumbprint: string | null }

type Situation = {
  fields: Record<string, string | null>
  again: Record<string, string>
  changes: Partial<Application>
  peer: OfPeer
  token: (token: string) => string
  isUncertified: boolean
}
/** Breaks one rule and no other. */
type Spoil = (situation: Situation) => void

let world: SignInWorld
beforeAll(async () => {
  world = await openSignInWorld([citizen])
})
afterAll(() => world.stop())

const facts = () => ({
  ...{ requestId: world.newId('req'), clientAddress: own.address, method: 'POST', path: '/v1/oidc/token' },
})

/** An application with a code that its citizen has just approved. */
const signedIn = async (): Promise<{ application: Application; code: string }> => {
  const thumbprints = new Set([thumbprint, secondThumbprint])
  const application = testApplication({ environment: 'production', thumbprints })
  world.applications.push(application)
  const { organizationId, apiKey } = application
  const money = { newId: world.newId, nowMs: world.clock.now() }
  await openWallet(world.pool, { organizationId, paid: 1_000_000_000 }, money)
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: apiKey, redirect_uri: redirectUri, scope: 'openid', state: 's' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const browser = { address: '41.243.0.9', userAgent: 'Firefox/140.0' }
  const authorized = await world.signIn.authorize(String(query), 'production', browser)
  if (authorized.next !== 'page') throw new Error(JSON.stringify(authorized))
  const handle = readHandle(authorized.handle)
  const request = handle && (await readRequest(world.pool, handle))
  if (!request) throw new Error('there is no request')
  await world.signIn.identify(request, authorized.secret, citizen.svc_id, browser.address)
  await world.signIn.answer(handle, { answer: 'approved', approvedWith: 'hwk' })
  const visited = await world.signIn.visit(authorized.handle, authorized.secret, facts())
  if (visited.next !== 'redirect') throw new Error(JSON.stringify(visited))
  return { application, code: new URL(visited.location).searchParams.get('code') ?? '' }
}

const situationOf = (spoils: readonly Spoil[]): Situation => {
  const situation: Situation = {
    ...{ fields: {}, again: {}, changes: {}, peer: own },
    ...{ token: (token: string) => token, isUncertified: false },
  }
  for (const spoil of spoils) spoil(situation)
  return situation
}

/** Performs a call after the application and the citizen have changed. */
const afterChanges = async <Result>(
  application: Application,
  { changes, isUncertified }: Situation,
  perform: () => Promise<Result>,
): Promise<Result> => {
  world.applications[world.applications.indexOf(application)] = { ...application, ...changes }
  if (!isUncertified) return perform()
  await writeCitizens(world.pool, [{ ...citizen, certified: false }], 'production')
  try {
    return await perform()
  } finally {
    await writeCitizens(world.pool, [citizen], 'production')
  }
}

type Code = { application: Application; code: string }
type Exchanged = Pick<Situation, 'fields' | 'again'> & { peer: OfPeer | null }
const exchange = ({ application, code }: Code, { fields, again, peer }: Exchanged) => {
  const all = Object.entries({
    ...{ grant_type: 'authorization_code', client_id: application.apiKey, code, redirect_uri: redirectUri },
    ...{ code_verifier: verifier, ...fields },
  })
  const form = new URLSearchParams(all.filter((pair): pair is [string, string] => pair[1] !== null))
  for (const [name, value] of Object.entries(again)) form.append(name, value)
  const request = { form: String(form), authorization: undefined }
  return world.signIn.exchangeCode(request, 'production', peer, facts())
}

/** The code of the refusal, and the check that refused. */
const tokenAnswer = async (...spoils: Spoil[]): Promise<(string | null)[]> => {
  const given = await signedIn()
  const situation = situationOf(spoils)
  try {
    await afterChanges(given.application, situation, () => exchange(given, situation))
    return ['tokens']
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return [error.code, notedCheck(error)]
  }
}

/** Whether claims were returned, failures that were counted, and audit entries of disclosed claims. */
const userinfoAnswer = async (...spoils: Spoil[]) => {
  const given = await signedIn()
  const { access_token } = await exchange(given, situationOf([]))
  const situation = situationOf(spoils)
  world.failures.length = 0
  const claims = await afterChanges(given.application, situation, () =>
    world.signIn.userinfo(situation.token(access_token), 'production', situation.peer, facts()),
  )
  const { rows } = await world.pool.query(
    `select 1 from audit_entries where application_id = $1 and outcome = 'claims_disclosed'`,
    [given.application.applicationId],
  )
  return {
    isAnswered: claims !== null,
    failures: world.failures.map(({ code }) => code),
    entries: rows.length,
  }
}

const set =
  (fields: Record<string, string | null>): Spoil =>
  (situation) =>
    void Object.assign(situation.fields, fields)
const withdraw: Spoil = ({ changes }) => void Object.assign(changes, { approvedServices: new Set() })
const withPeer =
  (changes: Partial<OfPeer>): Spoil =>
  (situation) => {
    situation.peer = { ...situation.peer, ...changes }
  }
const withToken =
  (token: Situation['token']): Spoil =>
  (situation) => {
    situation.token = token
  }
const uncertify: Spoil = (situation) => {
  situation.isUncertified = true
}

type TokenName = (typeof tokenTable)[number]['name']
/** A way to provoke each refusal of each check. */
const tokenSpoilers: Record<TokenName, Partial<Record<OAuthErrorCode, Spoil>>> = {
  'Repeated parameters': {
    invalid_request: ({ again }) => {
      again.redirect_uri = redirectUri
    },
  },
  'Client name': { invalid_request: set({ client_id: null }) },
  Client: { invalid_client: withPeer({ thumbprint: null }) },
  'Enabled sign-in': { unauthorized_client: withdraw },
  'Grant type': {
    invalid_request: set({ grant_type: null }),
    unsupported_grant_type: set({ grant_type: 'refresh_token' }),
  },
  Fields: { invalid_request: set({ code_verifier: null }) },
  Code: { invalid_grant: set({ code: 'wrong' }) },
  Citizen: { invalid_grant: uncertify },
  Redemption: { invalid_grant: set({ redirect_uri: `${redirectUri}/other` }) },
}

type UserinfoName = (typeof userinfoTable)[number]['name']
const userinfoSpoilers: Record<UserinfoName, Spoil> = {
  Form: withToken(() => 'abc'),
  Application: withToken((token) => token.replace(/^[^.]*/, '0'.repeat(26))),
  'Enabled sign-in': withdraw,
  Client: withPeer({ thumbprint: null }),
  Token: withToken((token) => token.replace(/[^.]*$/, 'b'.repeat(43))),
  Citizen: uncertify,
  Disclosure: withPeer({ thumbprint: secondThumbprint }),
}

type Fault = { name: TokenName; code: OAuthErrorCode; spoil: Spoil }
const faults: Fault[] = tokenTable.flatMap(({ name, refusals }) =>
  refusals.flatMap((code) => {
    const spoil = tokenSpoilers[name][code]
    return spoil ? [{ name, code, spoil }] : []
  }),
)
const inOrder = tokenTable.map(({ name }) => faults.find((fault) => fault.name === name) as Fault)

describe('spec/sign-in#order-at-token: the first check that fails determines the answer', () => {
  test('no fault: tokens', async () => {
    expect(await tokenAnswer()).toEqual(['tokens'])
  })

  test('the process itself, such as the console, is a client without a certificate', async () => {
    const tokens = await exchange(await signedIn(), { ...situationOf([]), peer: null })
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid' })
  })

  test('each refusal of each check is provoked', () => {
    const refusals = tokenTable.flatMap(({ name, refusals }) => refusals.map((code) => `${name}: ${code}`))
    expect(faults.map(({ name, code }) => `${name}: ${code}`)).toEqual(refusals)
  })

  test.each(faults)('$name alone: $code', async ({ name, code, spoil }) => {
    expect(await tokenAnswer(spoil)).toEqual([code, name])
  })

  const pairs = inOrder.slice(1).map((later, index) => ({ first: inOrder[index] as Fault, later }))
  test.each(pairs)('$first.name before $later.name', async ({ first, later }) => {
    expect(await tokenAnswer(later.spoil, first.spoil)).toEqual([first.code, first.name])
  })

  test('all faults at once: the first one determines the answer, and without it each next one', async () => {
    for (const [index, { name, code }] of inOrder.entries()) {
      const spoils = inOrder.slice(index).map(({ spoil }) => spoil)
      expect(await tokenAnswer(...spoils.reverse())).toEqual([code, name])
    }
  })
})

describe('spec/sign-in#order-at-userinfo: each check refuses alone, is counted and discloses nothing', () => {
  test('no fault: claims, and one entry', async () => {
    expect(await userinfoAnswer()).toEqual({ isAnswered: true, failures: [], entries: 1 })
  })

  test.each(userinfoTable.map(({ name }) => name))('%s', async (name) => {
    const refused = { isAnswered: false, failures: ['invalid_token'], entries: 0 }
    expect(await userinfoAnswer(userinfoSpoilers[name])).toEqual(refused)
  })
})
