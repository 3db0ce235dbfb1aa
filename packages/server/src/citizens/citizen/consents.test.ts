import { createHash } from 'node:crypto'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantThroughSignIn } from '../consents/index.ts'
import { startConsentWorld } from './testing/consent-world.ts'

const people = Array.from({ length: 12 }, (_, index) => `COD-6666-0000-${1001 + index}`)
let next = 0
const newPerson = (): string => people[next++] ?? ''

let world: Awaited<ReturnType<typeof startConsentWorld>>
beforeAll(async () => {
  world = await startConsentWorld(people)
})
afterAll(() => world?.stop())

type Device = Awaited<ReturnType<typeof world.enrol>>
type Listed = { consents: { id: string; status: string; to_sign?: string }[] }
const listed = async (device: Device, id: string) => {
  const { consents } = (await device.send('/consents')).json as Listed
  return consents.find((consent) => consent.id === id)
}
const textFor = async (device: Device, id: string) => (await listed(device, id))?.to_sign ?? ''
const approve = (device: Device, id: string, signature: string) =>
  device.send(`/consents/${id}/approve`, 'POST', { signature })
/** A citizen who is asked, on an enrolled device. */
const asked = async () => {
  const svcId = newPerson()
  const device = await world.enrol(svcId)
  return { svcId, device, id: await world.ask(svcId) }
}
const evidenceOf = async (id: string) =>
  (await world.pool.query('select * from credit_consent_approvals where record_id = $1', [id])).rows
const notFound = { status: 404, json: { error: 'not_found' } }
const ended = { status: 422, json: { error: 'consent_ended' } }
const wrong = { status: 422, json: { error: 'signature_wrong' } }

test('a citizen sees the own requests, and declines one, once', async () => {
  const { device, id } = await asked()
  const stranger = await world.enrol(newPerson())
  expect((await device.send('/consents')).json).toMatchObject({
    consents: [{ id, status: 'pending', organization: 'Banque', application: 'Guichet', uses: [] }],
  })
  expect((await stranger.send('/consents')).json).toEqual({ consents: [] })
  expect(await stranger.send(`/consents/${id}/decline`, 'POST')).toMatchObject(notFound)
  expect((await device.send(`/consents/${id}/decline`, 'POST')).json).toEqual({ status: 'declined' })
  expect(await device.send(`/consents/${id}/decline`, 'POST')).toMatchObject(ended)
  expect(await listed(device, id)).not.toHaveProperty('to_sign')
})

test('a request has the address of the logo of its application, if there is one', async () => {
  const { device, id } = await asked()
  expect(await listed(device, id)).toMatchObject({ logo: null })
  const setHash = (hash: string | null) =>
    world.pool.query('update applications set logo_hash = $1 where application_id = $2', [
      hash,
      world.applicationId,
    ])
  await setHash('ab'.repeat(32))
  const withLogo = await listed(device, id)
  await setHash(null)
  expect(withLogo).toMatchObject({ logo: `app_c/${'ab'.repeat(32)}.png` })
  expect(withLogo).not.toHaveProperty('logo_hash')
})

test('a citizen revokes a consent, and another citizen cannot', async () => {
  const svcId = newPerson()
  const device = await world.enrol(svcId)
  const stranger = await world.enrol(newPerson())
  const { applicationId } = world
  const granted = await inTransaction(world.pool, (client) =>
    grantThroughSignIn(
      client,
      { applicationId, environment: 'production', svcId, clockAheadMs: 0 },
      world.consents,
    ),
  )
  const path = `/consents/${granted.consent_id}/revoke`
  expect(await stranger.send(path, 'POST')).toMatchObject(notFound)
  expect((await device.send(path, 'POST')).json).toEqual({ status: 'revoked' })
})

test('an approval is signed by the device, once, and leaves evidence of what it signed', async () => {
  const { device, id } = await asked()
  const text = await textFor(device, id)
  expect(text.split('\n').slice(0, -1)).toEqual([
    ...['nani consent approval 1', 'application: Guichet (app_c)', 'organization: Banque', 'product: bnpl'],
    ...['amount: 20 USD', `request: ${id}`, 'valid: 30 days'],
  ])
  const signature = device.signature(text)
  expect(await approve(device, id, signature)).toMatchObject({ status: 200, json: { status: 'approved' } })
  expect(await evidenceOf(id)).toMatchObject([
    {
      device_id: device.id,
      citizen: device.session.citizen,
      shown_hash: createHash('sha256').update(text).digest(),
      signature: { signature },
    },
  ])
  expect(await approve(device, id, signature)).toMatchObject(ended)
  const { rows } = await world.pool.query(
    `select actor, outcome from audit_entries where subject = $1 and outcome = 'consent_approved'`,
    [device.session.citizen],
  )
  expect(rows).toEqual([{ actor: 'citizen', outcome: 'consent_approved' }])
})

test('a signature counts for its own text and device alone', async () => {
  const { svcId, device, id } = await asked()
  const second = await world.enrol(svcId)
  const text = await textFor(device, id)
  const strange = [
    device.signature(text.replace('bnpl', 'mortgage')),
    device.signature(text.replace('20 USD', '2 USD')),
    device.signature(await textFor(second, id)),
    second.signature(text),
    'x',
  ]
  for (const signature of strange) expect(await approve(device, id, signature)).toMatchObject(wrong)
  expect(await device.send(`/consents/${id}/approve`, 'POST')).toMatchObject({ status: 400 })
  expect(await listed(device, id)).toMatchObject({ status: 'pending' })
  expect(await evidenceOf(id)).toEqual([])
})

test('the request of another citizen does not exist, like an unknown one', async () => {
  const { device, id } = await asked()
  const stranger = await world.enrol(newPerson())
  const signature = stranger.signature(await textFor(device, id))
  const [foreign, unknown] = [
    await approve(stranger, id, signature),
    await approve(stranger, 'cnr_x', signature),
  ]
  expect(foreign).toMatchObject(notFound)
  expect(foreign.json).toEqual(unknown.json)
  expect(await evidenceOf(id)).toEqual([])
})

test('of many approvals at the same time one happens, with one evidence', async () => {
  const { device, id } = await asked()
  const signature = device.signature(await textFor(device, id))
  const answers = await Promise.all(Array.from({ length: 8 }, () => approve(device, id, signature)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)])
  expect(await evidenceOf(id)).toHaveLength(1)
})
