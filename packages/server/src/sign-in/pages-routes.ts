import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, Refusal } from '../core/index.ts'
import { addImmutableRoute, createSourceLimit } from '../http/index.ts'
import {
  logoPattern,
  type RequestRow,
  readHandle,
  signInPaths,
  siteOf,
  type Visited,
} from '../services/sign-in/index.ts'
import { asAnswerableRefusal } from '../storage/index.ts'
import { readCookie, setCookie } from './cookies.ts'
import { isFormProof } from './csrf.ts'
import { createEventStreams } from './events-stream.ts'
import { factsOf } from './facts.ts'
import { formOf, readForms } from './form-body.ts'
import type { SurfaceDependencies } from './oauth-endpoints.ts'
import { onlyMethods } from './only-methods.ts'
import { logoFolder } from './pages/application-mark.ts'
import { assets } from './pages/assets.ts'
import { type ErrorContent, errorPage } from './pages/error-page.ts'
import { sendPage } from './pages/layout.ts'
import { identifyPage, type Shown, waitPage } from './pages/sign-in-page.ts'
import { chooseLanguage, type Language } from './pages/texts/choose-texts.ts'

const pagePath = '/sign-in'
/** Citizens of a mobile network share addresses. */
const sourceBounds = {
  production: { burst: 60, refillMs: 1_000 },
  sandbox: { burst: 2_000, refillMs: 20 },
} as const

export type PagesDependencies = SurfaceDependencies & {
  clock: Clock
  /** Where citizens open their app. */
  citizenUrl: string
}

const languageOf = (request: FastifyRequest): Language =>
  chooseLanguage((request.query as { lang?: unknown }).lang, request.headers['accept-language'])

const queryOf = ({ raw }: FastifyRequest): string => {
  const target = raw.url ?? ''
  const at = target.indexOf('?')
  return at < 0 ? '' : target.slice(at + 1)
}

/** The parameters of an authorize request: the query of a GET, the form of a POST. */
const askedOf = (request: FastifyRequest): string =>
  request.method === 'POST' ? (formOf(request) ?? '') : queryOf(request)

