import { type Audience, asRefusal, errorLine, Refusal } from '../core/index.ts'

// PostgreSQL: connection lost, out of resources, shutting down or cancelled, deadlock, read-only standby, a lock that
// was not free in time.
const sqlStates = /^(?:08|40|53|57)...$|^25006$|^55P03$/
const connectionCodes =
  /^(?:ECONN|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|database_not_writable$)/
// The driver gives no code for a connection that broke under a statement, or that could not be had in time.
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered)|Query read timeout)/

/** Whether the driver itself reports a connection that broke or could not be had. */
export const isDriverFault = ({ message }: Error): boolean => driverMessages.test(message)

/** Whether a database is away or has no room: that says nothing of the request, which may be sent again. */
export const isDatabaseFault = (thrown: unknown): boolean => {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as { code?: unknown }
  return typeof code === 'string' ? sqlStates.test(code) || connectionCodes.test(code) : isDriverFault(thrown)
}

/** As `asRefusal`, and a database that is away is 503 `overloaded`: nothing was answered, so retry. */
export const asAnswerableRefusal = (thrown: unknown, audience: Audience = 'caller'): Refusal =>
  isDatabaseFault(thrown)
    ? new Refusal('overloaded', { retry_after: 1 }, { detail: errorLine(thrown) })
    : asRefusal(thrown, audience)
