import type { KeyObject } from 'node:crypto'
import type { Environment, Purpose, Scope, ServiceName } from '@nani/contract'
import type { AddressList, Clock } from '@nani/foundation/core/index.ts'
import type { Quota } from '../../money/metering/index.ts'

/** What the gateway must know of the application behind an API key, ready to be checked against. */
export type Application = {
  applicationId: string
  /** It pays for the calls. */
  organizationId: string
  organizationName: string
  /** The name that people see. */
  name: string
  /** Hex SHA-256 of the logo that people see; null: it has none. */
  logoHash: string | null
  environment: Environment
  apiKey: string
  secretKey: KeyObject
  payloadKey: KeyObject
  /** What webhooks are signed under: while keys overlap, the old Payload Encryption Key. */
  webhookKey: KeyObject
  /** One of the keys ends at this time, so that no cache may keep the application longer. */
  keysEndAtMs: number
  services: ReadonlySet<ServiceName>
  /** The services of the production approval; not consulted in the sandbox. */
  approvedServices: ReadonlySet<ServiceName>
  /** Services that were suspended. Their approval stays, and no call to them is served. */
  suspendedApprovals: ReadonlySet<ServiceName>
  scopes: ReadonlySet<Scope>
  purposes: ReadonlySet<Purpose>
  /** Null: every address may call. */
  allowlist: AddressList | null
  burstPerSecond: number
  quotas: ReadonlyMap<ServiceName, Quota>
  batchItemsPerDay: number | null
  /** The settings for each service, such as extra permissions. The service declares their form. */
  serviceSettings: ReadonlyMap<ServiceName, Readonly<Record<string, unknown>>>
  /** Lower-case hex SHA-256 of each registered client certificate. */
  thumbprints: ReadonlySet<string>
  /** How far its test clock is ahead, in ms. 0 in production, and in the sandbox until a test moves it. */
  clockAheadMs: number
  /** The addresses to which a sign-in may return. */
  redirectUris: ReadonlySet<string>
}

/** Finds the application of a key that is known and not revoked; null otherwise. */
export type ApplicationDirectory = { findByApiKey(apiKey: string): Promise<Application | null> }

/**
 * The time of an application: real time, and what its test clock is ahead. Everything that an application sees of time uses
 * it. Timestamps of requests, nonces, certificates, bursts, quotas, ids and the audit log stay in real time.
 */
export const timeOf = ({ clockAheadMs }: Pick<Application, 'clockAheadMs'>, clock: Clock): number =>
  clock.now() + clockAheadMs
