import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { ShownService } from './shown-services.ts'

/** The place of an entry in the audit log. */
export type EntryKey = { day: string; applicationId: string; entryId: string }

/** A read of the citizen's data, as the citizen sees it. It has no outcome: that could be a score or a risk. */
export type AccessEntry = {
  id: string
  at: string
  organization: string
  application: string
  service: ShownService
  purpose: string | null
  scopes: string[]
  /** Why a face was compared. Null for every other read. */
  reason: string | null
  /** Later reads of the same result. Null if there are none. */
  read_again: { times: number; last_at: string } | null
  dispute: { id: string; status: DisputeStatus } | null
}

export type DisputeStatus = 'open' | 'answered'

export const entryIdOf = ({ day, applicationId, entryId }: EntryKey): string =>
  `${day.replaceAll('-', '')}.${applicationId}.${entryId}`

/** Null for a text that no entry has. */
export const readEntryId = (id: string): EntryKey | null => {
  const found = /^(\d{4})(\d{2})(\d{2})\.([\w-]{1,64})\.([\w-]{1,128})$/.exec(id)
  if (!found) return null
  const [, year, month, date, applicationId = '', entryId = ''] = found
  const day = `${year}-${month}-${date}`
  const atMs = Date.parse(day)
  // Rolled over, as of 30 February: no day has this text.
  if (Number.isNaN(atMs) || !rfc3339(atMs).startsWith(day)) return null
  return { day, applicationId, entryId }
}
