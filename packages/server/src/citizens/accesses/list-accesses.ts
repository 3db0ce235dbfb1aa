import type { Environment } from '@nani/contract'
import { type Actor, OperatorError, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { pseudonym } from '../../app/audit/index.ts'
import { type AccessEntry, entryIdOf, readEntryId } from './access-entry.ts'
import { type AccessFilter, type AccessQuery, readFilter, readLimit } from './access-filter.ts'
import type { AccessDependencies } from './dependencies.ts'
import { type AccessRow, type CitizenKey, findAccess, type Position, readAccesses } from './read-accesses.ts'

/** What a citizen asks for. The environment is that of the session, never a choice. */
export type AccessQuestion = { environment: Environment; query: AccessQuery }

export type AccessPage = { entries: AccessEntry[]; next_cursor: string | null }

/** The citizen of an act. No other actor has an access log. */
export const citizenKeyOf = (
  actor: Actor,
  environment: Environment,
  { subjectKey }: Pick<AccessDependencies, 'subjectKey'>,
): CitizenKey => {
  if (actor.kind !== 'citizen')
    throw new OperatorError('not_permitted', 'Only a citizen reads the own access log.')
  return { citizen: Buffer.from(pseudonym(subjectKey, actor.svcId), 'hex'), environment }
}

/** One page of the access log of a citizen, the newest first. @throws Refusal `invalid_request` with the field. */
export const listAccesses = async (
  actor: Actor,
  { environment, query }: AccessQuestion,
  dependencies: AccessDependencies,
): Promise<AccessPage> => {
  const { pool, clock, cursorsVault } = dependencies
  const key = citizenKeyOf(actor, environment, dependencies)
  const filter = readFilter(query, clock.now())
  const limit = readLimit(query)
  const context = cursorContext(key, filter)
  const after = query.cursor ? openCursor(query.cursor, context, cursorsVault) : null
  const rows = await readAccesses(pool, key, filter, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map((row) => entryOf(row, dependencies)),
    next_cursor: rows.length > limit && last ? sealCursor(last, context, cursorsVault) : null,
  }
}

/** One entry of the access log of a citizen. @throws Refusal `not_found` for every other entry. */
export const showAccess = async (
  actor: Actor,
  { environment, id }: { environment: Environment; id: string },
  dependencies: AccessDependencies,
): Promise<AccessEntry> => {
  const key = citizenKeyOf(actor, environment, dependencies)
  const place = readEntryId(id)
  const row = place && (await findAccess(dependencies.pool, key, place))
  if (!row) throw new Refusal('not_found')
  return entryOf(row, dependencies)
}

export const entryOf = (row: AccessRow, dependencies: AccessDependencies): AccessEntry => {
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
