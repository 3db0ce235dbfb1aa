import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type Clock, Refusal } from './core/index.ts'
import { type FileLinks, filePath } from './delivery/index.ts'
import type { PlainRoute } from './description/index.ts'
import type { Register } from './register/index.ts'

/** How the description tells of it. */
export const filesRoute: PlainRoute = {
  path: filePath,
  operationId: 'read_file',
  tag: 'Files',
  summary: 'Fetch a file',
  description:
    'Where the `url` of a file points. The link is all it takes, from any HTTP client, for five minutes; read the result again for a fresh one. Fetch it from your server and do not store the link.',
  parameters: [
    { name: 'file_id', in: 'path', description: 'The file; part of the link.', schema: Type.String() },
    { name: 'expires', in: 'query', description: 'Part of the link.', schema: Type.String() },
    { name: 'signature', in: 'query', description: 'Part of the link.', schema: Type.String() },
  ],
  answers: [
    { status: 200, description: 'The bytes, of the `content_type` of the file.', contentType: 'image/png' },
    {
      status: 200,
      description: 'The bytes, of the `content_type` of the file.',
      contentType: 'application/octet-stream',
    },
  ],
  refusals: ['file_link_expired'],
}

/** Spec 1 § File object: a signed link is all it takes, from any HTTP client, for five minutes. */
export const addFilesRoute = (
  app: FastifyInstance,
  { links, register, clock }: { links: FileLinks; register: Register; clock: Clock },
): void => {
  app.get(filePath, async (request, reply) => {
    const { file_id: fileId } = request.params as { file_id: string }
    const { expires, signature } = request.query as Record<string, unknown>
    reply.header('Cache-Control', 'private, no-store')
    const valid =
      typeof expires === 'string' &&
      typeof signature === 'string' &&
      links.verify(fileId, expires, signature, clock.now())
    const file = valid ? await register.readFile(fileId) : null
    if (!file) {
      const refusal = new Refusal('file_link_expired')
      return reply
        .code(refusal.status)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ ...refusal.body(), request_id: request.id }))
    }
    return reply
      .type(file.content_type)
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Disposition', 'attachment')
      .send(file.bytes)
  })
}
