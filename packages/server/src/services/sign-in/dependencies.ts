import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type { Channel, Clock, IdSource, Random } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { AuditLog } from '../../app/audit/index.ts'
import type { CallsDependencies } from '../../calls/calls/index.ts'
import type { Commit } from '../../calls/commit/index.ts'
import type { CitizenDevices, FaceCheck } from '../../citizens/citizen-devices/index.ts'
import type { ConsentDependencies } from '../../citizens/consents/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import type { Billing } from '../../money/billing/index.ts'
import type { PhoneHolders, Register } from '../../register/register/index.ts'
import type { Alarm, Detection } from '../../risk/detection/index.ts'
import type { WriteFaceReason } from './approvals/face-reason.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import type { AnnounceAnswers } from './requests/answers.ts'
import type { GroupedReads } from './requests/grouped-reads.ts'
import type { GroupedWrites } from './requests/grouped-writes.ts'
import type { Places } from './requests/places.ts'

/** The applications, as sign-in needs them. */
export type Applications = {
  findByApiKey(apiKey: string): Promise<Application | null>
  findById(applicationId: string): Promise<Application | null>
  findLogo(application: Application, hash: string): Promise<Buffer | null>
}

/** A sign-in that waits for the devices of a citizen. */
export type AskedSignIn = {
  environment: Environment
  /** The pseudonym of the citizen. */
  citizen: Buffer
  applicationId: string
  requestId: string
  /** Exactly those that are asked for. */
  scopes: readonly string[]
}

/** The devices with which citizens answer. */
export type DevicesOfCitizens = Pick<CitizenDevices, 'signedBy' | 'writeSigned' | 'signingOptions'>

/** Compares the face of a citizen who approves. */
export type FacesOfApprovals = { check: FaceCheck; writeReason: WriteFaceReason }

export type SignInDependencies = {
  pool: pg.Pool
  reads: GroupedReads
  writes: GroupedWrites
  places: Places
  announce: AnnounceAnswers
  clock: Clock
  random: Random
  newId: IdSource
  /** Seals what a row knows of a citizen and of the browser. */
  vault: Vault
  applications: Applications
  register: Pick<Register, 'findCitizen'>
  phones: PhoneHolders
  citizenDevices: DevicesOfCitizens
  citizenFaces: FacesOfApprovals
  /** Keys the nonces of approvals, and marks of networks. */
  approvalKey: KeyObject
  /** Requests that notify the devices of their citizen. */
  signInAsked: Channel<AskedSignIn>
  /** An alarm that this process raised. */
  onAlarm(alarm: Alarm): void
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
  detection: Pick<Detection, 'onAuthenticationFailure'>
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
