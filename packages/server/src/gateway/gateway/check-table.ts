import type { ErrorCode } from '@nani/contract'
import type { Refusal } from '@nani/foundation/core/index.ts'
import { checkProductionAccess, checkServiceEnabled } from './checks/access.ts'
import { checkAddress } from './checks/address.ts'
import { checkApiKey } from './checks/api-key.ts'
import { checkConsent, checkFunds } from './checks/authorisation.ts'
import { checkBurst } from './checks/burst.ts'
import { checkCertificate } from './checks/certificate.ts'
import { decrypt, parsePlaintext } from './checks/envelope.ts'
import { readIdempotencyKey } from './checks/idempotency-key.ts'
import { checkNonce } from './checks/nonce.ts'
import { prepareCall } from './checks/prepare-call.ts'
import { checkQuota } from './checks/quota.ts'
import { checkReplay } from './checks/replay.ts'
import { checkRoute } from './checks/route.ts'
import { checkSignature } from './checks/signature.ts'
import { checkIvOfBody, checkSigningHeaders } from './checks/signing-headers.ts'
import { checkDeclaredSize } from './checks/size.ts'
import { checkTimestamp } from './checks/timestamp.ts'
import { checkTrustedClock } from './checks/trusted-clock.ts'
import {
  type CheckRow,
  checkSequence,
  type EndpointShape,
  notedCheck,
  type Rule,
  splitChecks,
} from './define-checks.ts'
import type { IdentifiedRequest, RequestContext, WithBody, WithValidSignature } from './request-context.ts'

/*
 * The table of checks (spec/checks#order-of-checks). Execution, the refusals in the description of the API, the
 * documented table and the test of the order are derived from it. The first check that fails determines the response.
 */

const hasBody = ({ body }: EndpointShape) => body !== 'none'
const isPost = ({ method }: EndpointShape) => method === 'POST'
const belongsToService = ({ service }: EndpointShape) => service !== null

/** They need no body, so that an unknown caller cannot use the memory of bodies. */
export const checksBeforeBody = checkSequence<RequestContext>('beforeBody')
  .check({
    name: 'Body size',
    rule: 'The body is not larger than 16 MiB, or 64 MiB for a batch',
    refusals: ['payload_too_large'],
    appliesTo: hasBody,
    run: checkDeclaredSize,
  })
  .check({
    name: 'Signing headers',
    rule: 'The signing headers are present and well formed',
    refusals: ['authentication_required'],
    run: checkSigningHeaders,
  })
  .check({
    name: 'API key',
    rule: 'The key is known, not revoked, and of this environment',
    refusals: ['invalid_api_key'],
    run: checkApiKey,
  })
  .check({
    name: 'Server clock',
    rule: 'The clock of the server agrees with its database',
    refusals: ['overloaded'],
    run: checkTrustedClock,
  })
  .check({
    name: 'Timestamp',
    rule: 'The timestamp is within 300 seconds of the time of the server',
    refusals: ['timestamp_out_of_window'],
    run: checkTimestamp,
  })

/** They authenticate the caller. */
export const checksAfterBody = checkSequence<IdentifiedRequest & WithBody>('afterBody')
  .check({
    name: 'IV of the body',
    rule: 'A body has an IV, also if no header states its length',
    refusals: ['authentication_required'],
    appliesTo: hasBody,
    run: checkIvOfBody,
  })
  .check({
    name: 'Signature',
    rule: 'The signature over the nine lines is correct',
    refusals: ['invalid_signature'],
    run: checkSignature,
  })
  .check({
    name: 'Client certificate',
    rule: 'In production, the client certificate is registered for the application',
    refusals: ['certificate_required', 'certificate_mismatch'],
    run: checkCertificate,
  })
  .check({
    name: 'IP allowlist',
    rule: 'The address is on the allowlist of the application',
    refusals: ['ip_not_allowed'],
    run: checkAddress,
  })

