/** The members of an entry in canonical form, in the order of RFC 8785. */
export const canonicalMembers = [
  ...[
    'actor',
    'api_key',
    'application_id',
    'at',
    'client_address',
    'day',
    'duration_ms',
    'entry_id',
    'error_code',
    'http_status',
  ],
  ...[
    'method',
    'outcome',
    'path',
    'purpose',
    'read_ids',
    'refused_check',
    'request_id',
    'result_id',
    'scopes',
    'service',
    'subject',
  ],
]

/**
 * SQL for a row `e` as text in the canonical form of RFC 8785. An absent value has no member, so that a column of a later
 * release changes no earlier row. PostgreSQL escapes strings as RFC 8785 does (a test compares them).
 */
export const canonicalRow = (members: readonly string[], texts: Readonly<Record<string, string>>): string =>
  `'{' || concat_ws(',', ${members
    .map((name) => `'"${name}":' || ${texts[name] ?? `to_json(e.${name})::text`}`)
    .join(', ')}) || '}'`

/** The text of a time in canonical form. */
export const canonicalTime = `rtrim(to_json(e.at at time zone 'UTC')::text, '"') || 'Z"'`

/** SQL for the JSON of a column whose own JSON is another one. No setting of a session changes it. */
const texts: Readonly<Record<string, string>> = {
  at: canonicalTime,
  duration_ms: 'e.duration_ms::text',
  http_status: 'e.http_status::text',
  subject: `'"' || encode(e.subject, 'hex') || '"'`,
}

/** An entry of `audit_entries e` in canonical form. */
export const canonicalEntry: string = canonicalRow(canonicalMembers, texts)
