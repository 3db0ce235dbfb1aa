import type { ShownService } from '@nani/contract'
import { dayMs, Refusal } from '@nani/foundation/core/index.ts'
import { isInMonth } from '../../gateway/acts/index.ts'
import { isShownService } from './shown-services.ts'

/** As the citizen sends it. Empty and absent mean every entry. */
export type AccessQuery = Readonly<
  Partial<Record<'from' | 'to' | 'service' | 'organization' | 'purpose' | 'cursor' | 'limit', string>>
>

export type AccessFilter = {
  /** From this instant on, and before the other. */
  fromMs: number
  untilMs: number
  service: ShownService | null
  /** The name of the organization, as the log shows it. */
  organization: string | null
  purpose: string | null
}

/** The audit log is kept this long. Nothing earlier is asked for. */
export const keptDays = 400
const maxCharacters = 200

const refuse = (field: string): never => {
  throw new Refusal('invalid_request', { field })
}

const given = (query: AccessQuery, name: keyof AccessQuery): string | null => {
  const value = query[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'string' || value.length > maxCharacters || value.includes('\0')) return refuse(name)
  return value
}

/** A day, or an instant of RFC 3339. `to` includes its whole day. */
const instantIn = (query: AccessQuery, name: 'from' | 'to'): number | null => {
  const text = given(query, name)
  if (text === null) return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(text))
    return refuse(name)
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs) || !isInMonth(text)) return refuse(name)
  return isDay && name === 'to' ? atMs + dayMs : atMs
}

/** @throws Refusal `invalid_request` with the field. */
export const readFilter = (query: AccessQuery, nowMs: number): AccessFilter => {
  const service = given(query, 'service')
  if (service !== null && !isShownService(service)) return refuse('service')
  const earliestMs = nowMs - (keptDays + 1) * dayMs
  const latestMs = nowMs + dayMs
  const bounded = (ms: number) => Math.min(latestMs, Math.max(earliestMs, ms))
  return {
    fromMs: bounded(instantIn(query, 'from') ?? earliestMs),
    untilMs: bounded(instantIn(query, 'to') ?? latestMs),
    service,
    organization: given(query, 'organization'),
    purpose: given(query, 'purpose'),
  }
}

const maxPage = 100
const initialPage = 50

export const readLimit = (query: AccessQuery): number => {
  const text = given(query, 'limit')
  if (text === null) return initialPage
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= maxPage ? limit : refuse('limit')
}
