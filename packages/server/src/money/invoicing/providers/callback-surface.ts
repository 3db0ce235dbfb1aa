import type { Environment } from '@nani/contract'
import { asRefusal, Refusal } from '@nani/foundation/core/index.ts'
import { type Http, readBody } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import type { InvoicingPlatform } from '../money-transaction.ts'
import { parseConfirmation } from './mobile-money.ts'
import { confirmPayment, type PlacesOfMoney } from './payment-requests.ts'
import { findSigningSecret } from './signature.ts'

export const callbackPath = '/v1/billing/callbacks/mobile-money'
const limitBytes = 8_192

export type CallbackRules = {
  /** Those that a callback may be signed with: one, or two while the secret is exchanged. */
  secrets: readonly string[]
  /** A callback was signed with the secret at this place. */
  onSigned(place: number): void
} & PlacesOfMoney

/** Where the mobile-money provider confirms payments. Production alone has it, and only with a secret. */
export const callbackSurface =
  (platform: InvoicingPlatform, http: Http, rules: CallbackRules) =>
  (environment: Environment): FastifyPluginCallback | null => {
    if (environment !== 'production' || rules.secrets.length === 0) return null
    return (app, _options, registered) => {
      // Its parser and its errors apply to this path alone.
      app.register((own, _none, done) => {
        addRoute(own, platform, { http, ...rules })
        done()
      })
      registered()
    }
  }

const addRoute = (
  app: FastifyInstance,
  platform: InvoicingPlatform,
  { http, secrets, onSigned, places, databases }: CallbackRules & { http: Http },
): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (_request: unknown, message: Parameters<typeof readBody>[0]) => {
    const body = await readBody(message, { limitBytes, bodies: http.bodies, holder: 'payment callbacks' })
    try {
      return body.bytes.toString('utf8')
    } finally {
      body.release()
    }
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal.code === 'internal_error') http.onInternalError(request.id, refusal.detail ?? '')
    return reply.code(refusal.status).send({ error: refusal.code, request_id: request.id })
  })
  app.post(callbackPath, async (request) => {
    const body = typeof request.body === 'string' ? request.body : ''
    const signed = { direction: 'callback' as const, body, nowMs: platform.clock.now() }
    const place = findSigningSecret(request.headers['x-signature'], secrets, signed)
    if (place === null) throw new Refusal('invalid_signature')
    onSigned(place)
    const confirmation = parseConfirmation(body)
    if (!confirmation) throw new Refusal('invalid_request')
    if (!(await confirmPayment(confirmation, platform, { places, databases }))) throw new Refusal('not_found')
    return { received: true }
  })
}
