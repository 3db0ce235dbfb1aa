import { Refusal } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'

const readingMethods = new Set(['GET', 'HEAD'])

/**
 * A request that changes something comes from the app's own script: another site can send neither the header nor the
 * content type without asking first, and this API permits no one who asks.
 */
export const requireOwnPage = ({ method, headers }: FastifyRequest, origin: string): void => {
  if (readingMethods.has(method)) return
  const isJson = /^application\/json(?:;|$)/i.test(headers['content-type'] ?? '')
  const isOwn = headers.origin === undefined || headers.origin === origin
  if (headers['x-nani-app'] !== '1' || !isOwn || !isJson) throw new Refusal('invalid_request')
}
