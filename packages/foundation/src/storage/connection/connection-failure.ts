import { errorLine, Refusal, type RefusalCode } from '../../core/index.ts'
import { isDatabaseFault, isDriverFault } from '../database-fault.ts'

/** Where a connection leads: its variable, and host and database without login and password. */
export type Destination = { variable: string; place: string }

type Fault = { code: RefusalCode; says: (destination: Destination, error: FaultyError) => string }
type FaultyError = Error & { code?: string; path?: string; syscall?: string }

const loginRefused: Fault = {
  code: 'database_login_refused',
  says: ({ variable, place }) => `The database ${place} refuses the login or the password of ${variable}.`,
}
const rightMissing: Fault = {
  code: 'database_right_missing',
  says: ({ variable, place }, { message }) =>
    `The login of ${variable} has not a right that is needed on the database ${place}: ${safePermission(message)}.`,
}
const untrusted: Fault = {
  code: 'database_certificate_untrusted',
  says: ({ place }, { code }) => `The certificate of the database ${place} is not trusted (${code}).`,
}

const pooler = (why: string): Fault => ({
  code: 'database_pooler_unsupported',
  says: ({ place }) => `A pooler in front of the database ${place} ${why}.`,
})

const bySqlState: Readonly<Record<string, Fault>> = {
  '28P01': loginRefused,
  '28000': loginRefused,
  '3D000': {
    code: 'database_missing',
    says: ({ variable, place }) => `The database ${place} of ${variable} does not exist.`,
  },
  '42501': rightMissing,
  '25006': {
    code: 'database_not_writable',
    says: ({ place }) => `The database ${place} is a standby or read-only.`,
  },
  // A pooler that refuses a parameter, or that gives a prepared statement to another connection.
  '08P01': pooler('refuses a setting that a connection needs'),
  '42P05': pooler('gives one connection of PostgreSQL to several clients'),
  '26000': pooler('gives one connection of PostgreSQL to several clients'),
}

const byTlsCode: Readonly<Record<string, Fault>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: {
    code: 'database_certificate_name_differs',
    says: ({ place }) => `The certificate of the database ${place} is for another name.`,
  },
  ...Object.fromEntries(
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'CERT_UNTRUSTED',
      'CERT_SIGNATURE_FAILURE',
    ].map((code) => [code, untrusted]),
  ),
}

const withoutTls: Fault = {
  code: 'database_tls_refused',
  says: ({ variable, place }) => `The database ${place} offers no TLS, which ${variable} asks for.`,
}
const fileMissing: Fault = {
  code: 'file_not_found',
  says: ({ variable }, { path }) => `${variable} names the file ${path}, which cannot be read.`,
}
const fileUnusable: Fault = {
  code: 'file_unusable',
  says: ({ variable }, { path = 'of sslrootcert, sslcert or sslkey', code }) =>
    `${variable} names the file ${path}, which cannot be read (${code}).`,
}
const unreachable: Fault = {
  code: 'database_unreachable',
  says: ({ place }, error) => `The database ${place} cannot be reached: ${reasonOf(error)}.`,
}

const socketForbidden: Fault = {
  code: 'database_socket_forbidden',
  says: ({ place }) => `The account of this process may not use the socket of the database ${place}.`,
}
/** The operating system refuses the connection. That is never the fault of a file or of a caller. */
const isSocketForbidden = ({ code, syscall }: FaultyError): boolean =>
  syscall === 'connect' && (code === 'EACCES' || code === 'EPERM')

const faultOf = (error: FaultyError): Fault | null => {
  const known = bySqlState[error.code ?? ''] ?? byTlsCode[error.code ?? '']
  if (known) return known
  if (isSocketForbidden(error)) return socketForbidden
  if (error.message === 'The server does not support SSL connections') return withoutTls
  if (error.code === 'ENOENT' && error.path !== undefined && error.syscall === 'open') return fileMissing
  // The name of a folder is refused only when it is read.
  if (error.syscall === 'open' || error.code === 'EISDIR') return fileUnusable
  return isDatabaseFault(error) || error instanceof AggregateError ? unreachable : null
}

/** The reason of a failed connection without the text of the library, which may quote a value. */
const reasonOf = (error: FaultyError): string =>
  error.code ?? errorLine(error).replace(/^\w+(?: \[\w+\])?: /, '')

/** `permission denied for table results`: names of the schema only. */
const safePermission = (message: string): string =>
  /^(?:permission denied for|must be owner of) [a-z ]+[\w.]{0,64}$/.exec(message)?.[0] ?? 'permission denied'

/**
 * The error of a first connection as an operator can repair it; null for any other error. It quotes no login and no
 * password.
 */
export const connectionFailure = (error: unknown, destination: Destination): Refusal | null => {
  if (error instanceof Refusal || !(error instanceof Error)) return null
  const fault = faultOf(error)
  return fault && new Refusal(fault.code, fault.says(destination, error))
}

/** The same for an error of later work, which may also come from a file or from another server. */
export const databaseFailure = (error: unknown, destination: Destination): Refusal | null =>
  error instanceof Error && ('severity' in error || isDriverFault(error) || isSocketForbidden(error))
    ? connectionFailure(error, destination)
    : null
