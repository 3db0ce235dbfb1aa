/*
 * The part of an error that a log may contain. A message may quote data of a citizen or a caller: a JSON parser shows
 * the text, and PostgreSQL shows the value. Only messages of this table are therefore shown. Of any other error, the
 * log shows the class, the code and the place where it was thrown.
 */
const safeMessages = [
  /^Cannot (?:read|set) properties of (?:undefined|null)(?= \(|$)/,
  /^Cannot convert undefined or null to object$/,
  /^Maximum call stack size exceeded$/,
  /^Invalid (?:array|string|typed array) length$/,
  /^Array buffer allocation failed$/,
  /^Unsupported state or unable to authenticate data$/,
  /^(?:connect|read|write|getaddrinfo|bind|listen) E[A-Z_]+(?: [\w.:/-]+)?$/,
  /^Connection terminated(?: unexpectedly| due to connection timeout)?$/,
  /^timeout exceeded when trying to connect$/,
  /^Query read timeout$/,
  /^Client (?:was closed and is not queryable|has encountered a connection error and is not queryable)$/,
  /^Cannot use a pool after calling end on the pool$/,
  /^(?:canceling|terminating) [a-z ]+ (?:due to|because of) [a-z ]+$/,
  /^deadlock detected$/,
  /^the database system is (?:starting up|shutting down|in recovery mode)$/,
  /^sorry, too many clients already$/,
  /^password authentication failed(?= for user |$)/,
]

// Names of our own schema, by which PostgreSQL says what was violated.
const schemaFields = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const
const plainName = /^[\w$]{1,64}$/
const maxFrames = 12
const maxCauses = 3

/** One line: class, code, and the message where it quotes nothing. */
export const errorLine = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return `thrown ${thrown === null ? 'null' : typeof thrown}`
  const fields = thrown as Error & Record<string, unknown>
  const named = (value: unknown) => (typeof value === 'string' && plainName.test(value) ? value : null)
  const parts = [named(fields.name) ?? 'Error']
  const code = named(fields.code)
  if (code) parts.push(`[${code}]`)
  for (const field of schemaFields) {
    const value = named(fields[field])
    if (code && value) parts.push(`${field}=${value}`)
  }
  const safe = safeMessage(thrown.message)
  return safe === null ? parts.join(' ') : `${parts.join(' ')}: ${safe}`
}

const safeMessage = (message: string): string | null => {
  for (const pattern of safeMessages) {
    const found = pattern.exec(message)
    if (found) return found[0]
  }
  return null
}

/** The line, the frames below it, and its causes. */
export const describeError = (thrown: unknown): string => {
  const lines: string[] = []
  let current = thrown
  for (let depth = 0; depth <= maxCauses && (depth === 0 || current !== undefined); depth++) {
    lines.push(`${depth === 0 ? '' : 'caused by '}${errorLine(current)}`, ...framesOf(current))
    current = current instanceof Error ? current.cause : undefined
  }
  return lines.join('\n')
}

// Function and place, as V8 writes them. The message comes first and may itself hold lines that look so.
const frame =
  /^ {4}at (?:[\w$.<>[\] #]{1,120} \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s()]{1,300}:\d+:\d+\)?$/

const framesOf = (thrown: unknown): string[] => {
  if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return []
  const after = thrown.stack.indexOf(thrown.message) + thrown.message.length
  // If the stack does not begin with the message, the end of the message is unknown.
  if (after < thrown.message.length) return []
  return thrown.stack
    .slice(after)
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, maxFrames)
}
