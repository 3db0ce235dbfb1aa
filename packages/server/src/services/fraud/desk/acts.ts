import type { FraudCaseStatus } from '@nani/contract'
import { type SecondPersonRules, secondPersonFault } from '../../../core/index.ts'
import { findMove, isInNetwork, needsTwoPeople, type Outcome } from '../case-states.ts'
import { DeskRefusal } from './desk-errors.ts'

/** A person at the desk. `account` is the account of the operating system, or of the session. */
export type DeskPerson = { name: string; account: string; isSupervisor: boolean }

/** The part of a case that acts change. */
export type CaseState = {
  status: FraudCaseStatus
  assignee: string | null
  priority: number
  proposal: { status: Outcome; by: string; account: string } | null
  duplicateOf: string | null
}

export type Act =
  | { act: 'start' }
  | { act: 'claim' }
  | { act: 'assign'; to: string }
  | { act: 'prioritise'; priority: number }
  | { act: 'note'; text: string }
  | { act: 'contact'; text: string }
  | { act: 'propose'; status: Outcome; reason: string; duplicateOf?: string }
  | { act: 'accept' }
  | { act: 'reject'; reason?: string }
  | { act: 'reopen'; reason: string }
  /** The parties and the description are read in full. */
  | { act: 'open'; reason: string }
  /** A file of evidence is read. */
  | { act: 'evidence'; position: number; reason: string }

/** Rules of the installation. */
export type DeskRules = SecondPersonRules & {
  /** False only by a rule of the installation, which a start sets and names. */
  twoPeople: boolean
}

export type ActResult = {
  state: CaseState
  /** The text to keep with the act, or null. */
  text: string | null
  /** True if other services count the case from this act on; false if they stop; null if nothing changes for them. */
  network: boolean | null
}

export const maxTextCharacters = 10_000
const maxNameCharacters = 200
export const priorities = { least: 0, most: 3 } as const

/** What an act makes of a case (spec/fraud#case-states, spec/fraud#two-people). Throws `DeskRefusal`. */
export const applyAct = (state: CaseState, act: Act, person: DeskPerson, rules: DeskRules): ActResult => {
  switch (act.act) {
    case 'start':
      return start(state, person)
    case 'claim':
      return open(state, { assignee: person.name }, null)
    case 'assign':
      return open(state, { assignee: nameOf(act.to) }, null)
    case 'prioritise':
      return open(state, { priority: act.priority }, null)
    case 'note':
    case 'contact':
      return { state, text: textOf(act.text), network: null }
    case 'propose':
      return propose(state, act, person)
    case 'accept':
      return accept(state, person, rules)
    case 'reject':
      return reject(state, act.reason)
    case 'reopen':
      return reopen(state, act.reason, person)
    case 'open':
      return { state, text: textOf(act.reason), network: null }
    case 'evidence':
      return { state, text: `file ${act.position}: ${textOf(act.reason)}`, network: null }
  }
}

const textOf = (text: string, max = maxTextCharacters): string => {
  const trimmed = text.trim()
  if (trimmed === '') throw new DeskRefusal('reason_required')
  if (trimmed.length > max) throw new DeskRefusal('text_too_long', { max })
  return trimmed
}

const nameOf = (name: string): string => textOf(name, maxNameCharacters)

const isOpen = (status: FraudCaseStatus): boolean => status === 'received' || status === 'under_review'

/** A decided case also goes back to `under_review`, but only by `reopen`, which needs a reason. */
const start = (state: CaseState, person: DeskPerson): ActResult => {
  if (state.status !== 'received') throw new DeskRefusal('case_status_not_allowed', { status: state.status })
  return moved({ ...state, assignee: state.assignee ?? person.name }, 'under_review', person, null)
}

const open = (state: CaseState, changes: Partial<CaseState>, text: string | null): ActResult => {
  if (!isOpen(state.status)) throw new DeskRefusal('case_status_not_allowed', { status: state.status })
  return { state: { ...state, ...changes }, text, network: null }
}

const moved = (state: CaseState, to: FraudCaseStatus, person: DeskPerson, text: string | null): ActResult => {
  const move = findMove(state.status, to)
  if (!move) throw new DeskRefusal('case_status_not_allowed', { status: state.status })
  if (move.by === 'supervisor' && !person.isSupervisor) throw new DeskRefusal('supervisor_required')
  const [was, is] = [isInNetwork(state.status), isInNetwork(to)]
  return { state: { ...state, status: to }, text, network: was === is ? null : is }
}

const propose = (
  state: CaseState,
  { status, reason, duplicateOf }: Extract<Act, { act: 'propose' }>,
  { name, account }: DeskPerson,
): ActResult => {
  if (state.status !== 'under_review')
    throw new DeskRefusal('case_status_not_allowed', { status: state.status })
  if (state.proposal) throw new DeskRefusal('proposal_exists', { by: state.proposal.by })
  const proposal = { status, by: name, account }
  return {
    state: { ...state, proposal, duplicateOf: duplicateOf ?? null },
    text: textOf(reason),
    network: null,
  }
}

const proposalOf = ({ status, proposal }: CaseState): NonNullable<CaseState['proposal']> => {
  if (status !== 'under_review') throw new DeskRefusal('case_status_not_allowed', { status })
  if (!proposal) throw new DeskRefusal('no_proposal')
  return proposal
}

const accept = (state: CaseState, person: DeskPerson, rules: DeskRules): ActResult => {
  const proposal = proposalOf(state)
  if (rules.twoPeople && needsTwoPeople(proposal.status)) {
    const fault = secondPersonFault({ name: proposal.by, account: proposal.account }, person, rules)
    if (fault) throw new DeskRefusal(fault, { by: proposal.by })
  }
  return moved({ ...state, proposal: null }, proposal.status, person, null)
}

const reject = (state: CaseState, reason: string | undefined): ActResult => {
  proposalOf(state)
  const text = reason === undefined ? null : textOf(reason)
  return { state: { ...state, proposal: null, duplicateOf: null }, text, network: null }
}

const reopen = (state: CaseState, reason: string, person: DeskPerson): ActResult => {
  if (isOpen(state.status)) throw new DeskRefusal('case_status_not_allowed', { status: state.status })
  return moved({ ...state, proposal: null, duplicateOf: null }, 'under_review', person, textOf(reason))
}
