import type { Environment } from '@nani/contract'

/** The only statuses that count (spec/fraud#fraud-network). */
export type NetworkCaseStatus = 'confirmed' | 'escalated_to_authorities'

/** A case that names the subject as suspect. It has no reporter, description or evidence: they are never disclosed. */
export type SuspectCase = {
  caseNumber: string
  type: string
  status: NetworkCaseStatus
  confirmedOn: string
  /** The facts of the case about the suspect. */
  fullName: string | null
  dateOfBirth: string | null
  nationality: string | null
  /** Certain by `svc_id` or `rccm`. By name, date of birth and nationality together, as certain as the names are similar. */
  matchedBy: 'svc_id' | 'rccm' | 'name'
  similarity: number
}

/** The confirmed cases of a subject. */
export type FraudRecord = {
  suspectIn: readonly SuspectCase[]
  /** Days on which cases were confirmed that name the subject as victim: by identifier alone, never by name. */
  victimOn: readonly string[]
}

/** The subject of a search. A name counts only with a date of birth and a nationality. */
export type FraudSubject = {
  svcId: string | null
  rccm: string | null
  names: readonly string[]
  dateOfBirth: string | null
  nationality: string | null
}

/** The application that asks. In the sandbox it sees its own cases and the test identities. */
export type NetworkReader = { environment: Environment; applicationId: string }

/** The confirmed cases of all reporters, as screening and credit scoring see them (spec/fraud#fraud-network). */
export interface FraudNetwork {
  find(subject: FraudSubject, reader: NetworkReader): Promise<FraudRecord>
  /** Returns the given cases that are confirmed or escalated and name a suspect. */
  listedSuspectCases(caseNumbers: readonly string[], environment: Environment): Promise<ReadonlySet<string>>
}

/** Whether the network can find this subject. */
export const isSearchable = ({ svcId, rccm, names, dateOfBirth, nationality }: FraudSubject): boolean =>
  svcId !== null || rccm !== null || (names.length > 0 && dateOfBirth !== null && nationality !== null)
