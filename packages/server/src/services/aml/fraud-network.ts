import type { Environment } from '@nani/contract'

/** Only these two are ever used (spec 2 § Network rules). */
export type NetworkCaseStatus = 'confirmed' | 'escalated_to_authorities'

/** A case that names the subject as suspect. Reporter, description and evidence are not in it: they are never told. */
export type SuspectCase = {
  caseNumber: string
  type: string
  status: NetworkCaseStatus
  confirmedOn: string
  /** What the case knows of the suspect. */
  fullName: string | null
  dateOfBirth: string | null
  nationality: string | null
  /** Certain by `svc_id` or `rccm`; else by name, date of birth and nationality together, so far as the names agree. */
  matchedBy: 'svc_id' | 'rccm' | 'name'
  similarity: number
}

export type FraudStanding = {
  suspectIn: readonly SuspectCase[]
  /** Days on which cases were confirmed that name the subject as victim: by identifier alone, never by name. */
  victimOn: readonly string[]
}

/** Whom the network is asked about. All three of the name's facts are needed for it to count. */
export type FraudSubject = {
  svcId: string | null
  rccm: string | null
  names: readonly string[]
  dateOfBirth: string | null
  nationality: string | null
}

/** The confirmed cases of all reporters, as screening and credit scoring see them (spec 2 § Network rules). */
export interface FraudNetwork {
  find(subject: FraudSubject, environment: Environment): Promise<FraudStanding>
}

/** Whether the network can know this subject at all. */
export const isSearchable = ({ svcId, rccm, names, dateOfBirth, nationality }: FraudSubject): boolean =>
  svcId !== null || rccm !== null || (names.length > 0 && dateOfBirth !== null && nationality !== null)
