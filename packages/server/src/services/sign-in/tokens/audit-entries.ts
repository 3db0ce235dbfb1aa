import type { AuditEntry } from '../../../app/audit/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { RequestFacts } from '../dependencies.ts'
import type { OAuthError } from '../oauth-error.ts'
import { serviceName, signInPurpose } from '../sign-in-scopes.ts'
import type { CodeRow } from './codes.ts'

const originOf = ({ apiKey }: Application, { requestId, clientAddress, method, path }: RequestFacts) => ({
  actor: 'application' as const,
  api_key: apiKey,
  request_id: requestId,
  client_address: clientAddress,
  method,
  path,
})

/** The entry of a response with data of a citizen. */
export const readingEntry = (
  application: Application,
  facts: RequestFacts,
  { request_id }: Pick<CodeRow, 'request_id'>,
) => ({
  ...originOf(application, facts),
  http_status: 200,
  error_code: null,
  purpose: signInPurpose,
  makesResult: false,
  read_ids: [request_id],
})

/** The entry of a refused token request. */
export const refusedEntry = (
  application: Application,
  facts: RequestFacts,
  { code }: OAuthError,
  atMs: number,
): AuditEntry => ({
  ...originOf(application, facts),
  application_id: application.applicationId,
  at_ms: atMs,
  service: serviceName,
  scopes: null,
  http_status: 400,
  error_code: code,
  purpose: null,
  outcome: null,
  subject: null,
  read_ids: null,
})
