import { fraudCaseStatuses } from '@nani/contract'
import { Refusal, type RefusalCode } from '@nani/foundation/core/index.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMove, isInNetwork } from '../case-states.ts'
import { applyAct as applyKnowing } from './apply-act.ts'
import { type Act, type CaseState, noFacts } from './case-act-types.ts'
import type { DeskPerson, DeskRules } from './desk-person.ts'

const strict: DeskRules = { twoPeople: true, oneAccountMayBeTwo: false }
const amani: DeskPerson = { name: 'Amani', account: 'amani', isSupervisor: false }
const bahati: DeskPerson = { name: 'Bahati', account: 'bahati', isSupervisor: false }
const chief: DeskPerson = { name: 'Chanda', account: 'chanda', isSupervisor: true }
const received: CaseState = {
  status: 'received',
  assignee: null,
  priority: 0,
  proposal: null,
  ...{ duplicateOf: null, choice: null, objection: null, falseReport: null },
}
const applyAct = (state: CaseState, act: Act, person: DeskPerson, rules: DeskRules) =>
  applyKnowing(state, act, { person, rules, facts: noFacts })
const reviewed: CaseState = { ...received, status: 'under_review', assignee: 'Amani' }
const proposed = (status: 'confirmed' | 'dismissed' | 'escalated_to_authorities'): CaseState => ({
  ...reviewed,
  proposal: { status, by: 'Amani', account: 'amani' },
})

const refusal = (state: CaseState, act: Act, person = amani, rules = strict): RefusalCode | null => {
  try {
    applyAct(state, act, person, rules)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test.each(['confirmed', 'escalated_to_authorities', 'dismissed', 'under_review'] as const)(
  'starting a case that is %s is refused, also for a supervisor: only reopening, with a reason, goes back',
  (status) => {
    expect(refusal({ ...reviewed, status }, { act: 'start' }, chief)).toBe('case_status_not_allowed')
  },
)

describe('two people', () => {
  test.each(['confirmed', 'escalated_to_authorities'] as const)('are needed for %s', (status) => {
    expect(refusal(proposed(status), { act: 'accept' })).toBe('second_person_required')
    expect(refusal(proposed(status), { act: 'accept' }, { ...bahati, name: ' amani ' })).toBe(
      'second_person_required',
    )
    expect(refusal(proposed(status), { act: 'accept' }, { ...bahati, account: 'amani' })).toBe(
      'second_account_required',
    )
    expect(applyAct(proposed(status), { act: 'accept' }, bahati, strict)).toMatchObject({
      state: { status, proposal: null },
      network: true,
    })
  })
  test('each have a reason in the timeline', () => {
    const { text } = applyAct(
      proposed('confirmed'),
      { act: 'accept', reason: ' I saw it too. ' },
      bahati,
      strict,
    )
    expect(text).toBe('I saw it too.')
    expect(refusal(proposed('confirmed'), { act: 'accept', reason: ' ' }, bahati)).toBe('reason_required')
  })
  test('are not needed to dismiss', () => {
    expect(applyAct(proposed('dismissed'), { act: 'accept' }, amani, strict).state.status).toBe('dismissed')
  })
  test('may share an account on a demo, and may be one person only by the setting', () => {
    const demo = { ...strict, oneAccountMayBeTwo: true }
    expect(refusal(proposed('confirmed'), { act: 'accept' }, { ...bahati, account: 'amani' }, demo)).toBe(
      null,
    )
    expect(refusal(proposed('confirmed'), { act: 'accept' }, amani, demo)).toBe('second_person_required')
    expect(refusal(proposed('confirmed'), { act: 'accept' }, amani, { ...strict, twoPeople: false })).toBe(
      null,
    )
  })
})

describe('reopening', () => {
  test.each(['confirmed', 'dismissed', 'escalated_to_authorities'] as const)(
    '%s takes a supervisor and a reason',
    (status) => {
      const decided = { ...reviewed, status }
      expect(refusal(decided, { act: 'reopen', reason: 'a new fact' })).toBe('supervisor_required')
      expect(refusal(decided, { act: 'reopen', reason: '  ' }, chief)).toBe('reason_required')
      const { state, network, text } = applyAct(
        decided,
        { act: 'reopen', reason: ' a new fact ' },
        chief,
        strict,
      )
      expect([state.status, network, text]).toEqual([
        'under_review',
        isInNetwork(status) ? false : null,
        'a new fact',
      ])
    },
  )
  test('an open case is refused', () => {
    expect(refusal(reviewed, { act: 'reopen', reason: 'x' }, chief)).toBe('case_status_not_allowed')
  })
})

test('a proposal needs a case under review, a reason, and no other proposal', () => {
  const act: Act = { act: 'propose', status: 'confirmed', reason: 'two witnesses' }
  expect(refusal(received, act)).toBe('case_status_not_allowed')
  expect(refusal(reviewed, { ...act, reason: '' })).toBe('reason_required')
  expect(refusal(proposed('dismissed'), act, bahati)).toBe('proposal_exists')
  expect(applyAct(reviewed, act, amani, strict).state.proposal).toEqual({
    status: 'confirmed',
    by: 'Amani',
    account: 'amani',
  })
})

test('a rejected proposal leaves the case under review, and another may follow', () => {
  const { state } = applyAct(proposed('confirmed'), { act: 'reject', reason: 'too thin' }, bahati, strict)
  expect(state).toEqual(reviewed)
  expect(refusal(state, { act: 'accept' }, bahati)).toBe('no_proposal')
})

test('who starts a case has it, and who claims it takes it over', () => {
  const started = applyAct(received, { act: 'start' }, amani, strict).state
  expect([started.status, started.assignee]).toEqual(['under_review', 'Amani'])
  expect(applyAct(started, { act: 'claim' }, bahati, strict).state.assignee).toBe('Bahati')
  expect(refusal(started, { act: 'start' })).toBe('case_status_not_allowed')
})

test('whatever is done, the status changes only along the moves, and the network holds what the status says', () => {
  const person = fc.constantFrom(amani, bahati, chief)
  const act = fc.oneof(
    fc.constantFrom<Act>({ act: 'start' }, { act: 'claim' }, { act: 'accept' }, { act: 'reject' }),
    fc.constantFrom<Act>(
      { act: 'reopen', reason: 'r' },
      { act: 'note', text: 't' },
      { act: 'prioritise', priority: 2 },
    ),
    fc
      .constantFrom('confirmed' as const, 'dismissed' as const, 'escalated_to_authorities' as const)
      .map((status): Act => ({ act: 'propose', status, reason: 'r' })),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(act, person), { maxLength: 40 }), (acts) => {
      let state = received
      let inNetwork = false
      for (const [one, by] of acts) {
        let next: ReturnType<typeof applyAct>
        try {
          next = applyAct(state, one, by, strict)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
          continue
        }
        if (next.state.status !== state.status) {
          expect(findMove(state.status, next.state.status)).not.toBeNull()
          if (isInNetwork(next.state.status)) expect(state.proposal?.by).not.toBe(by.name)
        }
        if (next.network !== null) inNetwork = next.network
        state = next.state
        expect(inNetwork).toBe(isInNetwork(state.status))
        expect(fraudCaseStatuses).toContain(state.status)
      }
    }),
    { numRuns: 1_000 },
  )
})
