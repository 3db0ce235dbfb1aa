import {
  accessPage,
  accessQuery,
  type CitizenAccess,
  idInput,
  type ListedAccess,
  shownAccess,
} from '@nani/contract'
import { type Actor, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Static, TSchema } from 'typebox'
import { defineReading, type ReadingContext, requireAllRead, unreadIn } from '../../gateway/acts/index.ts'
import { actingCitizen } from '../citizen-devices/index.ts'
import { entryIdOf, readEntryId } from './access-entry.ts'
import { type AccessFilter, readFilter, readLimit } from './access-filter.ts'
import type { CitizenKey, Position } from './access-key.ts'
import {
  accessesOfAll,
  accessOfAll,
  loggedOfAll,
  type PlacedRow,
  type PlacedRows,
} from './accesses-of-all.ts'
import type { AccessDependencies } from './dependencies.ts'
import type { AccessRow } from './read-accesses.ts'

/** The citizen of an act, for the access log. */
export const citizenKeyOf = (actor: Actor, needs: Pick<AccessDependencies, 'subjectKey'>): CitizenKey => {
  const { citizen, environment } = actingCitizen(actor, needs)
  return { citizen, environment }
}

type Reads<Input extends TSchema> = ReadingContext<Static<Input>, AccessDependencies>

/** One page of the access log of a citizen, the newest first. */
export const listAccesses = defineReading({
  name: 'accesses.list',
  sentence: { en: 'Lists who read the own data', fr: 'Liste qui a lu ses données' },
  actors: { citizen: true },
  input: accessQuery,
  output: accessPage,
  refusals: ['invalid_request'],
  routes: { citizen: 'GET /accesses' },
  async read({ actor, input: query, needs, nowMs }: Reads<typeof accessQuery>) {
    const { cursorsVault } = needs
    const key = citizenKeyOf(actor, needs)
    const filter = readFilter(query, nowMs)
    const limit = readLimit(query)
    const context = cursorContext(key, filter)
    const after = query.cursor ? openCursor(query.cursor, context, cursorsVault) : null
    const found = await accessesOfAll(needs, { key, filter, after, limit: limit + 1 })
    const shown = found.rows.slice(0, limit)
    const last = shown.at(-1)
    const { entries, unread } = await withLog(shown, needs)
    return {
      entries,
      next_cursor: found.rows.length > limit && last ? sealCursor(last, context, cursorsVault) : null,
      ...unreadIn([...found.unread, ...unread]),
    }
  },
})

/** One entry of the access log of a citizen. Every other entry is not found. */
export const showAccess = defineReading({
  name: 'accesses.show',
  sentence: { en: 'Reads one entry of the own access log', fr: 'Lit une entrée de son journal des accès' },
  actors: { citizen: true },
  input: idInput,
  output: shownAccess,
  refusals: ['not_found', 'history_incomplete'],
  routes: { citizen: 'GET /accesses/{id}' },
  async read({ actor, input: { id }, needs }: Reads<typeof idInput>) {
    const { row, unread } = await findOwnAccess(actor, id, needs)
    const logged = await withLog([row], needs)
    const [entry] = logged.entries as [ListedAccess]
    return { ...entry, ...unreadIn([...unread, ...logged.unread]) }
  },
})

/** An entry of the own log. It is not found only if all databases were read. */
export const findOwnAccess = async (
  actor: Actor,
  id: string,
  needs: AccessDependencies,
): Promise<{ row: PlacedRow; unread: string[] }> => {
  const place = readEntryId(id)
  const none: PlacedRows = { rows: [], unread: [] }
  const { rows, unread } = place ? await accessOfAll(needs, citizenKeyOf(actor, needs), place) : none
  const [row] = rows
  if (row) return { row, unread }
  requireAllRead(unread)
  throw new Refusal('not_found')
}

/** The entries, each with whether the transparency log has it. */
const withLog = async (
  rows: readonly PlacedRow[],
  needs: AccessDependencies,
): Promise<{ entries: ListedAccess[]; unread: string[] }> => {
  const { logged, unread } = await loggedOfAll(needs, rows)
  return {
    entries: rows.map((row) => ({ ...entryOf(row, needs), in_log: logged.has(row.entry_id) })),
    unread,
  }
}

export const entryOf = (row: AccessRow, dependencies: AccessDependencies): CitizenAccess => {
  const { application_id: applicationId, entry_id: entryId, day } = row
  return {
    id: entryIdOf({ day, applicationId, entryId }),
    at: rfc3339(row.at.getTime()),
    organization: row.organization_name,
    application: row.application_name,
    service: row.service,
    purpose: row.purpose,
    scopes: scopesOf(row, dependencies),
    reason: row.sealed_reason && dependencies.openFaceReason(applicationId, entryId, row.sealed_reason),
    read_again:
      row.last_read_at && row.read_times > 0
        ? { times: row.read_times, last_at: rfc3339(row.last_read_at.getTime()) }
        : null,
    dispute: row.dispute_id && row.dispute_status ? { id: row.dispute_id, status: row.dispute_status } : null,
  }
}

/** Everything that the application received, also what only the request of a sign-in says. */
const scopesOf = (row: AccessRow, { openEarlierScopes }: AccessDependencies): string[] => {
  const own = row.scopes ?? []
  const handle = { applicationId: row.application_id, requestId: row.entry_id }
  const kept = { scopes: row.asked_scopes, sealedText: row.sealed_text }
  const known = kept.scopes || kept.sealedText ? openEarlierScopes(handle, own, kept) : own
  return [...new Set([...known, ...(row.read_scopes ?? [])])]
}

/** A cursor opens for the same citizen and the same filter only. The bounds of time move with the clock. */
const cursorContext = (
  { citizen, environment }: CitizenKey,
  { service, organization, purpose }: AccessFilter,
): string =>
  `access cursor:${JSON.stringify([citizen.toString('hex'), environment, service, organization, purpose])}`

const sealCursor = (
  { day, exact_at, entry_id }: AccessRow,
  context: string,
  vault: AccessDependencies['cursorsVault'],
): string => vault.seal(Buffer.from(JSON.stringify([day, exact_at, entry_id])), context).toString('base64url')

const maxCursorCharacters = 600

const openCursor = (cursor: string, context: string, vault: AccessDependencies['cursorsVault']): Position => {
  try {
    if (cursor.length > maxCursorCharacters) throw new Error('too long')
    const [day, at, entryId] = JSON.parse(
      vault.open(Buffer.from(cursor, 'base64url'), context).toString('utf8'),
    )
    return { day, at, entryId }
  } catch {
    throw new Refusal('invalid_request', { field: 'cursor' })
  }
}
