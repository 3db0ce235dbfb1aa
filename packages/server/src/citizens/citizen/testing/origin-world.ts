import { listen, openHttp, urlOf } from '@nani/foundation/http/index.ts'
import { inTransaction, writeChanges } from '@nani/foundation/storage/index.ts'
import type { RouteOptions } from 'fastify'
import { auditEffect } from '../../../app/audit/index.ts'
import { openApprovals } from '../../../services/sign-in/approvals/testing/approvals-world.ts'
import { askingIn } from '../../../services/sign-in/approvals/testing/asking.ts'
import { handleText } from '../../../services/sign-in/index.ts'
import { accessDependencies } from '../../accesses/index.ts'
import { consentDependencies, requestConsent } from '../../consents/index.ts'
import { addOrigin } from '../origin.ts'

const environment = 'production' as const
const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }
export const owner = 'COD-1111-0000-5001'
export const stranger = 'COD-1111-0000-5002'

export type OriginWorld = Awaited<ReturnType<typeof startOrigin>>

/** Everything that the origin of the app serves, with two citizens, and what one of them owns. */
export const startOrigin = async () => {
  const world = await openApprovals([owner, stranger])
  const { pool, newId, application } = world
  const consents = consentDependencies(world)
  const http = openHttp({
    ...{ newId, log: () => {}, trustsCertificate: () => false, trustedProxies: [] },
  })
  const app = http.createServer(null)
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  let url = ''
  addOrigin(app, {
    ...{ clock: world.clock, http, citizenDevices: world.devices, consents },
    signIn: {
      approvals: world.dependencies,
      listAnswers: world.listAnswers,
      follow: () => () => {},
      findLogo: async () => null,
    },
    accesses: accessDependencies(world),
    push: { publicKey: 'BKey', readSubscription: ({ endpoint, keys }) => ({ endpoint, ...keys }) },
    installation: { name: 'Nani', logo: null, helpUrl: null, privacyUrl: null },
    sms: { shown: async () => [] },
    origin: () => url,
  })
  await listen(app, '127.0.0.1', 0)
  url = urlOf(app, '127.0.0.1', 'http')

  const send = async (method: string, path: string, secret: string | null, body: object = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...{ 'x-nani-app': '1', 'content-type': 'application/json' },
        ...(secret !== null && { cookie: `nani_citizen=${secret}` }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    // A stream of events does not end.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel()
      return { status: answer.status, text: '' }
    }
    return { status: answer.status, text: await answer.text() }
  }

  /** A read of the data of a citizen. */
  const readBy = async (device: Awaited<ReturnType<typeof world.enrol>>): Promise<string> => {
    const id = newId('kyc')
    await writeChanges(pool, application.application_id, [
      {
        ...{ id, service: 'kyc_validation', scopes: null, atMs: world.clock.now(), fence: null },
        effects: [
          auditEffect({
            ...{ ...origin, actor: 'application', http_status: 200, error_code: null },
            ...{ purpose: 'customer_onboarding', makesResult: true, outcome: 'match', read_ids: null },
            subject: device.session.citizen.toString('hex'),
          }),
        ],
      },
    ])
    return id
  }
  const askConsent = async (): Promise<string> => {
    const order = {
      ...{ applicationId: application.application_id, environment, svcId: owner, origin, isMinor: false },
      ...{ product: 'bnpl' as const, amountRequested: null, reference: null, clockAheadMs: 0 },
    }
    return (await inTransaction(pool, (client) => requestConsent(client, order, consents))).request.id
  }
  const askSignIn = async (): Promise<string> => handleText(await askingIn(() => world).ask(owner, 42))
  const stop = async () => {
    await app.close()
    await world.stop()
  }
  return { ...world, routes, send, readBy, askConsent, askSignIn, stop }
}
