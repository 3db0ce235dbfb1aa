import type { AmlCheck, Identifier } from '@nani/contract'
import type { SubjectFacts, SubjectRequest } from './subject/subject.ts'

/** The monitored subject: the request, and the data known at the last screening. Encrypted at rest. */
export type MonitoredParty = {
  subject: SubjectRequest
  /** In its canonical form. Null if only a name was given. */
  identifier: Identifier | null
  checks: readonly AmlCheck[]
  /** The purpose of the screening. Later screenings have the same purpose. */
  purpose: string
  reference: string | null
  facts: SubjectFacts
}
