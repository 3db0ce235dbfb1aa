import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'
import type { SignIn } from '../../../services/sign-in/index.ts'
import type { HistoryPage, HistoryRow } from '../../citizen-devices/index.ts'
import { type ConsentDependencies, listConsentHistory } from '../../consents/index.ts'
import type { CitizenRoutes } from '../api.ts'
import { CitizenError } from '../api-error.ts'

type Needs = { signIn: Pick<SignIn, 'listAnswers'>; consents: ConsentDependencies }

const maxEntries = 100
const start: HistoryPage['before'] = { at: Number.MAX_SAFE_INTEGER, id: '' }
const cursorForm = /^(\d{1,16})\.([\w. -]{1,200})$/

const cursorOf = ({ at, id }: HistoryRow): string => Buffer.from(`${at}.${id}`).toString('base64url')

/** A position is no secret. The statements name the citizen of the session, whatever it says. */
const positionOf = (cursor: unknown): HistoryPage['before'] => {
  if (cursor === undefined) return start
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : ''
  const [, at, id] = cursorForm.exec(text) ?? []
  if (at === undefined || id === undefined || !Number.isSafeInteger(Number(at)))
    throw new CitizenError('invalid_request', { field: 'cursor' })
  return { at: Number(at), id }
}

const limitOf = (limit: unknown): number => {
  if (limit === undefined) return maxEntries
  const entries = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0
  if (entries < 1 || entries > maxEntries) throw new CitizenError('invalid_request', { field: 'limit' })
  return entries
}

const newestFirst = (one: HistoryRow, other: HistoryRow): number =>
  other.at - one.at || (one.id < other.id ? 1 : -1)

/** What the citizen answered, the newest first. */
export const historyRoutes =
  ({ signIn, consents }: Needs): CitizenRoutes =>
  (app, api) => {
    app.get('/history', async (request: FastifyRequest) => {
      const session = api.sessionOf(request)
      const { cursor, limit: asked } = request.query as Record<string, unknown>
      const limit = limitOf(asked)
      const page = { before: positionOf(cursor), limit: limit + 1 }
      const found = await Promise.all([
        signIn.listAnswers(session, page),
        listConsentHistory(session, page, consents),
      ])
      const rows = found.flat().toSorted(newestFirst)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        entries: shown.map(({ id: _id, at, ...entry }) => ({ at: rfc3339(at / 1_000), ...entry })),
        next_cursor: rows.length > limit && last ? cursorOf(last) : null,
      }
    })
  }
