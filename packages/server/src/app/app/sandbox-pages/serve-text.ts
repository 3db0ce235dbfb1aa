import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { makeOnce } from '@nani/foundation/core/index.ts'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'

export type Text = { type: string; text: string; headers?: Record<string, string> }

/** Serves constant bytes. They are made at the first request. */
export const serveText = (
  app: FastifyInstance,
  path: string,
  make: () => Promise<Text>,
  options: RouteShorthandOptions = {},
): void => {
  const prepared = makeOnce(async () => {
    const { type, text, headers } = await make()
    const plain = Buffer.from(text)
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
    return { type, headers: { ...headers, ETag: etag }, etag, plain, compressed: gzipSync(plain) }
  })
  app.get(path, options, async (request, reply) => {
    const { type, headers, etag, plain, compressed } = await prepared()
    reply.headers({
      ...headers,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.type(type).send(plain)
    return reply.type(type).header('Content-Encoding', 'gzip').send(compressed)
  })
}

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:$|;\s*q=(?!0(?:\.0*)?\s*$))/i.test(coding))

/** A page whose policy permits nothing but itself. */
export const pageOf = ({ html, contentSecurityPolicy }: Page): Text => ({
  type: 'text/html; charset=utf-8',
  text: html,
  headers: { 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' },
})

type Page = { html: string; contentSecurityPolicy: string }
