import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assignFraudCase,
  claimFraudCase,
  contactReporter,
  decideObjection,
  decideProposal,
  declineObjectionDecision,
  noteFraudCase,
  prioritiseFraudCase,
  proposeDecision,
  recordObjection,
  reopenFraudCase,
  startFraudCase,
} from './case-acts.ts'
import { amani, bahati, chanda, codeOf, type DeskWorld, startDeskWorld } from './desk-world.fixture.ts'
import { declineReportFalse, markReportFalse } from './false-report.ts'
import { openFraudCase, showFraudCase } from './reading/read-cases.ts'

const supervisor = (name: string): Actor => ({
  ...{ kind: 'operator', name, account: name.toLowerCase(), roles: ['supervisor'] },
})
const [dina, elie] = [supervisor('Dina'), supervisor('Elie')]
const reason = 'r'
const text = 'The bank called back.'

let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld('production')
})
afterAll(() => world.stop())

const shown = (named: { environment: null; fraud_case: string }) => showFraudCase(amani, named, world.desk)

const startedCase = async () => {
  const { named } = await world.report({})
  await startFraudCase(amani, named, world.desk)
  return named
}
const decidedCase = async (status: 'confirmed' | 'dismissed') => {
  const named = await startedCase()
  await proposeDecision(amani, { ...named, status, reason }, world.desk)
  await decideProposal(bahati, { ...named, decision: 'accept' }, world.desk)
  return named
}
const proposedCase = async () => {
  const named = await startedCase()
  await proposeDecision(amani, { ...named, status: 'confirmed', reason }, world.desk)
  return { named, proposal_id: (await shown(named)).proposal_id ?? '' }
}

test.each([
  ['note', noteFraudCase],
  ['contact', contactReporter],
] as const)(
  'after a %s of another person, the second person of a proposal reads the case again',
  async (_, add) => {
    const { desk } = world
    const { named, proposal_id } = await proposedCase()
    expect(await add(chanda, { ...named, text }, desk)).toMatchObject({ proposal: { by: 'Amani' } })
    const accept = { ...named, decision: 'accept' } as const
    expect(await codeOf(decideProposal(bahati, { ...accept, proposal_id }, desk))).toBe('changed_meanwhile')
    // Without an id, the person may not have read the note.
    expect(await codeOf(decideProposal(bahati, accept, desk))).toBe('changed_meanwhile')
    const again = (await shown(named)).proposal_id ?? ''
    expect(again).not.toBe(proposal_id)
    expect(await decideProposal(bahati, { ...accept, proposal_id: again }, desk)).toMatchObject({
      status: 'confirmed',
    })
  },
)

test.each(['Bahati', ' bahati', 'BAHATI'])(
  'a second person who wrote all notes as %j decides without another reading',
  async (name) => {
    const { desk } = world
    const { named } = await proposedCase()
    for (const add of [noteFraudCase, contactReporter])
      await add({ ...bahati, name } as Actor, { ...named, text }, desk)
    expect(await decideProposal(bahati, { ...named, decision: 'accept' }, desk)).toMatchObject({
      status: 'confirmed',
    })
  },
)

test.each([
  ['another person', chanda],
  ['the first person', amani],
] as const)('an own note does not hide the note of %s before it', async (_, other) => {
  const { desk } = world
  const { named } = await proposedCase()
  await noteFraudCase(other, { ...named, text }, desk)
  for (const add of [noteFraudCase, contactReporter]) {
    await add(bahati, { ...named, text }, desk)
    const accept = { ...named, decision: 'accept' } as const
    expect(await codeOf(decideProposal(bahati, accept, desk))).toBe('changed_meanwhile')
  }
  const { proposal_id } = await shown(named)
  const accept = { ...named, decision: 'accept', proposal_id } as const
  expect(await decideProposal(bahati, accept, desk)).toMatchObject({ status: 'confirmed' })
})

