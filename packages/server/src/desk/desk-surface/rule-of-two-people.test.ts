import type { OperatorRole } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredActs } from '../../../../../testing/declared-acts.ts'
import { disableOperator } from '../operators/index.ts'
import { type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { openSharedActs, type Person, type SharedAct } from './testing/shared-acts.ts'

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

const covered = [
  ...['reviews.decide_proposal', 'applications.restore_service', 'organizations.suspend'],
  ...['enrolment.correct_citizen', 'operators.recover_second_factor'],
  ...['members.recover_second_factor_by_operators', 'billing.adjust', 'cases.decide'],
  ...['cases.decide_objection', 'cases.false_report'],
]

test('one person alone, a disabled one and a proposal of yesterday execute nothing, and of two at once one does', {
  timeout: 240_000,
}, async () => {
  const setUp = await world.enrol(roles)
  const acts = Object.entries(await openSharedActs(world, setUp))
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

  // What a second person declined is not executed by a third one.
  for (const [, one] of acts) await propose(one, late)
  const decliner = await world.signInAgain(second)
  for (const [name, { decline }] of acts)
    expect({ name, status: (await decline(decliner)).status }).toEqual({ name, status: 200 })
  for (const [name, { decline }] of acts)
    expect({ name, isRefused: (await decline(decliner)).status >= 400 }).toEqual({ name, isRefused: true })
  for (const [, one] of acts) if (one.propose) await one.act(decliner)
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
/** Their two people are in tests of their own: models, calibrations and generated people. */
const elsewhere: readonly string[] = [
  ...['face_calibrations.activate', 'credit_models.accept_generated', 'credit_models.activate'],
  'register.delete_synthetic',
]

test('every act that needs two people is in this table, or named with the reason why it is not', async () => {
  const declared = (await declaredActs())
    .map(({ declaration }) => declaration)
    .filter(({ secondPerson, actors }) => secondPerson && actors.operator)
  const known = new Set([...covered, ...sameCode, ...elsewhere])
  expect(declared.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
