import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { openWallet } from '../../../testing/open-wallet.ts'
import type { OAuthErrorCode } from '../oauth-error.ts'
import { placeCounts } from '../requests/places.ts'
import { openSignInWorld, type SignInWorld } from '../testing/sign-in-world.ts'
import { authorizeTable } from './authorize-checks.ts'

type Name = (typeof authorizeTable)[number]['name']
type Situation = {
  fields: Record<string, string | null>
  /** Fields that are sent a second time. */
  again: Record<string, string>
  changes: Partial<Application>
  /** The organization has no money. */
  isPoor: boolean
  /** An application and a network that have taken all their places. */
  isCrowded: boolean
}
/** Breaks one rule and no other. */
type Spoil = (situation: Situation) => void

const crowdedAddress = '203.0.113.9'
let world: SignInWorld
let crowded: Application

const newApplication = async (changes: Partial<Application>, isPoor = false): Promise<Application> => {
  const application = testApplication({ environment: 'production', ...changes })
  world.applications.push(application)
  const { organizationId } = application
  const facts = { newId: world.newId, nowMs: world.clock.now() }
  await openWallet(world.pool, { organizationId, paid: isPoor ? 1 : 1_000_000_000 }, facts)
  return application
}

const valid = {
  ...{ response_type: 'code', scope: 'openid', state: 'state', nonce: 'nonce' },
  ...{ redirect_uri: 'https://shop.example/callback' },
  ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
}

const send = ({ apiKey }: Application, { fields, again, isCrowded }: Situation) => {
  const all = Object.entries({ client_id: apiKey, ...valid, ...fields })
  const query = new URLSearchParams(all.filter((pair): pair is [string, string] => pair[1] !== null))
  for (const [name, value] of Object.entries(again)) query.append(name, value)
  const address = isCrowded ? crowdedAddress : '203.0.113.7'
  return world.signIn.authorize(String(query), 'production', { address, userAgent: 'Firefox/140.0' })
}

const newSituation = (): Situation => ({
  ...{ fields: {}, again: {}, changes: {} },
  ...{ isPoor: false, isCrowded: false },
})

beforeAll(async () => {
  world = await openSignInWorld([])
  crowded = await newApplication({})
  const situation = { ...newSituation(), isCrowded: true }
  const places = placeCounts.ofApplication / 40
  await Promise.all(Array.from({ length: places }, () => send(crowded, situation)))
})
afterAll(() => world.stop())

const set =
  (fields: Record<string, string | null>): Spoil =>
  (situation) =>
    void Object.assign(situation.fields, fields)
const change =
  (changes: Partial<Application>): Spoil =>
  (situation) =>
    void Object.assign(situation.changes, changes)

/** A way to provoke each refusal of each check. */
const spoilers: Record<Name, Partial<Record<OAuthErrorCode, Spoil>>> = {
  Client: { invalid_client: set({ client_id: `key_live_${'0'.repeat(24)}` }) },
  'Redirect address': { invalid_request: set({ redirect_uri: 'https://other.example/' }) },
  'Repeated parameters': {
    invalid_request: ({ again }) => {
      again.state = 'second'
    },
  },
  'Request object': {
    request_not_supported: set({ request: 'x' }),
    request_uri_not_supported: set({ request_uri: 'https://shop.example/x' }),
  },
  'Response mode': { invalid_request: set({ response_mode: 'fragment' }) },
  Freshness: { invalid_request: set({ max_age: '-1' }) },
  'State and nonce': { invalid_request: set({ nonce: 'x'.repeat(513) }) },
  'Response type': {
    invalid_request: set({ response_type: null }),
    unsupported_response_type: set({ response_type: 'token' }),
  },
  PKCE: { invalid_request: set({ code_challenge: 'short' }) },
  'Enabled sign-in': { unauthorized_client: change({ approvedServices: new Set() }) },
  Scopes: { invalid_scope: set({ scope: 'profile' }) },
  Quota: {
    temporarily_unavailable: change({ quotas: new Map([['sso_login', { limit: 0, period: 'day' }]]) }),
  },
  Funds: {
    temporarily_unavailable: (situation) => {
      situation.isPoor = true
    },
  },
  Approval: { login_required: set({ prompt: 'none' }) },
  'Open requests': {
    temporarily_unavailable: (situation) => {
      situation.isCrowded = true
    },
  },
}

type Fault = { name: Name; code: OAuthErrorCode; spoil: Spoil }
const faults: Fault[] = authorizeTable.flatMap(({ name, refusals }) =>
  refusals.flatMap((code) => {
    const spoil = spoilers[name][code]
    return spoil ? [{ name, code, spoil }] : []
  }),
)
const inOrder = authorizeTable.map(({ name }) => faults.find((fault) => fault.name === name) as Fault)

/** The error, its description, and whether the browser was sent back. */
const answerTo = async (...spoilt: Fault[]): Promise<string[]> => {
  const situation = newSituation()
  for (const { spoil } of spoilt) spoil(situation)
  const { isCrowded, isPoor, changes } = situation
  const isOwn = Object.keys(changes).length > 0 || isPoor
  const application = isCrowded && !isOwn ? crowded : await newApplication(changes, isPoor)
  const answer = await send(application, situation)
  if (answer.next === 'refuse') return ['error page', answer.error.code, answer.error.message]
  if (answer.next !== 'redirect') return [answer.next]
  const { searchParams } = new URL(answer.location)
  return ['redirect', searchParams.get('error') ?? '', searchParams.get('error_description') ?? '']
}

describe('spec/sign-in#order-at-authorize: the first check that fails determines the answer', () => {
  test('no fault: the page', async () => {
    expect(await answerTo()).toEqual(['page'])
  })

  test('each refusal of each check is provoked', () => {
    const refusals = authorizeTable.flatMap(({ name, refusals }) =>
      refusals.map((code) => `${name}: ${code}`),
    )
    expect(faults.map(({ name, code }) => `${name}: ${code}`)).toEqual(refusals)
  })

  test('each fault alone has its code, and its own description', async () => {
    const answers = []
    for (const fault of faults) {
      const answer = await answerTo(fault)
      expect([fault.name, answer[1]]).toEqual([fault.name, fault.code])
      expect(answer[0]).toBe(['Client', 'Redirect address'].includes(fault.name) ? 'error page' : 'redirect')
      answers.push(answer.join())
    }
    expect(new Set(answers).size).toBe(faults.length)
  })

  const pairs = inOrder.slice(1).map((later, index) => ({ first: inOrder[index] as Fault, later }))
  test.each(pairs)('$first.name before $later.name', async ({ first, later }) => {
    expect(await answerTo(later, first)).toEqual(await answerTo(first))
  })

  test('all faults at once: the first one determines the answer, and without it each next one', async () => {
    for (const [index, fault] of inOrder.entries()) {
      const answer = await answerTo(...inOrder.slice(index).reverse())
      expect([fault.name, ...answer]).toEqual([fault.name, ...(await answerTo(fault))])
    }
  })
})