test('an own note hides no note of another person from who agrees to an objection or a false report', async () => {
  const { desk } = world
  const { named, accept } = await objectedCase()
  await noteFraudCase(chanda, { ...named, text }, desk)
  await decideObjection(dina, accept, desk)
  // What was there before the first word needs no other reading.
  await noteFraudCase(elie, { ...named, text }, desk)
  expect(await decideObjection(elie, accept, desk)).toMatchObject({ status: 'under_review' })
  const other = await objectedCase()
  await decideObjection(dina, other.accept, desk)
  const dismissed = await decidedCase('dismissed')
  await markReportFalse(amani, { ...dismissed, reason }, desk)
  for (const [one, second] of [
    [other.named, elie],
    [dismissed, bahati],
  ] as const)
    for (const author of [chanda, second]) await noteFraudCase(author, { ...one, text }, desk)
  expect(await codeOf(decideObjection(elie, other.accept, desk))).toBe('changed_meanwhile')
  expect(await codeOf(markReportFalse(bahati, { ...dismissed, reason }, desk))).toBe('changed_meanwhile')
})

test('a proposal with a new note is declined without an id', async () => {
  const { desk } = world
  const { named } = await proposedCase()
  await noteFraudCase(chanda, { ...named, text }, desk)
  const declined = { ...named, decision: 'reject', reason } as const
  expect(await decideProposal(bahati, declined, desk)).toMatchObject({
    status: 'under_review',
    proposal: null,
  })
})

test('who works on a case, its priority and a reading do not end the proposal about it', async () => {
  const { desk } = world
  const { named, proposal_id } = await proposedCase()
  await claimFraudCase(bahati, named, desk)
  await assignFraudCase(chanda, { ...named, to: 'Bahati' }, desk)
  await prioritiseFraudCase(bahati, { ...named, priority: 2 }, desk)
  await openFraudCase(bahati, { ...named, reason }, desk)
  const accept = { ...named, decision: 'accept', proposal_id } as const
  expect(await decideProposal(bahati, accept, desk)).toMatchObject({ status: 'confirmed' })
})

const objectedCase = async () => {
  const named = await decidedCase('confirmed')
  await recordObjection(amani, { ...named, reason }, world.desk)
  return { named, accept: { ...named, decision: 'accept', reason } as const }
}

test('a note of an involved person does not end the proposed decision about an objection, and the second person reads it before', async () => {
  const { desk } = world
  const { named, accept } = await objectedCase()
  await decideObjection(dina, accept, desk)
  for (const add of [noteFraudCase, contactReporter]) {
    const { objection_proposal_id: proposal_id } = await shown(named)
    await add(amani, { ...named, text }, desk)
    const { objection } = await shown(named)
    expect(objection).toEqual({ by: 'Amani', proposal: { decision: 'accept', by: 'Dina' } })
    expect(await codeOf(decideObjection(elie, { ...accept, proposal_id }, desk))).toBe('changed_meanwhile')
  }
  // Without an id, the person may not have read the note.
  expect(await codeOf(decideObjection(elie, accept, desk))).toBe('changed_meanwhile')
  const { objection_proposal_id: proposal_id } = await shown(named)
  expect(await decideObjection(elie, { ...accept, proposal_id }, desk)).toMatchObject({
    ...{ status: 'under_review', objection: null },
  })
})

test('a reopened case ends the proposed decision about an objection', async () => {
  const { desk } = world
  const { named, accept } = await objectedCase()
  await decideObjection(dina, accept, desk)
  const { objection_proposal_id: proposal_id } = await shown(named)
  await reopenFraudCase(chanda, { ...named, reason }, desk)
  expect((await shown(named)).objection).toEqual({ by: 'Amani', proposal: null })
  expect(await codeOf(decideObjection(elie, { ...accept, proposal_id }, desk))).toBe('changed_meanwhile')
})

test('of two people who read no first word, the second one executes nothing', async () => {
  const { desk } = world
  const { accept } = await objectedCase()
  const unread = { ...accept, proposal_id: null }
  expect(await codeOf(decideObjection(dina, unread, desk))).toBeNull()
  expect(await codeOf(decideObjection(elie, unread, desk))).toBe('changed_meanwhile')
  const dismissed = { ...(await decidedCase('dismissed')), reason, proposal_id: null }
  expect(await codeOf(markReportFalse(amani, dismissed, desk))).toBeNull()
  expect(await codeOf(markReportFalse(bahati, dismissed, desk))).toBe('changed_meanwhile')
})

