import type { FastifyInstance } from 'fastify'
import { type Clock, type IdSource, Refusal } from './core/index.ts'
import { type FileLinks, filePath } from './delivery/index.ts'
import type { Register } from './register/index.ts'

/** Spec 1 § File object: a signed link is all it takes, from any HTTP client, for five minutes. */
export const addFilesRoute = (
  app: FastifyInstance,
  { links, register, clock, newId }: { links: FileLinks; register: Register; clock: Clock; newId: IdSource },
): void => {
  app.get(filePath, async (request, reply) => {
    const { file_id: fileId } = request.params as { file_id: string }
    const { expires, signature } = request.query as Record<string, unknown>
    reply.header('X-Request-Id', newId('req')).header('Cache-Control', 'private, no-store')
    const valid =
      typeof expires === 'string' &&
      typeof signature === 'string' &&
      links.verify(fileId, expires, signature, clock.now())
    const file = valid ? await register.readFile(fileId) : null
    if (!file) {
      const refusal = new Refusal('file_link_expired')
      return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.body()))
    }
    return reply
      .type(file.content_type)
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Disposition', 'attachment')
      .send(file.bytes)
  })
}
