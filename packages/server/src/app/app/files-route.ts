import { type Clock, describeError, Refusal } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { asAnswerableRefusal } from '@nani/foundation/storage/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type FileLinks, filePath, requestEntry } from '../../calls/calls/index.ts'
import { cellIsAway, type Places } from '../../gateway/acts/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { AuditLog } from '../audit/index.ts'
import type { PlainRoute } from '../description/index.ts'
import { surfaceOf } from './surface.ts'

/** The description of the route in the API document. */
export const filesRoute: PlainRoute = {
  path: filePath,
  operationId: 'read_file',
  tag: 'Files',
  summary: 'Fetch a file',
  description:
    'The target of the `url` of a file. Any HTTP client can fetch the link for five minutes without a signature. Read the result again for a new link. Fetch it from your server and do not store the link.',
  parameters: [
    { name: 'file_id', in: 'path', description: 'The file; part of the link.', schema: Type.String() },
    { name: 'application', in: 'query', description: 'Part of the link.', schema: Type.String() },
    {
      name: 'result',
      in: 'query',
      description: 'The result that issued the link; the fetch is audited under it.',
      schema: Type.String(),
    },
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
  refusals: ['file_link_expired', 'overloaded'],
}

export type FilesRouteDependencies = {
  links: FileLinks
  register: Pick<Register, 'readFile'>
  clock: Clock
  http: Pick<Http, 'peerOf' | 'onInternalError'>
  /** Throws `overloaded` while the database of the application cannot be used. */
  placeOf(applicationId: string): PlaceOfFiles
}

/** What a fetch needs of the database that has the application of the link. */
type PlaceOfFiles = {
  audit: AuditLog
  /** How far the test clock of the application is ahead. In production 0, without a query. */
  aheadMs(): Promise<number>
}

/**
 * spec/disclosure#file-object: a signed link needs no further authentication, for five minutes. Each fetch is audited
 * under the result that issued the link, and no byte is sent before its entry is committed.
 */
export const addFilesRoute = (app: FastifyInstance, dependencies: FilesRouteDependencies): void => {
  const { links, register, clock, http, placeOf } = dependencies

  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    const retryAfter = refusal.context.retry_after
    if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter))
    return reply
      .code(refusal.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ...refusal.body(), request_id: request.id }))
  }

  app.get(filePath, async (request, reply) => {
    const { file_id: fileId } = request.params as { file_id: string }
    reply.header('Cache-Control', 'private, no-store')
    const query = request.query as Record<string, unknown>
    try {
      const nowMs = clock.now()
      const authentic = links.verify(fileId, query, nowMs)
      const place = authentic && placeOf(authentic.applicationId)
      const aheadMs = (await place?.aheadMs()) ?? 0
      const issuer = aheadMs === 0 ? authentic : links.verify(fileId, query, nowMs + aheadMs)
      const file = issuer && (await register.readFile(fileId))
      if (!place || !issuer || !file) return refuse(request, reply, new Refusal('file_link_expired'))
      const origin = {
        api_key: null,
        request_id: request.id,
        client_address: http.peerOf(request.raw).address,
        method: 'GET',
        path: filePath,
      }
      const { applicationId, resultId } = issuer
      const of = { applicationId, atMs: clock.now(), origin, status: 200, service: null }
      await place.audit.commit(requestEntry({ ...of, disclosedIds: [resultId] })).catch((error: unknown) => {
        throw new Refusal('overloaded', { retry_after: 1 }, { detail: describeError(error) })
      })
      return reply
        .type(file.content_type)
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Disposition', 'attachment')
        .send(file.bytes)
    } catch (error) {
      const refusal = asAnswerableRefusal(error)
      http.onInternalError(request.id, `A file could not be sent: ${refusal.detail ?? refusal.code}`)
      return refuse(request, reply, refusal)
    }
  })
}

type InDatabase = {
  audit: AuditLog
  directory: { findById(applicationId: string): Promise<Application | null> }
}
type Needs = Pick<Platform, 'clock'> &
  Pick<FilesRouteDependencies, 'http'> &
  InDatabase & {
    registerOfCalls: FilesRouteDependencies['register']
    fileLinks: FileLinks
    places: Pick<Places<InDatabase>, 'findApplication'>
  }

export const filesModule = defineModule({
  name: 'files',
  open({ fileLinks: links, registerOfCalls: register, clock, http, places, ...home }: Needs) {
    const databaseOf = (applicationId: string): InDatabase => {
      const found = places.findApplication(applicationId)
      if (found && found.cell === null) throw cellIsAway(found.name)
      return found?.cell ?? home
    }
    const surface = surfaceOf((app, environment) =>
      addFilesRoute(app, {
        ...{ links, register, clock, http },
        placeOf(id) {
          const { audit, directory } = databaseOf(id)
          const aheadOf = async () => (await directory.findById(id))?.clockAheadMs ?? 0
          return { audit, aheadMs: environment === 'sandbox' ? aheadOf : async () => 0 }
        },
      }),
    )
    return { surfaces: [surface] }
  },
})
