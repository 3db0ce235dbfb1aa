import { rfc3339 } from '@nani/foundation/core/index.ts'

/** The place of an entry in the audit log. */
export type EntryKey = { day: string; applicationId: string; entryId: string }

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

/** The application of an entry. Null for a text that no entry has. */
export const applicationOfAccess = (id: string): string | null => readEntryId(id)?.applicationId ?? null