test('of a decline and an agreement at the same moment one counts', async () => {
  const { desk } = world
  const { named, accept } = await objectedCase()
  await decideObjection(dina, accept, desk)
  const fay = supervisor('Fay')
  const { objection_proposal_id: proposal_id } = await shown(named)
  const declined = { ...named, reason, proposal_id }
  const answers = await Promise.all([
    codeOf(decideObjection(elie, { ...accept, proposal_id }, desk)),
    ...[fay, dina].map((actor) => codeOf(declineObjectionDecision(actor, declined, desk))),
  ])
  expect(answers.toSorted()).toEqual(['changed_meanwhile', 'changed_meanwhile', null].toSorted())
  const dismissed = await decidedCase('dismissed')
  await markReportFalse(amani, { ...dismissed, reason }, desk)
  const { false_report_proposal_id } = await shown(dismissed)
  const agreed = { ...dismissed, reason, proposal_id: false_report_proposal_id }
  const others = await Promise.all([
    codeOf(markReportFalse(bahati, agreed, desk)),
    ...[chanda, amani].map((actor) => codeOf(declineReportFalse(actor, agreed, desk))),
  ])
  expect(others.toSorted()).toEqual(['changed_meanwhile', 'changed_meanwhile', null].toSorted())
})

test('after a note, a second person reads the case again before a report is false', async () => {
  const { desk } = world
  const named = await decidedCase('dismissed')
  await markReportFalse(amani, { ...named, reason }, desk)
  const { false_report_proposal_id: before } = await shown(named)
  expect(await noteFraudCase(amani, { ...named, text }, desk)).toMatchObject({ false_report: 'proposed' })
  const second = (more: object) => markReportFalse(bahati, { ...named, reason, ...more }, desk)
  expect(await codeOf(second({ proposal_id: before }))).toBe('changed_meanwhile')
  expect(await codeOf(second({}))).toBe('changed_meanwhile')
  const { false_report_proposal_id: proposal_id } = await shown(named)
  expect(await second({ proposal_id })).toMatchObject({ false_report: 'yes' })
})

test('a person who decided nothing about the case declines the decision about an objection, which stays open', async () => {
  const { desk } = world
  const named = await decidedCase('confirmed')
  const declined = { ...named, reason: 'The stamps are not genuine.' }
  const decline = (actor: Actor, more = {}) =>
    codeOf(declineObjectionDecision(actor, { ...declined, ...more }, desk))
  expect(await decline(dina)).toBe('no_objection')
  await recordObjection(amani, { ...named, reason }, desk)
  expect(await decline(dina)).toBe('no_proposal')
  await decideObjection(dina, { ...named, decision: 'accept', reason }, desk)
  expect(await decline(supervisor('Amani'))).toBe('uninvolved_person_required')
  expect(await decline(bahati)).toBe('not_permitted')
  expect(await decline(elie, { proposal_id: 'another' })).toBe('changed_meanwhile')
  const { objection_proposal_id: proposal_id } = await shown(named)
  expect(await decline(elie, { proposal_id })).toBeNull()
  const after = await shown(named)
  expect(after.objection).toEqual({ by: 'Amani', proposal: null })
  expect(after.timeline.at(-1)).toMatchObject({ act: 'decline_objection_decision', text: declined.reason })
  // The first person takes an own decision back.
  await decideObjection(dina, { ...named, decision: 'reject', reason }, desk)
  expect(await decline(dina)).toBeNull()
  // Who declined about this objection still decides about it, and not about the next one.
  await decideObjection(elie, { ...named, decision: 'reject', reason }, desk)
  expect(await decideObjection(dina, { ...named, decision: 'reject', reason }, desk)).toMatchObject({
    objection: null,
  })
  await recordObjection(amani, { ...named, reason }, desk)
  const again = decideObjection(elie, { ...named, decision: 'reject', reason }, desk)
  expect(await codeOf(again)).toBe('uninvolved_person_required')
})

test('a second person declines to call a report false, and the first one takes it back', async () => {
  const { desk } = world
  const named = await decidedCase('dismissed')
  const decline = (actor: Actor, more = {}) =>
    codeOf(declineReportFalse(actor, { ...named, reason: 'It was an error.', ...more }, desk))
  expect(await decline(bahati)).toBe('no_proposal')
  for (const actor of [bahati, amani]) {
    await markReportFalse(amani, { ...named, reason }, desk)
    expect(await decline(actor, { proposal_id: 'another' })).toBe('changed_meanwhile')
    expect(await decline(actor)).toBeNull()
    expect((await shown(named)).false_report).toBe('no')
  }
  expect((await shown(named)).timeline.at(-1)).toMatchObject({
    ...{ act: 'decline_false_report', actor: 'Amani', text: 'It was an error.' },
  })
})
