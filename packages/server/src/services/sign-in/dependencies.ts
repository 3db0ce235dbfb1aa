import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type pg from 'pg'
import type { AuditLog } from '../../audit/index.ts'
import type { Billing } from '../../billing/index.ts'
import type { CallsDependencies } from '../../calls/index.ts'
import type { Commit } from '../../commit/index.ts'
import type { ConsentDependencies } from '../../consents/index.ts'
import type { Clock, IdSource, Random } from '../../core/index.ts'
import type { Application } from '../../gateway/index.ts'
import type { PhoneHolders, Register } from '../../register/index.ts'
import type { Vault } from '../../storage/index.ts'
import type { SigningKeys } from './keys/signing-keys.ts'

/** The applications, as sign-in needs them. */
export type Applications = {
  findByApiKey(apiKey: string): Promise<Application | null>
  findById(applicationId: string): Promise<Application | null>
}

/** The devices with which citizens answer. */
export type DevicesOfCitizens = { hasDevice(svcId: string, environment: Environment): Promise<boolean> }

export type SignInDependencies = {
  pool: pg.Pool
  clock: Clock
  random: Random
  newId: IdSource
  /** Seals what a row knows of a citizen and of the browser. */
  vault: Vault
  applications: Applications
  register: Pick<Register, 'findCitizen'>
  phones: PhoneHolders
  devices: DevicesOfCitizens
  keys: Readonly<Record<Environment, SigningKeys>>
  /** `sub` of a citizen for an application. */
  subjectOf(svcId: string, applicationId: string): string
  /** The key of the pseudonyms in the audit log. */
  auditKey: KeyObject
  /** Codes are derived under this key from the secret of the browser. */
  codeKey: KeyObject
  commit: Commit
  billing: Pick<Billing, 'charge' | 'quote' | 'cover' | 'onSpent'>
  consents: ConsentDependencies
  audit: AuditLog
  deliverFiles: CallsDependencies['deliverFiles']
  baseUrl(environment: Environment): string
}

/** What is known of an HTTP request to a sign-in endpoint, for the audit. */
export type RequestFacts = {
  requestId: string
  clientAddress: string
  method: string
  path: string
}
