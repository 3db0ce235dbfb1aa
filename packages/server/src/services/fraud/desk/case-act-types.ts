import type { FraudCaseStatus } from '@nani/contract'
import type { AgreedId } from '../../../gateway/acts/index.ts'
import type { CaseOutcome } from '../case-states.ts'
import type { ListingChoice, VictimName } from '../listing-choice.ts'
import type { DeskPerson, DeskRules } from './desk-person.ts'

/** Who proposed something, and from which account of the operating system or session. */
export type ProposedBy = { by: string; account: string }

/** The part of a case that acts change. */
export type CaseState = {
  status: FraudCaseStatus
  assignee: string | null
  priority: number
  proposal: ({ status: CaseOutcome } & ProposedBy) | null
  duplicateOf: string | null
  /** What the proposal or the decision says about the parties. Null: nothing, or an earlier release decided. */
  choice: ListingChoice | null
  /** An objection that is not decided. */
  objection: { by: string; proposal: ({ decision: ObjectionDecision } & ProposedBy) | null } | null
  /** True: two people found that the report is false. An object: one of them has said so. */
  falseReport: true | ProposedBy | null
}

export const objectionDecisions = ['accept', 'reject'] as const
export type ObjectionDecision = (typeof objectionDecisions)[number]

/** The proposal that the person read; null: the person read none. Absent: the open one, whatever it is. */
type Agreed = { proposalId?: AgreedId }

export type Act =
  | { act: 'start' }
  | { act: 'claim' }
  | { act: 'assign'; to: string }
  | { act: 'prioritise'; priority: number }
  | { act: 'note'; text: string }
  | { act: 'contact'; text: string }
  | {
      act: 'propose'
      status: CaseOutcome
      reason: string
      duplicateOf?: string
      /** The victims that the network would list. Absent: none. */
      victims?: 'all' | readonly VictimName[] | undefined
      /** Why the case is right although a party does not match the register. */
      despiteMismatch?: string | undefined
    }
  | ({ act: 'accept'; reason?: string | undefined; despiteMismatch?: string | undefined } & Agreed)
  | ({ act: 'reject'; reason?: string | undefined } & Agreed)
  | { act: 'reopen'; reason: string }
  /** A person says that the case is wrong. */
  | { act: 'objection'; reason: string }
  | ({ act: 'decide_objection'; decision: ObjectionDecision; reason: string } & Agreed)
  | ({ act: 'decline_objection_decision'; reason: string } & Agreed)
  | ({ act: 'false_report'; reason: string } & Agreed)
  | ({ act: 'decline_false_report'; reason: string } & Agreed)
  /** The parties and the description are read in full. */
  | { act: 'open'; reason: string }
  /** A file of evidence is read. */
  | { act: 'evidence'; position: number; reason: string }

/** What acts need to know of a case in addition to its state. Places of parties: 0 is the subject. */
export type ActFacts = {
  /** Named victims. */
  victims: readonly number[]
  /** Parties that do not match the register (`isUnclear`). */
  unclear: readonly number[]
  suspects: readonly number[]
  /** The people who proposed or decided something before. */
  deciders: readonly { name: string; account: string | null }[]
}

export const noFacts: ActFacts = { victims: [], unclear: [], suspects: [], deciders: [] }

export type ActResult = {
  state: CaseState
  /** The text to keep with the act, or null. */
  text: string | null
  /** True if other services count the case from this act on; false if they stop; null if nothing changes for them. */
  network: boolean | null
}

export const priorities = { least: 0, most: 3 } as const

export type ActContext = { person: DeskPerson; rules: DeskRules; facts: ActFacts }
