import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CitizenSession } from '../../citizen-devices/index.ts'
import { grantThroughSignIn, requestConsent } from '../../consents/index.ts'
import { inTransaction } from '../../storage/index.ts'
import { type ConsentWorld, startConsents } from '../../testing/consents.ts'
import { startApi } from '../testing/api-server.ts'
import { consentRoutes } from './consents.ts'

const secrets: Readonly<Record<string, string>> = {
  'COD-6666-0000-0001': 'a'.repeat(43),
  'COD-6666-0000-0002': 'b'.repeat(43),
}
const [own, other] = Object.keys(secrets) as [string, string]
const environment = 'production' as const
const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }

let world: ConsentWorld
let applicationId: string
let server: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  world = await startConsents()
  const { pool } = world.consents
  await pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org_c', 'Banque', now())`,
  )
  applicationId = 'app_c'
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, 'org_c', 'Guichet', 'production', '{}', '{}', '{}', 1, now())`,
    [applicationId],
  )
  const readSession = async (given: string | null): Promise<CitizenSession | null> => {
    const found = Object.entries(secrets).find(([, secret]) => secret === given)
    if (!found) return null
    const device = { id: 'dev_1', name: 'Phone', kind: 'webcrypto' as const }
    return { actor: { kind: 'citizen', svcId: found[0] }, environment, citizen: Buffer.alloc(32), device }
  }
  server = await startApi({ readSession }, { open: [], signedIn: [consentRoutes(world.consents)] })
})
afterAll(async () => {
  await server?.stop()
  await world?.stop()
})

const send = (path: string, svcId: string, method = 'GET') =>
  server.send(path, {
    method,
    headers: { cookie: `nani_citizen=${secrets[svcId]}` },
    ...(method === 'POST' && { body: '{}' }),
  })

test('a citizen sees the own requests, and declines one, once', async () => {
  const { id } = await inTransaction(world.consents.pool, (client) =>
    requestConsent(
      client,
      {
        ...{ applicationId, environment, svcId: own, origin, isMinor: false, product: 'bnpl' },
        ...{ amountRequested: null, reference: null },
      },
      world.consents,
    ),
  )
  expect((await send('/consents', own)).json).toMatchObject({
    consents: [{ id, status: 'pending', organization: 'Banque', application: 'Guichet', uses: [] }],
  })
  expect((await send('/consents', other)).json).toEqual({ consents: [] })
  expect(await send(`/consents/${id}/decline`, other, 'POST')).toMatchObject({ status: 404 })
  expect((await send(`/consents/${id}/decline`, own, 'POST')).json).toEqual({ status: 'declined' })
  const again = await send(`/consents/${id}/decline`, own, 'POST')
  expect(again).toMatchObject({ status: 422, json: { error: 'consent_ended' } })
})

test('a citizen revokes a consent, and another citizen cannot', async () => {
  const granted = await inTransaction(world.consents.pool, (client) =>
    grantThroughSignIn(client, { applicationId, environment, svcId: other }, world.consents),
  )
  const path = `/consents/${granted.consent_id}/revoke`
  expect(await send(path, own, 'POST')).toMatchObject({ status: 404, json: { error: 'not_found' } })
  expect((await send(path, other, 'POST')).json).toEqual({ status: 'revoked' })
})
