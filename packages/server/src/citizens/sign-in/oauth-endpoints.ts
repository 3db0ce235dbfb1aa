import type { Environment } from '@nani/contract'
import { asRefusal } from '@nani/foundation/core/index.ts'
import { addPublicDocument, type Http, onlyMethods } from '@nani/foundation/http/index.ts'
import { asAnswerableRefusal } from '@nani/foundation/storage/index.ts'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { discoveryDocument, OAuthError, type SignIn, signInPaths } from '../../services/sign-in/index.ts'
import { noteRefusal } from './count-calls.ts'
import { formOf, readForms } from './form-body.ts'
import { requestFactsOf } from './request-facts.ts'

export type SurfaceDependencies = {
  environment: Environment
  signIn: SignIn
  http: Pick<Http, 'bodies' | 'peerOf' | 'publicUrls' | 'onInternalError'>
}

/** Token, userinfo, keys and discovery: JSON, with the errors of OAuth (spec/sign-in#sign-in-endpoints). */
export const oauthEndpoints =
  ({ environment, signIn, http }: SurfaceDependencies): FastifyPluginCallback =>
  (app, _options, registered) => {
    readForms(app, http)
    const tellTestClock = async (reply: FastifyReply, accessToken: string) => {
      // The answer is there, and its code is used up. It does not fail for want of this header.
      const time = await signIn.testClockOf(accessToken).catch(() => null)
      if (time !== null) reply.header('Nani-Test-Clock', time)
    }

    onlyMethods(app, ['POST'], signInPaths.token, async (request, reply) => {
      reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache')
      const form = formOf(request)
      if (form === null) return refuse(reply, 400, 'invalid_request', 'The body must be form-encoded.')
      const peer = http.peerOf(request.raw)
      const { authorization } = request.headers
      const facts = requestFactsOf(request, peer)
      const tokens = await signIn.exchangeCode({ form, authorization }, environment, peer, facts)
      await tellTestClock(reply, tokens.access_token)
      return tokens
    })

    // The access token is in the header, also with POST. A body is not read.
    onlyMethods(app, ['GET', 'POST'], signInPaths.userinfo, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const token = bearerOf(request)
      if (token === null) return unauthorized(reply, null)
      const peer = http.peerOf(request.raw)
      const claims = await signIn.userinfo(token, environment, peer, requestFactsOf(request, peer))
      if (!claims) return unauthorized(reply, 'invalid_token')
      await tellTestClock(reply, token)
      return claims
    })

    addPublicDocument(app, signInPaths.keys, async () => ({ keys: await signIn.publicKeys(environment) }))
    addPublicDocument(app, signInPaths.discovery, async () =>
      discoveryDocument(environment, http.publicUrls.of(environment), signIn.mtlsUrlOf(environment)),
    )

    app.setErrorHandler((error, request, reply) => {
      if (error instanceof OAuthError) return refuse(reply, 400, error.code, error.message)
      const refusal = asAnswerableRefusal(error)
      if (refusal.code === 'payload_too_large' || refusal.code === 'malformed_body')
        return refuse(reply, 400, 'invalid_request', 'The body is too large or incomplete.')
      if (asRefusal(error).code === 'internal_error')
        http.onInternalError(request.id, refusal.detail ?? refusal.code)
      const answer = { error: 'server_error', counted: refusal.code }
      return refuse(reply, statusOfFault(request), answer, 'Try again. The code was not used up.')
    })
    registered()
  }

/** Errors of the token endpoint have the status 400 (spec/sign-in#oauth-errors). */
const statusOfFault = ({ routeOptions }: FastifyRequest): number =>
  routeOptions.url === signInPaths.token ? 400 : 500

/** `counted`: the code of the refusal in the metrics, where it says more than the error of OAuth. */
type Answer = { error: string; counted: string }

const refuse = (reply: FastifyReply, status: number, answer: string | Answer, description: string) => {
  const { error, counted } = typeof answer === 'string' ? { error: answer, counted: answer } : answer
  noteRefusal(reply.request, counted)
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .send({ error, error_description: description })
}

/** RFC 6750 § 3.1: a request without a token gets no error code. */
const unauthorized = (reply: FastifyReply, error: 'invalid_token' | null) => {
  reply.header('WWW-Authenticate', error === null ? 'Bearer' : `Bearer error="${error}"`)
  return refuse(
    reply,
    401,
    error ?? 'invalid_request',
    'A valid access token of the application is required.',
  )
}

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
