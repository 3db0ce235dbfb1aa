import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryPage, HistoryRow } from '../../citizen-devices/index.ts'
import { startConsentWorld } from '../testing/consent-world.ts'
import { consentRoutes } from './consents.ts'
import { historyRoutes } from './history.ts'

const [svcId, otherId] = ['COD-6666-0000-2001', 'COD-6666-0000-2002'] as const
/** Sign-ins long ago; their statement has its own test. */
const signIns: HistoryRow[] = [3, 2, 1].map((at) => ({
  ...{ at: at * 1_000_000, id: `req_${at}`, kind: 'sign_in_approved' },
  ...{ application: 'Boutique', organization: 'Shop', scopes: ['openid'] },
}))
const isBefore = ({ at, id }: HistoryRow, { before }: HistoryPage) =>
  at < before.at || (at === before.at && id < before.id)
const signIn = {
  listAnswers: async ({ actor }: { actor: { svcId: string } }, page: HistoryPage) =>
    actor.svcId === svcId ? signIns.filter((row) => isBefore(row, page)).slice(0, page.limit) : [],
}

let world: Awaited<ReturnType<typeof startConsentWorld>>
type Device = Awaited<ReturnType<typeof world.enrol>>
let device: Device
beforeAll(async () => {
  world = await startConsentWorld([svcId, otherId], (consents) => [
    consentRoutes(consents),
    historyRoutes({ signIn: signIn as never, consents }),
  ])
  device = await world.enrol(svcId)
  const id = await world.ask(svcId)
  const { json } = await device.send('/consents')
  const text = (json as { consents: { to_sign: string }[] }).consents[0]?.to_sign ?? ''
  await device.send(`/consents/${id}/approve`, 'POST', { signature: device.signature(text) })
  world.clock.advance(1_000)
  await device.send(`/consents/${id}/revoke`, 'POST')
  world.clock.advance(1_000)
  await device.send(`/consents/${await world.ask(svcId)}/decline`, 'POST')
  world.clock.advance(1_000)
  await world.ask(svcId)
})
afterAll(() => world?.stop())

type Answer = { entries: { kind: string; at: string }[]; next_cursor: string | null }
const read = async (query = '', of = device) => (await of.send(`/history${query}`)).json as Answer

const all = [
  ...['consent_declined', 'consent_revoked', 'consent_approved'],
  ...['sign_in_approved', 'sign_in_approved', 'sign_in_approved'],
]

test('the history has the answers to sign-ins and consents, the newest first, and none that waits', async () => {
  const { entries, next_cursor } = await read()
  expect(entries.map(({ kind }) => kind)).toEqual(all)
  expect(next_cursor).toBeNull()
  expect(entries[0]).toEqual({
    ...{ at: expect.stringMatching(/Z$/), kind: 'consent_declined', scopes: [] },
    ...{ application: 'Guichet', organization: 'Banque' },
  })
  expect(entries.at(-1)).toMatchObject({ at: '1970-01-01T00:00:01.000Z', scopes: ['openid'] })
})

test.each([1, 2, 4])('pages of %i have every entry once', async (limit) => {
  const kinds: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = await read(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(page.entries.length).toBeLessThanOrEqual(limit)
    kinds.push(...page.entries.map(({ kind }) => kind))
    cursor = page.next_cursor
  }
  expect(kinds).toEqual(all)
})

test('another citizen has another history, also with the same cursor', async () => {
  const other = await world.enrol(otherId)
  const { next_cursor } = await read('?limit=1')
  expect(await read('', other)).toEqual({ entries: [], next_cursor: null })
  expect(await read(`?cursor=${next_cursor}`, other)).toEqual({ entries: [], next_cursor: null })
})

test.each([
  ...['?limit=0', '?limit=101', '?limit=x', '?cursor=x', '?cursor=a&cursor=b'],
  `?cursor=${Buffer.from('9999999999999999.x').toString('base64url')}`,
])('a wrong page is a fault of the request: %s', async (query) => {
  expect(await device.send(`/history${query}`)).toMatchObject({
    status: 400,
    json: { error: 'invalid_request' },
  })
})
