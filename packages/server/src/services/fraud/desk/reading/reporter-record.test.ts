import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideProposal, proposeDecision, reopenFraudCase, startFraudCase } from '../case-acts.ts'
import { amani, bahati, chanda, type DeskWorld, startDeskWorld } from '../desk-world.fixture.ts'
import { listFraudCases, showFraudCase } from './read-cases.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld('production')
})
afterAll(() => world.stop())

const phone = { phone_number: '+243810000099' }

test('a report that one reporter sends again is marked, and no other one', async () => {
  const application = world.newApplication()
  const first = await world.report({ subject: phone }, application)
  const second = await world.report({ subject: phone }, application)
  const otherType = await world.report({ subject: phone, type: 'sim_swap' }, application)
  const otherReporter = await world.report({ subject: phone })
  const { desk } = world
  const { data } = await listFraudCases(amani, { environment: 'production', limit: 100 }, desk)
  const marked = Object.fromEntries(data.map((one) => [one.case_number, one.duplicates_of_reporter]))
  expect(marked).toMatchObject({
    [first.number]: [second.number],
    [second.number]: [first.number],
    [otherType.number]: [],
    [otherReporter.number]: [],
  })
  expect((await showFraudCase(amani, second.named, desk)).duplicates_of_reporter).toEqual([first.number])
  await startFraudCase(amani, first.named, desk)
  await proposeDecision(amani, { ...first.named, status: 'dismissed', reason: 'twice' }, desk)
  await decideProposal(amani, { ...first.named, decision: 'accept' }, desk)
  expect((await showFraudCase(amani, second.named, desk)).duplicates_of_reporter).toEqual([])
})

test('a case shows what became of the reports of its reporter', async () => {
  const application = world.newApplication()
  const { desk } = world
  const decided = async (status: 'confirmed' | 'dismissed') => {
    const { named } = await world.report({ subject: { full_name: 'A' } }, application)
    await startFraudCase(amani, named, desk)
    await proposeDecision(amani, { ...named, status, reason: 'r' }, desk)
    await decideProposal(bahati, { ...named, decision: 'accept' }, desk)
    return named
  }
  await decided('confirmed')
  await decided('dismissed')
  const wrong = await decided('confirmed')
  await reopenFraudCase(chanda, { ...wrong, reason: 'another person' }, desk)
  expect((await showFraudCase(amani, wrong, desk)).reporter).toEqual({
    application_id: application.applicationId,
    ...{ reports: 3, confirmed: 1, dismissed: 1, reopened: 1, false_reports: 0 },
  })
})
