import type { Environment } from '@nani/contract'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import { asRefusal, Refusal } from '../../core/index.ts'
import { type Http, readBody } from '../../http/index.ts'
import type { InvoicingPlatform } from '../money-transaction.ts'
import { parseConfirmation } from './mobile-money.ts'
import { confirmPayment } from './payment-requests.ts'
import { isSignatureValid } from './signature.ts'

export const callbackPath = '/v1/billing/callbacks/mobile-money'
const limitBytes = 8_192

/** Where the mobile-money provider confirms payments. Production alone has it, and only with a secret. */
export const callbackSurface =
  (platform: InvoicingPlatform, http: Http, secret: string | null) =>
  (environment: Environment): FastifyPluginCallback | null => {
    if (environment !== 'production' || secret === null) return null
    return (app, _options, registered) => {
      // Its parser and its errors apply to this path alone.
      app.register((own, _none, done) => {
        addRoute(own, platform, { http, secret })
        done()
      })
      registered()
    }
  }

const addRoute = (
  app: FastifyInstance,
  platform: InvoicingPlatform,
  { http, secret }: { http: Http; secret: string },
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
    const signed = { direction: 'callback' as const, body, secret, nowMs: platform.clock.now() }
    if (!isSignatureValid(request.headers['x-signature'], signed)) throw new Refusal('invalid_signature')
    const confirmation = parseConfirmation(body)
    if (!confirmation) throw new Refusal('invalid_request')
    if (!(await confirmPayment(confirmation, platform))) throw new Refusal('not_found')
    return { received: true }
  })
}
