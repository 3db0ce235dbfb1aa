import type { ErrorCode } from '@nani/contract'
import type { Clock, RefusalCode } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

/** The refusals of calls whose caller was not authenticated. */
export const authenticationCodes: ReadonlySet<RefusalCode> = new Set<ErrorCode>([
  'authentication_required',
  'invalid_api_key',
  'timestamp_out_of_window',
  'invalid_signature',
  'nonce_reused',
  'certificate_required',
  'certificate_mismatch',
  'ip_not_allowed',
])

export type AuthenticationFailure = {
  /** `X-SVC-Key-Id` as sent. Only values in the form of a key id are stored. A secret sent by mistake is not. */
  keyId: unknown
  clientAddress: string
  /** Of the error catalogue, or of OAuth: one of few values. */
  code: string
  /** The application of the key. Null for an unknown key. */
  applicationId: string | null
}

export type AuthenticationFailures = {
  note(failure: AuthenticationFailure): void
  /** Writes the minutes that are over. At a stop it also writes the current one. */
  flush(options?: { stopping: boolean }): Promise<void>
  /** Since the start of the process, by code. */
  totals: ReadonlyMap<string, number>
}

type Row = {
  minuteMs: number
  apiKey: string
  clientAddress: string
  code: string
  applicationId: string | null
  failures: number
}

export const maxCounted = 10_000
/**
 * Maximum number of rows of one process and minute. The rest is summed under `other`. Invented keys have the smaller
 * share.
 */
export const maxRowsPerMinute = { known: 200, unknown: 50 }
const maxUnwrittenMinutes = 60
const oneMinuteMs = 60_000
const other = 'other'

/**
 * Counts failed attempts by key, address, code and minute, in bounded memory, and writes one row for each. The rest is
 * counted under `other`, so that every failure is counted.
 */
export const createAuthenticationFailures = (dependencies: {
  pool: Database
  clock: Clock
  recorder: string
}): AuthenticationFailures => {
  const { pool, clock, recorder } = dependencies
  const totals = new Map<string, number>()
  /** By minute, then by the key of the row. */
  const minutes = new Map<number, Map<string, Row>>()
  let counted = 0

  const rowsOf = (minuteMs: number): Map<string, Row> => {
    let rows = minutes.get(minuteMs)
    if (!rows) {
      if (minutes.size >= maxUnwrittenMinutes) forget(minutes.keys().next().value as number)
      rows = new Map()
      minutes.set(minuteMs, rows)
    }
    return rows
  }
  const forget = (minuteMs: number) => {
    counted -= minutes.get(minuteMs)?.size ?? 0
    minutes.delete(minuteMs)
  }
  const add = (rows: Map<string, Row>, row: Row) => {
    const name = `${row.apiKey} ${row.clientAddress} ${row.code}`
    const known = rows.get(name)
    if (known) known.failures += row.failures
    else if (counted < maxCounted || row.apiKey === other) {
      rows.set(name, row)
      counted++
    } else add(rows, { ...row, ...rest })
  }

  return {
    totals,
    note({ keyId, clientAddress, code, applicationId }) {
      totals.set(code, (totals.get(code) ?? 0) + 1)
      const minuteMs = Math.floor(clock.now() / oneMinuteMs) * oneMinuteMs
      const apiKey = keyWord(keyId)
      add(rowsOf(minuteMs), { minuteMs, apiKey, clientAddress, code, applicationId, failures: 1 })
    },
    async flush({ stopping } = { stopping: false }) {
      const beforeMs = stopping ? Number.POSITIVE_INFINITY : clock.now() - oneMinuteMs
      for (const [minuteMs, rows] of [...minutes]) {
        if (minuteMs > beforeMs) continue
        await write(pool, recorder, boundedRows([...rows.values()]))
        forget(minuteMs)
      }
    },
  }
}

const rest = { apiKey: other, clientAddress: other, applicationId: null }
const keyForm = /^key_(?:test|live)_[0-9A-Za-z]{24}$/
const keyWord = (keyId: unknown): string => {
  if (keyId === undefined) return 'none'
  return typeof keyId === 'string' && keyForm.test(keyId) ? keyId : 'malformed'
}

/** Deterministic, so that a minute can be written again after a failure. */
const boundedRows = (rows: readonly Row[]): Row[] => {
  const ranked = [...rows].sort((one, two) => two.failures - one.failures)
  const named = ranked.filter(({ apiKey }) => apiKey !== other)
  const known = named.filter(({ applicationId }) => applicationId !== null)
  const unknown = named.filter(({ applicationId }) => applicationId === null)
  const bounded = [...known.slice(0, maxRowsPerMinute.known), ...unknown.slice(0, maxRowsPerMinute.unknown)]
  const boundedSet = new Set(bounded)
  const others = new Map<string, Row>()
  for (const row of ranked) {
    if (boundedSet.has(row)) continue
    const sum = others.get(row.code) ?? { ...row, ...rest, failures: 0 }
    sum.failures += row.failures
    others.set(row.code, sum)
  }
  return [...bounded, ...others.values()]
}

const write = async (pool: Database, recorder: string, rows: readonly Row[]): Promise<void> => {
  await pool.query(
    `insert into authentication_failures
       (minute, api_key, client_address, code, recorder, application_id, failures)
     select minute, api_key, client_address, code, $1, application_id, failures
     from unnest($2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
       as f(minute, api_key, client_address, code, application_id, failures)
     on conflict do nothing`,
    [
      recorder,
      rows.map(({ minuteMs }) => new Date(minuteMs)),
      rows.map(({ apiKey }) => apiKey),
      rows.map(({ clientAddress }) => clientAddress),
      rows.map(({ code }) => code),
      rows.map(({ applicationId }) => applicationId),
      rows.map(({ failures }) => failures),
    ],
  )
}

export type ListedFailure = {
  minute: Date
  api_key: string
  client_address: string
  code: string
  application_id: string | null
  failures: number
}

/** For an operator: the latest failures. */
export const listAuthenticationFailures = async (
  pool: Database,
  { since, limit }: { since: Date; limit: number },
): Promise<ListedFailure[]> => {
  const { rows } = await pool.query<ListedFailure>(
    `select minute, api_key, client_address, code, max(application_id) as application_id,
       sum(failures)::bigint as failures
     from authentication_failures where minute >= $1
     group by minute, api_key, client_address, code order by minute desc, failures desc, api_key limit $2`,
    [since, limit],
  )
  return rows
}
