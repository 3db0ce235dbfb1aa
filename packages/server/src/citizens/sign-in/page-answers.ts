import type { Clock } from '@nani/foundation/core/index.ts'
import { asAnswerableRefusal } from '@nani/foundation/storage/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Installation } from '../../organizations/organizations/index.ts'
import type { SurfaceDependencies } from './oauth-endpoints.ts'
import { type ErrorContent, errorPage } from './pages/error-page.ts'
import { sendPage } from './pages/layout.ts'
import { chooseLanguage, type Language, languageOfLocales } from './pages/texts/choose-texts.ts'

export const pagePath = '/sign-in'
/** Citizens of a mobile network share addresses. */
export const sourceBounds = {
  production: { burst: 60, refillMs: 1_000 },
  sandbox: { burst: 2_000, refillMs: 20 },
} as const

export type PagesDependencies = SurfaceDependencies & {
  clock: Clock
  /** Where citizens open their app. */
  citizenUrl: string
  installation: Installation
}

export const languageOf = ({ query, headers }: FastifyRequest): Language => {
  const { lang, ui_locales: locales } = query as { lang?: unknown; ui_locales?: unknown }
  return chooseLanguage(lang ?? languageOfLocales(locales), headers['accept-language'])
}

export const redirect = (reply: FastifyReply, location: string) =>
  reply
    .code(303)
    .headers({ Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .send()

const maxRepeatedCharacters = 2_048

/** Where the choice of a language leads: to the same page, or to the page whose form was sent. */
const addressOf = ({ method, raw, params }: FastifyRequest): string | undefined => {
  const { handle } = params as { handle?: string }
  if (method !== 'GET') return handle && `${pagePath}/${encodeURIComponent(handle)}`
  return (raw.url ?? '').length > maxRepeatedCharacters ? undefined : raw.url
}

export const sendError = (
  reply: FastifyReply,
  status: number,
  content: Omit<ErrorContent, 'language' | 'path'>,
) => {
  const { request } = reply
  return sendPage(
    reply,
    status,
    errorPage({ ...content, language: languageOf(request), path: addressOf(request) }),
  )
}

/** The refusal for an error, which is logged if it is ours. */
export const reported = (
  error: unknown,
  request: FastifyRequest,
  { http }: Pick<PagesDependencies, 'http'>,
) => {
  const refusal = asAnswerableRefusal(error)
  if (refusal.code === 'internal_error') http.onInternalError(request.id, refusal.detail ?? refusal.code)
  return refusal
}
