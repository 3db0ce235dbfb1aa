import { Refusal } from '@nani/foundation/core/index.ts'
import { createSourceLimit, onlyMethods } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { type Handle, readHandle, signInPaths, siteOf } from '../../services/sign-in/index.ts'
import { addAssets } from './asset-routes.ts'
import { setCookie } from './cookies.ts'
import { noteRefusal } from './count-calls.ts'
import { formOf, readForms } from './form-body.ts'
import {
  type PagesDependencies,
  pagePath,
  redirect,
  reported,
  sendError,
  sourceBounds,
} from './page-answers.ts'
import { languageOfLocales } from './pages/texts/choose-texts.ts'
import { addPages } from './request-pages.ts'

export type { PagesDependencies } from './page-answers.ts'

const queryOf = ({ raw }: FastifyRequest): string => {
  const target = raw.url ?? ''
  const at = target.indexOf('?')
  return at < 0 ? '' : target.slice(at + 1)
}

/** The parameters of an authorize request: the query of a GET, the form of a POST. */
const askedOf = (request: FastifyRequest): string =>
  request.method === 'POST' ? (formOf(request) ?? '') : queryOf(request)

/** The authorize endpoint and the pages to which it leads. They work without script. */
export const signInPages =
  (dependencies: PagesDependencies): FastifyPluginCallback =>
  (app, _options, registered) => {
    readForms(app, dependencies.http)
    addAuthorize(app, dependencies)
    addPages(app, dependencies)
    addAssets(app, dependencies)
    app.setErrorHandler(async (error, request, reply) => {
      const refusal = reported(error, request, dependencies)
      noteRefusal(request, refusal.code)
      const message = refusal.code === 'rate_limited' ? 'tooMany' : 'fault'
      const back = await siteOfPage(request, dependencies)
      const { installation } = dependencies
      return sendError(reply, refusal.status, { installation, message, detail: request.id, back })
    })
    registered()
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
  { environment, signIn, http, clock, installation }: PagesDependencies,
): void => {
  const limit = createSourceLimit(clock, sourceBounds[environment])
  onlyMethods(app, ['GET', 'POST'], signInPaths.authorize, async (request, reply) => {
    const { address } = http.peerOf(request.raw)
    if (!limit.allows(address)) throw new Refusal('rate_limited', { retry_after: 1 })
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 300)
    const authorized = await signIn.authorize(askedOf(request), environment, { address, userAgent })
    if (authorized.next === 'fault') noteRefusal(request, reported(authorized.fault, request, { http }).code)
    if ('error' in authorized) noteRefusal(request, authorized.error.code)
    if ('location' in authorized) return redirect(reply, authorized.location)
    if (authorized.next === 'refuse') {
      const { code, message } = authorized.error
      return sendError(reply, 400, {
        installation,
        message: code === 'invalid_client' ? 'unknownClient' : 'unknownRedirect',
        detail: `${code}: ${message}`,
      })
    }
    const isTls = http.publicUrls.of(environment).startsWith('https:')
    const { handle, secret, hints } = authorized
    reply.header('Set-Cookie', setCookie(handle, secret, isTls))
    if (hints.number !== null) {
      const sealed = signIn.entered.seal(readHandle(handle) as Handle, hints.number)
      reply.header('Set-Cookie', setCookie(handle, sealed, isTls, 'entered'))
    }
    const language = languageOfLocales(hints.languages)
    return redirect(reply, `${pagePath}/${handle}${language === null ? '' : `?lang=${language}`}`)
  })
}
