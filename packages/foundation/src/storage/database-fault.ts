import { asRefusal, errorLine, Refusal } from '../core/index.ts'

// PostgreSQL: connection lost, out of resources, shutting down or cancelled, deadlock, read-only standby, a lock that
// was not free in time.
const sqlStates = /^(?:08|40|53|57)...$|^25006$|^55P03$/
const socketCodes = /^(?:ECONN|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/
// The driver gives no code for a connection that broke under a statement, or that could not be had in time.
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered)|Query read timeout)/

/** Whether a database is away or has no room: that says nothing of the request, which may be sent again. */
export const isDatabaseFault = (thrown: unknown): boolean => {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as { code?: unknown }
  return typeof code === 'string'
    ? sqlStates.test(code) || socketCodes.test(code)
    : driverMessages.test(thrown.message)
}

/** As `asRefusal`, and a database that is away is 503 `overloaded`: nothing was answered, so retry. */
export const asAnswerableRefusal = (thrown: unknown): Refusal =>
  isDatabaseFault(thrown)
    ? new Refusal('overloaded', { retry_after: 1 }, errorLine(thrown))
    : asRefusal(thrown)
