import { canonicalJson, type JsonValue } from '@nani/engines/transparency-log/index.ts'

/** The members of an entry in canonical form: in the order of RFC 8785, each with its SQL expression. */
const members: readonly (readonly [name: string, text: string])[] = [
  ['actor', 'e.actor'],
  ['api_key', 'e.api_key'],
  ['application_id', 'e.application_id'],
  ['at', `to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`],
  ['client_address', 'e.client_address'],
  ['day', `to_char(e.day, 'YYYY-MM-DD')`],
  ['entry_id', 'e.entry_id'],
  ['error_code', 'e.error_code'],
  ['http_status', 'e.http_status'],
  ['method', 'e.method'],
  ['outcome', 'e.outcome'],
  ['path', 'e.path'],
  ['purpose', 'e.purpose'],
  ['read_ids', 'e.read_ids'],
  ['request_id', 'e.request_id'],
  ['result_id', 'e.result_id'],
  ['scopes', 'e.scopes'],
  ['service', 'e.service'],
  ['subject', `encode(e.subject, 'hex')`],
]

/**
 * An entry of `audit_entries e` as text in the canonical form of RFC 8785. An absent value has no member, so that a
 * column of a later release changes no earlier entry. PostgreSQL escapes strings as RFC 8785 does (a test compares them).
 */
export const canonicalEntry: string = `'{' || substr(concat(${members
  .map(([name, value]) => `case when ${value} is not null then ',"${name}":' || to_json(${value})::text end`)
  .join(', ')}), 2) || '}'`

/** The entry that a canonical text contains, or null if the text is not canonical. */
export const readCanonicalEntry = (text: string): Record<string, JsonValue> | null => {
  const entry = JSON.parse(text) as Record<string, JsonValue>
  return canonicalJson(entry) === text ? entry : null
}
