import type { KeyObject } from 'node:crypto'
import type { Environment, Purpose, Scope, ServiceName } from '@nani/contract'
import type { Quota } from '../ledger/index.ts'
import type { AddressList } from './address-list.ts'

/** What the gateway must know of the application behind an API key, ready to be checked against. */
export type Application = {
  applicationId: string
  environment: Environment
  apiKey: string
  secretKey: KeyObject
  payloadKey: KeyObject
  services: ReadonlySet<ServiceName>
  /** The services of the production approval; not consulted in the sandbox. */
  approvedServices: ReadonlySet<ServiceName>
  scopes: ReadonlySet<Scope>
  purposes: ReadonlySet<Purpose>
  /** Null: every address may call. */
  allowlist: AddressList | null
  burstPerSecond: number
  quotas: ReadonlyMap<ServiceName, Quota>
  batchItemsPerDay: number | null
  /** Whether liveness may be left out of a face recognition; not consulted in the sandbox. */
  mayOmitLiveness: boolean
  /** Lower-case hex SHA-256 of each registered client certificate. */
  thumbprints: ReadonlySet<string>
}

/** Finds the application of a key that is known and not revoked; null otherwise. */
export type ApplicationDirectory = { findByApiKey(apiKey: string): Promise<Application | null> }
