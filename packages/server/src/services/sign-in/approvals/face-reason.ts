import type { Database } from '@nani/foundation/storage/index.ts'

/** Writes the reason of a comparison of faces next to the audit entry of its request. */
export type WriteFaceReason = (
  client: Database,
  given: { reason: string; mode: 'verification'; outcome: string; calibrationId: string | null },
  call: {
    applicationId: string
    resultId: string
    nowMs: number
    origin: { api_key: string; request_id: string; client_address: string; method: string; path: string }
  },
) => Promise<void>