/** They run around the statement to admit. Their results are evaluated in this order. */
export const checksOfCall = splitChecks<IdentifiedRequest & WithBody & WithValidSignature>()
  .admission({
    name: 'Nonce',
    rule: 'The nonce is unused',
    refusals: ['nonce_reused'],
    run: checkNonce,
  })
  .local({
    name: 'Production access',
    rule: 'In production, the application is approved for the service',
    refusals: ['production_access_required'],
    run: checkProductionAccess,
  })
  .local({
    name: 'Enabled service',
    rule: 'The application has enabled the service',
    refusals: ['service_not_enabled'],
    appliesTo: belongsToService,
    run: checkServiceEnabled,
  })
  .admission({
    name: 'Burst guard',
    rule: 'The calls of this second are within the limit of the application',
    refusals: ['rate_limited'],
    run: checkBurst,
  })
  .local({
    name: 'Route',
    rule: 'The path and the method exist',
    refusals: ['not_found', 'method_not_allowed'],
    appliesTo: () => false,
    run: checkRoute,
  })
  .local({
    name: 'Decryption',
    rule: 'The body is an encryption wrapper, and its payload decrypts',
    refusals: ['malformed_body', 'decryption_failed'],
    appliesTo: hasBody,
    run: decrypt,
  })
  .local({
    name: 'JSON',
    rule: 'The payload is a JSON object of a bounded structure',
    refusals: ['malformed_body'],
    appliesTo: hasBody,
    run: parsePlaintext,
  })
  .local({
    name: 'Idempotency key',
    rule: 'The `Idempotency-Key` of a POST is a UUID',
    refusals: ['invalid_request'],
    appliesTo: isPost,
    run: readIdempotencyKey,
  })
  .admission({
    name: 'Idempotent replay',
    rule: 'The `Idempotency-Key` belongs to no other request and to no running one; a stored response is replayed',
    refusals: ['idempotency_key_reused', 'idempotency_in_progress'],
    appliesTo: isPost,
    run: checkReplay,
  })
  .local({
    name: 'Fields',
    rule: 'The fields and the identifier are valid',
    refusals: ['invalid_request', 'invalid_identifier', 'unsupported_identifier_type', 'batch_too_large'],
    appliesTo: 'declared',
    includes: [
      {
        name: 'Purpose',
        rule: 'The purpose is approved for the application',
        refusals: ['purpose_not_approved'],
      },
      {
        name: 'Scopes',
        rule: 'Every requested scope is granted to the application',
        refusals: ['scope_not_granted'],
      },
    ],
    run: prepareCall,
  })
  .authorise({
    name: 'Consent',
    rule: 'The citizen has given a valid consent (Credit Scoring only)',
    refusals: ['consent_required'],
    appliesTo: 'declared',
    run: checkConsent,
  })
  .admission({
    name: 'Quota',
    rule: 'The calls of the period are within the quota',
    refusals: ['quota_exceeded', 'batch_quota_exceeded'],
    appliesTo: 'declared',
    run: checkQuota,
  })
  .authorise({
    name: 'Funds',
    rule: 'The wallet of the organization covers the call',
    refusals: ['insufficient_balance', 'credit_limit_reached'],
    appliesTo: 'declared',
    run: checkFunds,
  })

type NameIn<Checks> = Checks extends { rows: readonly CheckRow<infer Name>[] } ? Name : never
export type CheckName = NameIn<typeof checksBeforeBody | typeof checksAfterBody | typeof checksOfCall>

/** Every check, in the documented order. */
export const checkTable: readonly CheckRow<CheckName>[] = [
  ...checksBeforeBody.rows,
  ...checksAfterBody.rows,
  ...checksOfCall.rows,
]

/** Every rule, in the documented order: some checks contain several. */
export const rulesOf = ({ name, rule, refusals, includes = [] }: CheckRow<CheckName>): Rule<CheckName>[] => [
  { name, rule, refusals },
  ...includes,
]

/** The commit decides these again, because other calls run at the same time. */
const decidedInCommit: readonly ErrorCode[] = [
  ...(['quota_exceeded', 'batch_quota_exceeded', 'consent_required'] as const),
  ...(['insufficient_balance', 'credit_limit_reached'] as const),
]

/** The rule of the table that a refusal comes from, by its name. Null: every check has passed. */
export const checkThatRefused = (refusal: Refusal): string | null => {
  const noted = notedCheck(refusal)
  const isSame = (code: ErrorCode) => code === refusal.code
  if (noted !== null || !decidedInCommit.some(isSame)) return noted
  return checkTable.flatMap(rulesOf).find(({ refusals }) => refusals.some(isSame))?.name ?? null
}

/** These can occur at any place. */
const refusalsAnywhere: readonly ErrorCode[] = ['internal_error', 'overloaded']

/** What the gateway itself may refuse at an endpoint. The endpoint declares what else it refuses. */
export const gatewayRefusals = (endpoint: EndpointShape): ErrorCode[] => {
  const applies = ({ appliesTo = () => true }: CheckRow) => appliesTo !== 'declared' && appliesTo(endpoint)
  return [
    ...new Set([...checkTable.filter(applies).flatMap(({ refusals }) => refusals), ...refusalsAnywhere]),
  ]
}
