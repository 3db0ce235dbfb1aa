import { createVault, inTransaction } from '@nani/foundation/storage/index.ts'
import { type BoundAct, bind } from '../../../gateway/acts/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { app, openDevices } from '../../../testing/devices/citizen-devices.ts'
import {
  consentDependencies,
  listConsentsOnDevice,
  ownConsentActs,
  requestConsent,
} from '../../consents/index.ts'
import { startApi } from './api-server.ts'

const environment = 'production' as const
const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }
const applicationId = 'app_c'

type World = Awaited<ReturnType<typeof openDevices>>
type Further = (consents: ReturnType<typeof consentDependencies>) => readonly BoundAct[]

/** Citizens with enrolled devices, an application that asks them for consents, and the API with the acts about consents. */
export const startConsentWorld = async (people: readonly string[], further: Further = () => []) => {
  const world: World = await openDevices(people.map((svcId) => testCitizen({ svc_id: svcId })))
  const { pool, clock, random, newId, rootKey } = world
  await pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org_c', 'Banque', now())`,
  )
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, 'org_c', 'Guichet', 'production', '{}', '{}', '{}', 1, now())`,
    [applicationId],
  )
  const vaultFor = (use: string) => createVault(rootKey, use, random)
  const consents = consentDependencies({ pool, clock, newId, rootKey, vaultFor })
  const acts = bind([listConsentsOnDevice, ...ownConsentActs], {
    ...consents,
    devices: world.devices,
    app: () => app,
  })
  const server = await startApi([...acts, ...further(consents)], world.devices)
  const enrol = async (svcId: string) => {
    const device = await world.enrol(svcId)
    const send = (path: string, method = 'GET', body: object = {}) =>
      server.send(path, {
        method,
        headers: { cookie: `nani_citizen=${device.secret}` },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      })
    return { ...device, send }
  }
  const ask = async (svcId: string): Promise<string> => {
    const order = {
      ...{
        applicationId,
        environment,
        svcId,
        origin,
        clockAheadMs: 0,
        isMinor: false,
        product: 'bnpl' as const,
      },
      ...{ amountRequested: { value: 20, currency: 'USD' as const }, reference: null },
    }
    return (await inTransaction(pool, (client) => requestConsent(client, order, consents))).request.id
  }
  const stop = async () => {
    await server.stop()
    await world.stop()
  }
  return { ...world, applicationId, consents, server, enrol, ask, stop }
}
