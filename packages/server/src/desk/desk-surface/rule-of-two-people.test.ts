import type { OperatorRole } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredActs } from '../../../../../testing/declared-acts.ts'
import { disableOperator } from '../operators/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { reportedCase } from './testing/reported-case.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** The rule of two people, for every act that needs them: each is tried by one person, by a late one, and by two at once. */

let world: DeskWorld
const roles: OperatorRole[] = ['supervisor']
beforeAll(async () => {
  world = await startDesk()
})
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

type Person = Pick<DeskPerson, 'post' | 'get'>
type SharedAct = {
  /** Absent: the second person sends the same as the first one. */
  propose?(by: Person): Promise<unknown>
  /** Executes it, if the person is a second one. */
  act(by: Person): Promise<unknown>
  /** How often it was executed. */
  executed(): Promise<number>
}
const reason = 'A reason of this person.'

const countOf = async (text: string, values: unknown[]): Promise<number> =>
  (
    await world.database.pool.query<{ count: number }>(
      `select count(*)::integer as count from ${text}`,
      values,
    )
  ).rows[0]?.count ?? 0
const executedProposals = (subject: string) => () =>
  countOf(`proposals where status = 'executed' and subject like $1 || '%'`, [subject])

/** By the name of the act that decides. The two organizations are those of two reviews. */
const openScenarios = async (first: DeskPerson): Promise<Record<string, SharedAct>> => {
  const enhanced = await submittedReview(world, first, { scopes: ['kyc.religion'] })
  const plain = await submittedReview(world, first, { scopes: [] })
  await first.post(`/reviews/${plain.review}/propose`, { decision: 'approve', reason })
  await first.post(`/reviews/${plain.review}/decide`, { accept: true })
  await first.post(`/applications/${plain.application}/suspend`, { services: ['kyc_validation'], reason })
  const svcId = 'COD-7700-0000-0001'
  await first.post('/citizens', {
    ...{ svc_id: svcId, certified: true, level_of_assurance: 'LOA3', gender: 'female' },
    ...{ first_name: 'Odette', last_name: 'Kalenga', date_of_birth: '1990-04-03' },
  })
  const lost = await world.enrol(['reviewer'])
  const fraudCase = await reportedCase(world, enhanced.application)
  await first.post(`/cases/${fraudCase}/start`)
  const restore = { service: 'kyc_validation', reason }
  const correction = { changes: { first_name: 'Odile' }, reason }
  return {
    'reviews.decide_proposal': {
      propose: (by) => by.post(`/reviews/${enhanced.review}/propose`, { decision: 'approve', reason }),
      act: (by) => by.post(`/reviews/${enhanced.review}/decide`, { accept: true, reason }),
      executed: executedProposals(enhanced.review),
    },
    'applications.restore_service': {
      act: (by) => by.post(`/applications/${plain.application}/restore`, restore),
      executed: executedProposals(plain.application),
    },
    'organizations.suspend': {
      act: (by) => by.post(`/organizations/${plain.owner.organization}/suspend`, { reason }),
      executed: executedProposals(plain.owner.organization),
    },
    'enrolment.correct_citizen': {
      act: (by) => by.post(`/citizens/${svcId}/corrections`, correction),
      executed: () =>
        countOf(`proposals where status = 'executed' and act = 'enrolment.correct_citizen'`, []),
    },
    'operators.recover_second_factor': {
      act: (by) => by.post(`/operators/${lost.id}/second-factor-recovery`, { reason }),
      executed: executedProposals(lost.id),
    },
    'members.recover_second_factor_by_operators': {
      act: (by) => by.post(`/members/${plain.owner.id}/second-factor-recovery`, { reason }),
      executed: executedProposals(plain.owner.id),
    },
    'billing.adjust': {
      act: (by) =>
        by.post(`/billing/organizations/${enhanced.owner.organization}/adjust`, { amount: 5, reason }),
      executed: () => countOf('billing_proposals where executed_at is not null', []),
    },
    'cases.decide': {
      propose: (by) => by.post(`/cases/${fraudCase}/propose`, { status: 'confirmed', reason }),
      act: (by) => by.post(`/cases/${fraudCase}/decide`, { decision: 'accept', reason }),
      executed: () => countOf(`fraud_cases where status = 'confirmed' and case_id = $1`, [fraudCase]),
    },
  }
}
const covered = [
  ...['reviews.decide_proposal', 'applications.restore_service', 'organizations.suspend'],
  ...['enrolment.correct_citizen', 'operators.recover_second_factor'],
  ...['members.recover_second_factor_by_operators', 'billing.adjust', 'cases.decide'],
]

test('one person alone, a disabled one and a proposal of yesterday execute nothing, and of two at once one does', {
  timeout: 240_000,
}, async () => {
  const setUp = await world.enrol(roles)
  const acts = Object.entries(await openScenarios(setUp))
  expect(acts.map(([name]) => name)).toEqual(covered)
  const propose = (one: SharedAct, by: Person) => (one.propose ?? one.act)(by)
  const done = async () => {
    const names: string[] = []
    for (const [name, { executed }] of acts) if ((await executed()) > 0) names.push(name)
    return names
  }

  const first = await world.enrol(roles)
  for (const [, one] of acts) await propose(one, first)
  const otherSession = await world.signInAgain(first)
  for (const [, one] of acts) await one.act(otherSession)
  expect(await done()).toEqual([])

  const [second, third, fourth] = [
    await world.enrol(roles),
    await world.enrol(roles),
    await world.enrol(roles),
  ]
  await disableOperator(machine, { id: first.id }, world.operatorNeeds)
  // Its answer may be a first proposal of this person.
  for (const [, one] of acts) await one.act(second)
  expect(await done()).toEqual([])

  for (const [, one] of acts) await propose(one, second)
  world.platform.clock.advance(24 * 3_600_000)
  const late = await world.signInAgain(third)
  for (const [, one] of acts) await one.act(late)
  expect(await done()).toEqual([])

  for (const [, one] of acts) await propose(one, late)
  const both = [await world.signInAgain(second), await world.signInAgain(fourth)]
  for (const [, one] of acts) await Promise.all(both.map((by) => one.act(by)))
  const counts = await Promise.all(
    acts.map(async ([name, { executed }]) => [name, await executed()] as const),
  )
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(acts.map(([name]) => [name, 1])))
})

/** These share the code of an act above, or propose what it decides. */
const sameCode: readonly string[] = [
  ...['organizations.restore', 'reviews.propose', 'reviews.decide', 'cases.propose'],
  ...['billing.approve_payment', 'billing.approve_top_up', 'billing.change_mode', 'billing.credit_note'],
  ...['billing.return_unapplied', 'billing.void_invoice'],
]
/** Their two people are in tests of their own: objections, false reports, models, calibrations and generated people. */
const elsewhere: readonly string[] = [
  ...['cases.decide_objection', 'cases.false_report', 'face_calibrations.activate'],
  ...['credit_models.accept_generated', 'credit_models.activate', 'register.delete_synthetic'],
]

test('every act that needs two people is in this table, or named with the reason why it is not', async () => {
  const declared = (await declaredActs())
    .map(({ declaration }) => declaration)
    .filter(({ secondPerson, actors }) => secondPerson && actors.operator)
  const known = new Set([...covered, ...sameCode, ...elsewhere])
  expect(declared.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