const redirect = (reply: FastifyReply, location: string) =>
  reply
    .code(303)
    .headers({ Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .send()

const sendError = (reply: FastifyReply, status: number, content: ErrorContent) =>
  sendPage(reply, status, errorPage(content))

/** The authorize endpoint and the pages to which it leads. They work without script. */
export const signInPages =
  (dependencies: PagesDependencies): FastifyPluginCallback =>
  (app, _options, registered) => {
    readForms(app, dependencies.http)
    addAuthorize(app, dependencies)
    addPages(app, dependencies)
    addAssets(app)
    addImmutableRoute(app, `${logoFolder}/${logoPattern}`, 'image/png', ({ params }) =>
      dependencies.signIn.findLogo(params, dependencies.environment),
    )
    app.setErrorHandler(async (error, request, reply) => {
      const refusal = reported(error, request, dependencies)
      const message = refusal.code === 'rate_limited' ? 'tooMany' : 'fault'
      const back = await siteOfPage(request, dependencies)
      const content = { language: languageOf(request), message, detail: request.id, back } as const
      return sendError(reply, refusal.status, content)
    })
    registered()
  }

/** The refusal for an error, which is logged if it is ours. */
const reported = (error: unknown, request: FastifyRequest, { http }: Pick<PagesDependencies, 'http'>) => {
  const refusal = asAnswerableRefusal(error)
  if (refusal.code === 'internal_error') http.onInternalError(request.id, refusal.detail ?? refusal.code)
  return refusal
}

/** Null if the address is of no request, or the fault prevents that it is read. */
const siteOfPage = async (
  { params }: FastifyRequest,
  { signIn }: Pick<PagesDependencies, 'signIn'>,
): Promise<string | null> => {
  const handle = readHandle((params as { handle?: string }).handle ?? '')
  const row = handle && (await signIn.readCurrent(handle).catch(() => null))
  return row && siteOf(row)
}

const addAuthorize = (
  app: FastifyInstance,
  { environment, signIn, http, clock }: PagesDependencies,
): void => {
  const limit = createSourceLimit(clock, sourceBounds[environment])
  onlyMethods(app, ['GET', 'POST'], signInPaths.authorize, async (request, reply) => {
    const { address } = http.peerOf(request.raw)
    if (!limit.allows(address)) throw new Refusal('rate_limited', { retry_after: 1 })
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 300)
    const authorized = await signIn.authorize(askedOf(request), environment, { address, userAgent })
    if (authorized.next === 'fault') reported(authorized.fault, request, { http })
    if ('location' in authorized) return redirect(reply, authorized.location)
    if (authorized.next === 'refuse') {
      const { code, message } = authorized.error
      return sendError(reply, 400, {
        language: languageOf(request),
        message: code === 'invalid_client' ? 'unknownClient' : 'unknownRedirect',
        detail: `${code}: ${message}`,
      })
    }
    const isTls = http.publicUrls.of(environment).startsWith('https:')
    reply.header('Set-Cookie', setCookie(authorized.handle, authorized.secret, isTls))
    return redirect(reply, `${pagePath}/${authorized.handle}`)
  })
}

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

const addPages = (app: FastifyInstance, dependencies: PagesDependencies): void => {
  const { environment, signIn, http, clock } = dependencies
  const limit = createSourceLimit(clock, sourceBounds[environment])

  const handleOf = (request: FastifyRequest) => (request.params as { handle: string }).handle
  const secretOf = (request: FastifyRequest) =>
    readCookie(
      request.headers.cookie,
      handleOf(request),
      http.publicUrls.of(environment).startsWith('https:'),
    )
  const visit = (request: FastifyRequest) =>
    signIn.visit(handleOf(request), secretOf(request), factsOf(request, http.peerOf(request.raw)))

  const sendVisited = async (request: FastifyRequest, reply: FastifyReply, visited: Visited) => {
    const language = languageOf(request)
    switch (visited.next) {
      case 'redirect':
        return redirect(reply, visited.location)
      case 'unknown':
        return sendError(reply, 404, { language, message: 'expiredPage' })
      case 'foreign':
        return sendError(reply, 403, {
          ...{ language, message: 'foreignBrowser' },
          back: siteOf(visited.request),
        })
      default: {
        const shown: Shown = {
          ...{ request: visited.request, language },
          secret: secretOf(request) as string,
          path: `${pagePath}/${handleOf(request)}`,
          appUrl: dependencies.citizenUrl,
          application: await signIn.shownApplication(visited.request.application_id),
        }
        return sendPage(reply, 200, visited.next === 'wait' ? waitPage(shown) : identifyPage(shown))
      }
    }
  }

  /** A form counts if the page of the same browser sent it. */
  const openForm = async (request: FastifyRequest, reply: FastifyReply) => {
    const visited = await visit(request)
    if (visited.next !== 'identify' && visited.next !== 'wait') {
      await sendVisited(request, reply, visited)
      return null
    }
    const form = new URLSearchParams(formOf(request) ?? '')
    if (isFormProof(form.get('proof'), secretOf(request) as string)) return { form, visited }
    await sendError(reply, 403, {
      ...{ language: languageOf(request), message: 'formRejected' },
      back: siteOf(visited.request),
    })
    return null
  }

  onlyMethods(app, ['POST'], `${pagePath}/:handle/cancel`, async (request, reply) => {
    const opened = await openForm(request, reply)
    if (!opened) return reply
    return redirect(reply, await signIn.cancel(opened.visited.request))
  })

  app.get(`${pagePath}/:handle`, async (request, reply) => sendVisited(request, reply, await visit(request)))

  app.post(`${pagePath}/:handle`, async (request, reply) => {
    const opened = await openForm(request, reply)
    if (!opened) return reply
    if (!limit.allows(http.peerOf(request.raw).address)) throw new Refusal('rate_limited', { retry_after: 1 })
    const { form, visited } = opened
    const language = languageOf(request)
    if (visited.next === 'identify') {
      const entered = { secret: secretOf(request) as string, identifier: form.get('identifier') ?? '' }
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

const addAssets = (app: FastifyInstance): void => {
  for (const { path, contentType, content } of assets)
    app.get(path, async (_request, reply) =>
      reply
        .headers({
          'Content-Type': contentType,
          'Cache-Control': 'public, max-age=300',
          'X-Content-Type-Options': 'nosniff',
        })
        .send(content),
    )
}
