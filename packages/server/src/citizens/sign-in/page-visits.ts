import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Handle,
  handleText,
  type RequestRow,
  readHandle,
  siteOf,
  type VisitResult,
} from '../../services/sign-in/index.ts'
import { readCookie, setCookie } from './cookies.ts'
import { isFormProof } from './csrf.ts'
import { formOf } from './form-body.ts'
import { languageOf, type PagesDependencies, pagePath, redirect, sendError } from './page-answers.ts'
import { sendPage } from './pages/layout.ts'
import { identifyPage, type PageContent, waitPage } from './pages/sign-in-page.ts'
import { requestFactsOf } from './request-facts.ts'

const handleOf = (request: FastifyRequest) => (request.params as { handle: string }).handle

/** The cookies of the browser of a request. */
const createBrowserMemory = ({ environment, http, signIn }: PagesDependencies) => {
  const isTls = () => http.publicUrls.of(environment).startsWith('https:')
  return {
    secretOf: (request: FastifyRequest) => readCookie(request.headers.cookie, handleOf(request), isTls()),
    /** What was entered in this browser. Only pages for the browser of the request show it. */
    enteredOf(request: FastifyRequest): string | null {
      const handle = readHandle(handleOf(request))
      const sealed = readCookie(request.headers.cookie, handleOf(request), isTls(), 'entered')
      return handle && signIn.entered.open(handle, sealed)
    },
    keepSecret: (reply: FastifyReply, handle: string, secret: string) =>
      reply.header('Set-Cookie', setCookie(handle, secret, isTls())),
    keepEntered: (reply: FastifyReply, handle: Handle, text: string) =>
      reply.header(
        'Set-Cookie',
        setCookie(handleText(handle), signIn.entered.seal(handle, text), isTls(), 'entered'),
      ),
  }
}

/** The visits of the page of a sign-in, and the forms that count. */
export const createPageVisits = (dependencies: PagesDependencies) => {
  const { signIn, http, installation } = dependencies
  const memory = createBrowserMemory(dependencies)
  const { secretOf, enteredOf } = memory
  const visit = (request: FastifyRequest) =>
    signIn.visit(handleOf(request), secretOf(request), requestFactsOf(request, http.peerOf(request.raw)))

  const shownOf = async (request: FastifyRequest, row: RequestRow): Promise<PageContent> => ({
    ...{ request: row, language: languageOf(request), installation },
    secret: secretOf(request) as string,
    path: `${pagePath}/${handleOf(request)}`,
    appUrl: dependencies.citizenUrl,
    application: await signIn.shownApplication(row.application_id),
    entered: enteredOf(request),
  })

  /** The page of a request that took the place of another one, for the same browser. */
  const moveTo = (request: FastifyRequest, reply: FastifyReply, handle: string) => {
    memory.keepSecret(reply, handle, secretOf(request) as string)
    return redirect(reply, `${pagePath}/${handle}?lang=${languageOf(request)}`)
  }

  const sendVisited = async (request: FastifyRequest, reply: FastifyReply, visited: VisitResult) => {
    switch (visited.next) {
      case 'redirect':
        return redirect(reply, visited.location)
      case 'unknown':
        return sendError(reply, 404, { installation, message: 'expiredPage' })
      case 'moved':
        return moveTo(request, reply, visited.handle)
      case 'foreign':
        return sendError(reply, 403, {
          ...{ installation, message: 'foreignBrowser' },
          back: siteOf(visited.request),
        })
      default: {
        const shown = await shownOf(request, visited.request)
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
      ...{ installation, message: 'formRejected' },
      back: siteOf(visited.request),
    })
    return null
  }
  return { ...memory, handleOf, shownOf, moveTo, visit, sendVisited, openForm }
}
