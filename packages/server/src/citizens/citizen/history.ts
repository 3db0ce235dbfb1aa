import { type HistoryKind, historyInput, historyPage } from '@nani/contract'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Static } from 'typebox'
import {
  type ActNeeds,
  askAll,
  type Databases,
  defineReading,
  homeAlone,
  type ReadingContext,
  unreadIn,
} from '../../gateway/acts/index.ts'
import type { SignIn } from '../../services/sign-in/index.ts'
import { actingCitizen, type HistoryPage, type HistoryRow } from '../citizen-devices/index.ts'
import { type ConsentDependencies, listConsentHistory } from '../consents/index.ts'

export type HistoryNeeds = ActNeeds & {
  subjectKey: ConsentDependencies['subjectKey']
  signIn: Pick<SignIn, 'listAnswers'>
  /** Those with sign-ins and consents. Absent: home has all of them. */
  databases?: Databases
}

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
    throw new Refusal('invalid_request', { field: 'cursor' })
  return { at: Number(at), id }
}

const limitOf = (limit: unknown): number => {
  if (limit === undefined) return maxEntries
  const entries = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0
  if (entries < 1 || entries > maxEntries) throw new Refusal('invalid_request', { field: 'limit' })
  return entries
}

const newestFirst = (one: HistoryRow, other: HistoryRow): number =>
  other.at - one.at || (one.id < other.id ? 1 : -1)

/** What the citizen answered to sign-ins and to requests for consents, the newest first. It joins two modules. */
export const listHistory = defineReading({
  name: 'history.list',
  sentence: { en: 'Lists the own answers', fr: 'Liste ses réponses' },
  actors: { citizen: true },
  input: historyInput,
  output: historyPage,
  refusals: ['invalid_request'],
  routes: { citizen: 'GET /history' },
  async read({ pool, actor, input, needs }: ReadingContext<Static<typeof historyInput>, HistoryNeeds>) {
    const limit = limitOf(input.limit)
    const page = { before: positionOf(input.cursor), limit: limit + 1 }
    const { databases = () => homeAlone(pool) } = needs
    const acting = actingCitizen(actor, needs)
    const { answers, unread } = await askAll(databases(), (one) =>
      Promise.all([
        needs.signIn.listAnswers(acting, page, one),
        listConsentHistory(actor, page, { ...needs, pool: one }),
      ]),
    )
    const rows = answers.flatMap(({ answer }) => answer.flat()).toSorted(newestFirst)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      entries: shown.map(({ id: _id, at, kind, ...entry }) => ({
        ...entry,
        at: rfc3339(at / 1_000),
        kind: kind as HistoryKind,
      })),
      next_cursor: rows.length > limit && last ? cursorOf(last) : null,
      ...unreadIn(unread),
    }
  },
})
