import { Refusal } from '@nani/foundation/core/index.ts'
import { createSourceLimit, onlyMethods } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  canIdentify,
  type Handle,
  handleText,
  type RequestRow,
  readHandle,
} from '../../services/sign-in/index.ts'
import { createEventStreams } from './events-stream.ts'
import {
  languageOf,
  type PagesDependencies,
  pagePath,
  redirect,
  reported,
  sourceBounds,
} from './page-answers.ts'
import { createPageVisits } from './page-visits.ts'
import { sendPage } from './pages/layout.ts'
import { identifyPage } from './pages/sign-in-page.ts'

/** The maximum of the field. */
const maxShownCharacters = 64
/** Identifies the citizen. An internal error ends the request: returns where the browser then goes, else null. */
const identifyOrGiveUp = async (
  request: FastifyRequest,
  row: RequestRow,
  { secret, identifier }: { secret: string; identifier: string },
  { signIn, http }: Pick<PagesDependencies, 'signIn' | 'http'>,
): Promise<string | null> => {
  try {
    await signIn.identify(row, secret, identifier, http.peerOf(request.raw).address)
    return null
  } catch (error) {
    const { code } = reported(error, request, { http })
    // A busy server asks for another attempt, on this page.
    if (code !== 'internal_error' && code !== 'register_unavailable') throw error
    return signIn.giveUp(row)
  }
}

/** The page of a sign-in, and its forms. */
export const addPages = (app: FastifyInstance, dependencies: PagesDependencies): void => {
  const { environment, signIn, http, clock } = dependencies
  const limit = createSourceLimit(clock, sourceBounds[environment])
  const visits = createPageVisits(dependencies)
  const { handleOf, secretOf, openForm } = visits
  const requireTurn = ({ raw }: FastifyRequest) => {
    if (!limit.allows(http.peerOf(raw).address)) throw new Refusal('rate_limited', { retry_after: 1 })
  }

  onlyMethods(app, ['POST'], `${pagePath}/:handle/cancel`, async (request, reply) => {
    const opened = await openForm(request, reply)
    if (!opened) return reply
    return redirect(reply, await signIn.cancel(opened.visited.request))
  })

  onlyMethods(app, ['POST'], `${pagePath}/:handle/correct`, async (request, reply) => {
    const opened = await openForm(request, reply)
    if (!opened) return reply
    requireTurn(request)
    const { visited } = opened
    const corrected = visited.next === 'wait' && (await signIn.correct(visited.request))
    if (!corrected) return redirect(reply, `${pagePath}/${handleOf(request)}?lang=${languageOf(request)}`)
    const entered = visits.enteredOf(request)
    if (entered !== null) visits.keepEntered(reply, corrected, entered)
    return visits.moveTo(request, reply, handleText(corrected))
  })

  app.get(`${pagePath}/:handle`, async (request, reply) =>
    visits.sendVisited(request, reply, await visits.visit(request)),
  )

  app.post(`${pagePath}/:handle`, async (request, reply) => {
    const opened = await openForm(request, reply)
    if (!opened) return reply
    requireTurn(request)
    const { form, visited } = opened
    const language = languageOf(request)
    if (visited.next === 'identify') {
      const identifier = (form.get('identifier') ?? '').trim()
      if (!canIdentify(identifier)) {
        const shown = await visits.shownOf(request, visited.request)
        const malformed = { entered: identifier.slice(0, maxShownCharacters), isMalformed: true }
        return sendPage(reply, 422, identifyPage({ ...shown, ...malformed }))
      }
      visits.keepEntered(reply, readHandle(handleOf(request)) as Handle, identifier)
      const entered = { secret: secretOf(request) as string, identifier }
      const given = await identifyOrGiveUp(request, visited.request, entered, dependencies)
      if (given !== null) return redirect(reply, given)
    }
    return redirect(reply, `${pagePath}/${handleOf(request)}?lang=${language}`)
  })

  addEvents(app, signIn, secretOf)
}

/** Server-sent events for a page with script. */
const addEvents = (
  app: FastifyInstance,
  signIn: PagesDependencies['signIn'],
  secretOf: (request: FastifyRequest) => string | null,
): void => {
  const streams = createEventStreams(signIn)
  app.addHook('preClose', (done) => {
    streams.endAll()
    done()
  })
  onlyMethods(app, ['GET'], `${pagePath}/:handle/events`, async (request, reply) => {
    const handle = readHandle((request.params as { handle: string }).handle)
    const visited = handle && (await signIn.readCurrent(handle))
    const secret = secretOf(request)
    if (!visited || secret === null || !signIn.isOfBrowser(visited, secret)) return reply.code(204).send()
    const isAnswered = visited.status !== 'waiting'
    return streams.send(reply, isAnswered ? { ...visited, ms_left: 0 } : visited)
  })
}
