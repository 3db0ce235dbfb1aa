/** The kind of actor that caused an entry. */
export type AuditedActor = 'application' | 'citizen' | 'operator' | 'system'

/** Where a request came from. */
export type RequestOrigin = {
  /** Null: the request needed no key, for example a signed link of a file. */
  api_key: string | null
  request_id: string
  client_address: string
  method: string
  path: string
  /**
   * The milliseconds since the headers of the request arrived. Absent: the work is performed later, or by the system. A
   * stored origin has none, because a function is not JSON.
   */
  elapsedMs?: () => number
}

/** The origin of a change that the system made by itself. */
export const systemOrigin: { readonly [Name in keyof Omit<RequestOrigin, 'elapsedMs'>]: null } = {
  api_key: null,
  request_id: null,
  client_address: null,
  method: null,
  path: null,
}

/** The outcome of a request or of a change. It holds no claim, name or identifier. */
export type AuditedOutcome = {
  actor: AuditedActor
  /** Null for a change of the system: nothing was answered. */
  http_status: number | null
  error_code: string | null
  purpose: string | null
  outcome: string | null
  /** HMAC of the svc_id in hex, when an identity resolved. */
  subject: string | null
  /** The results that the response disclosed again: a result, a job, a page of a batch or of events, a replay. */
  read_ids: readonly string[] | null
  /** The check that refused the request, by its name in the table of checks. Absent: none of them. */
  refused_check?: string | null
}

/** The entry of a request that makes no result. */
export type AuditEntry = RequestOrigin &
  AuditedOutcome & {
    application_id: string
    at_ms: number
    service: string | null
    scopes: readonly string[] | null
  }
