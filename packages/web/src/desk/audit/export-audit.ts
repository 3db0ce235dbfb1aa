import { ApiError, type Problem } from '../../staff/api-error.ts'
import { type Filters, queryOf } from '../../staff/reading.ts'

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Saves the export as a file. Returns the SHA-256 of the bytes that arrived, which the log has too. */
export const exportAudit = async (filters: Filters, format: 'csv' | 'ndjson'): Promise<string> => {
  const answer = await fetch(`/api/audit/export?${queryOf({ ...filters, format })}`)
  if (!answer.ok) throw new ApiError(answer.status, (await answer.json()) as Problem)
  const bytes = await answer.arrayBuffer()
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = `audit.${format}`
  link.click()
  URL.revokeObjectURL(address)
  return hexOf(await crypto.subtle.digest('SHA-256', bytes))
}
