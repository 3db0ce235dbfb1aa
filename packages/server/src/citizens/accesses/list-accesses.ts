import {
  accessPage,
  accessQuery,
  type CitizenAccess,
  idInput,
  type ListedAccess,
  listedAccess,
} from '@nani/contract'
import { type Actor, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Static, TSchema } from 'typebox'
import { loggedAmong } from '../../app/audit-transparency/index.ts'
import { defineReading, type ReadingContext } from '../../gateway/acts/index.ts'
import { actingCitizen } from '../citizen-devices/index.ts'
import { type EntryKey, entryIdOf, readEntryId } from './access-entry.ts'
import { type AccessFilter, readFilter, readLimit } from './access-filter.ts'
import type { CitizenKey, Position } from './access-key.ts'
import type { AccessDependencies } from './dependencies.ts'
import { type AccessRow, findAccess, readAccesses } from './read-accesses.ts'

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
    const rows = await readAccesses(
      { pool: needs.reads.pool, archive: needs.archive },
      { key, filter, after, limit: limit + 1 },
    )
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      entries: await withLog(shown, needs),
      next_cursor: rows.length > limit && last ? sealCursor(last, context, cursorsVault) : null,
    }
  },
})

/** One entry of the access log of a citizen. Every other entry is not found. */
export const showAccess = defineReading({
  name: 'accesses.show',
  sentence: { en: 'Reads one entry of the own access log', fr: 'Lit une entrée de son journal des accès' },
  actors: { citizen: true },
  input: idInput,
  output: listedAccess,
  refusals: ['not_found'],
  routes: { citizen: 'GET /accesses/{id}' },
  async read({ pool, actor, input: { id }, needs }: Reads<typeof idInput>) {
    const place = readEntryId(id)
    const row = place && (await findAccess({ ...needs, database: pool }, citizenKeyOf(actor, needs), place))
    const [entry] = row ? await withLog([row], needs) : []
    if (!entry) throw new Refusal('not_found')
    return entry
  },
})

/** The entries, each with whether the transparency log has it. */
const withLog = async (rows: readonly AccessRow[], needs: AccessDependencies): Promise<ListedAccess[]> => {
  const logged = await loggedAmong(needs.pool, needs.archive, rows.map(keyOf))
  return rows.map((row) => ({ ...entryOf(row, needs), in_log: logged.has(row.entry_id) }))
}

const keyOf = ({ application_id, entry_id, day }: AccessRow): EntryKey => ({
  ...{ applicationId: application_id, entryId: entry_id, day },
})

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
