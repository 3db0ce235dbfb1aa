import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import {
  type AccessDependencies,
  type AccessLanguage,
  type AccessQuery,
  accessesCsv,
  accessesPdf,
  type Dispute,
  disputeAccess,
  exportAccesses,
  listAccesses,
  listCitizenDisputes,
  readLanguage,
  showAccess,
} from '../../accesses/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { CitizenError } from '../api-error.ts'
import { bodyOf, textField } from '../json-body.ts'

const maxDisputeCharacters = 2_000
const disputed = bodyOf(Type.Object({ text: textField(maxDisputeCharacters) }))
/** A file takes time of the process. */
const maxFiles = 2

const languageOf = ({ query }: FastifyRequest): AccessLanguage =>
  readLanguage((query as { lang?: unknown }).lang)

/** The app shows the last answer. */
const shownDispute = (dispute: Dispute) => {
  const last = dispute.answers.at(-1)
  return { ...dispute, answer: last?.text ?? null, answered_at: last?.at ?? null }
}

const sendFile = (reply: FastifyReply, name: string, type: string, content: string | Uint8Array) =>
  reply
    .headers({
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
    })
    .send(typeof content === 'string' ? content : Buffer.from(content))

/** The access log of the citizen, its exports, and disputes of its entries. */
export const accessRoutes =
  (accesses: AccessDependencies): CitizenRoutes =>
  (app, api) => {
    const questionOf = (request: FastifyRequest) => {
      const { actor, environment } = api.sessionOf(request)
      return { actor, question: { environment, query: request.query as AccessQuery } }
    }
    let files = 0
    /** The place is free when the file is made: a slow reader does not keep it. */
    const inTurn = async <Content>(make: () => Promise<Content>): Promise<Content> => {
      if (files >= maxFiles) throw new CitizenError('busy', { retry_after: 2 })
      files++
      try {
        return await make()
      } finally {
        files--
      }
    }

    app.get('/accesses', async (request) => {
      const { actor, question } = questionOf(request)
      return listAccesses(actor, question, accesses)
    })

    app.get('/accesses.csv', async (request, reply) => {
      const { actor, question } = questionOf(request)
      const content = await inTurn(async () =>
        accessesCsv(await exportAccesses(actor, { ...question, form: 'csv' }, accesses), languageOf(request)),
      )
      return sendFile(reply, 'nani-accesses.csv', 'text/csv; charset=utf-8', content)
    })

    app.get('/accesses.pdf', async (request, reply) => {
      const { actor, question } = questionOf(request)
      const content = await inTurn(async () => {
        const exported = await exportAccesses(actor, { ...question, form: 'pdf' }, accesses)
        return accessesPdf(exported, languageOf(request))
      })
      return sendFile(reply, 'nani-accesses.pdf', 'application/pdf', content)
    })

    app.get('/accesses/:id', async (request) => {
      const { actor, environment } = api.sessionOf(request)
      const { id } = request.params as { id: string }
      return showAccess(actor, { environment, id }, accesses)
    })

    app.post('/accesses/:id/disputes', async (request, reply) => {
      const { actor, environment } = api.sessionOf(request)
      const { id } = request.params as { id: string }
      const { text } = disputed(request)
      const dispute = await disputeAccess(actor, { environment, id, text }, accesses)
      return reply.code(201).send(shownDispute(dispute))
    })

    app.get('/disputes', async (request) => {
      const { actor, environment } = api.sessionOf(request)
      const disputes = await listCitizenDisputes(actor, { environment }, accesses)
      return { disputes: disputes.map(shownDispute) }
    })
  }
