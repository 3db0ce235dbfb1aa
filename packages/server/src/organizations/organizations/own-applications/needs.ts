import { actsWithNeeds } from '../../../gateway/acts/index.ts'
import type { CertificateDependencies } from '../certificates.ts'
import type { MembershipNeeds } from '../membership/needs.ts'

/** What the acts of an organization on its own applications need. */
export type OwnApplicationNeeds = MembershipNeeds & CertificateDependencies

export const { act: applicationAct, reading: applicationReading } = actsWithNeeds<OwnApplicationNeeds>()
