import type { ServiceName } from '@nani/contract'

/* The shapes of logged calls, as console-logs.ts of the contract describes them. */

export type LoggedRequest = {
  id: string
  at: string
  method: string
  path: string
  status: number
  error: string | null
  /** The check that refused the call, with its rule and the next step. */
  refused_by: { check: string; rule: string; message: string } | null
  service: ServiceName | null
  purpose: string | null
  scopes: string[]
  address: string | null
  api_key: string | null
  result_id: string | null
}

export type RefusedMinute = { minute: string; code: string; count: number }
