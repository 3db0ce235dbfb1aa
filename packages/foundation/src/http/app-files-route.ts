import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppFile } from './app-files.ts'

const notBuilt = 'The app is not built. Run npm run build:web.'

type SecurityHeaders = Readonly<Record<string, string>>

/** The files of an app in a browser. A path of no file shows the app, which has its own views. */
export const addAppFiles = (
  app: FastifyInstance,
  files: ReadonlyMap<string, AppFile>,
  securityHeaders: SecurityHeaders | (() => SecurityHeaders),
): void => {
  const index = files.get('/index.html')
  app.get('/*', (request, reply) => {
    reply.headers(typeof securityHeaders === 'function' ? securityHeaders() : securityHeaders)
    const path = pathOf(request)
    const file = files.get(path) ?? (path.includes('.') ? undefined : index)
    if (file) return send(request, reply, file)
    const [status, text] = index ? [404, 'Not found'] : [503, notBuilt]
    return reply.code(status).type('text/plain; charset=utf-8').send(text)
  })
}

const pathOf = ({ raw }: FastifyRequest): string => {
  const [path = '/'] = (raw.url ?? '/').split('?')
  return path === '/' ? '/index.html' : path
}

const send = async ({ headers }: FastifyRequest, reply: FastifyReply, file: AppFile) => {
  reply.headers({
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  })
  if (headers['if-none-match'] === file.etag) return reply.code(304).send()
  const accepted = String(headers['accept-encoding'] ?? '')
  const [encoding, body] = await encodedFor(accepted, file)
  if (encoding !== null) reply.header('Content-Encoding', encoding)
  return reply.type(file.contentType).send(body)
}

const encodedFor = async (
  accepted: string,
  { brotli, gzip, plain }: AppFile,
): Promise<[string | null, Buffer]> => {
  if (brotli && /\bbr\b/.test(accepted)) return ['br', await brotli()]
  if (gzip && /\bgzip\b/.test(accepted)) return ['gzip', await gzip()]
  return [null, plain]
}
