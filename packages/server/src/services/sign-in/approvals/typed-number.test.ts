import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, photographOf } from '../../../testing/devices/citizen-devices.ts'
import { type Handle, handleText } from '../handles.ts'
import { approvalCalls } from './testing/approval-calls.ts'
import { openApprovals } from './testing/approvals-world.ts'
import { askingIn } from './testing/asking.ts'

const numbers = Array.from({ length: 12 }, (_, index) => `COD-1111-0000-${3001 + index}`)
let next = 0
const newPerson = () => numbers[next++] as string

let world: Awaited<ReturnType<typeof openApprovals>>
beforeAll(async () => {
  world = await openApprovals(numbers)
})
afterAll(() => world.stop())

type Device = Awaited<ReturnType<typeof world.enrol>>
const { ask, statusOf, facts } = askingIn(() => world)
const check = (device: Device, handle: Handle, number: number) =>
  approvalCalls(world.dependencies).checkNumber(device.session, handle, number, facts())
const find = async (device: Device, number: number) =>
  (await approvalCalls(world.dependencies).find(device.session, number)).approvals.map(({ id }) => id)
const report = (device: Device, handle: Handle) =>
  approvalCalls(world.dependencies).report(device.session, handle, facts())
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )
const outcomesOf = async (device: Device) => {
  const { rows } = await world.pool.query(
    'select outcome from audit_entries where subject = $1 order by at, request_id',
    [device.session.citizen],
  )
  return rows.map(({ outcome }) => outcome)
}
/** Everything in an answer that is a number or looks like one. */
const textOf = (answer: unknown) => JSON.stringify(answer)

test('nothing that a device reads before the number is typed depends on the number of the page', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId, 42)
  const seen = async () => textOf(await approvalCalls(world.dependencies).list(device.session))
  const before = await seen()
  await world.pool.query('update sign_in_requests set shown_number = 77 where request_id = $1', [
    handle.requestId,
  ])
  expect(await seen()).toBe(before)
  expect(before).not.toContain('number')
})

test('the right number leaves the request open, and a wrong one ends it before any photograph is sent', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId, 42)
  await check(device, handle, 42)
  expect(await statusOf(handle)).toBe('waiting')
  expect(await refusalOf(check(device, handle, 24))).toBe('number_wrong')
  expect(await statusOf(handle)).toBe('declined')
  expect(await outcomesOf(device)).toEqual(['number_wrong'])
  // There is no second attempt, also not with the right number.
  expect(await refusalOf(check(device, handle, 42))).toBe('approval_ended')
})

test('an approval needs the number as well, so that no app leaves the first step out', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId, 42)
  const approving = {
    number: 43,
    signature: { signature: 'any' },
    app,
    image: photographOf(numbers[0] as string),
  }
  expect(
    await refusalOf(approvalCalls(world.dependencies).approve(device.session, handle, approving, facts())),
  ).toBe('number_wrong')
  expect(await statusOf(handle)).toBe('declined')
})

test('a number that is searched counts for every request: an app cannot try one after the other', async () => {
  const device = await world.enrol(newPerson())
  const { svcId } = device.session.actor
  const own = await ask(svcId, 42)
  const strange = await ask(svcId, 55, '198.51.100.4')
  world.announced.length = 0
  expect(await find(device, 42)).toEqual([handleText(own)])
  expect(await statusOf(strange)).toBe('declined')
  expect(world.announced).toContain(strange.requestId)
  expect(await statusOf(own)).toBe('waiting')
  for (let number = 10; number < 13; number++) expect(await find(device, number)).toEqual([])
  expect(await statusOf(own)).toBe('declined')
  expect(await find(device, 42)).toEqual([])
})

test('a searched number ends no request of another citizen', async () => {
  const device = await world.enrol(newPerson())
  const other = await world.enrol(newPerson())
  const handle = await ask(other.session.actor.svcId, 42)
  expect(await find(device, 10)).toEqual([])
  expect(await statusOf(handle)).toBe('waiting')
})

test('"I did not start this" ends the other requests of the network for this citizen alone, and raises an alarm', async () => {
  const device = await world.enrol(newPerson())
  const other = await world.enrol(newPerson())
  const { svcId } = device.session.actor
  const attacker = '198.51.100.9'
  const first = await ask(svcId, 42, attacker)
  const second = await ask(svcId, 43, attacker)
  const own = await ask(svcId, 44, '203.0.113.99')
  const ofOther = await ask(other.session.actor.svcId, 45, attacker)
  await refusalOf(check(device, first, 11))
  expect(await refusalOf(report(other, first))).toBe('approval_ended')
  world.announced.length = 0
  world.alarms.length = 0
  // An application has one alarm of a kind each hour, and the tests run in any order.
  await world.pool.query('delete from alarms')
  expect(await report(device, first)).toBe(1)
  expect(await Promise.all([second, own, ofOther].map(statusOf))).toEqual(['declined', 'waiting', 'waiting'])
  expect(world.announced).toEqual([second.requestId, device.session.citizen.toString('hex')])
  const alarm = { application_id: first.applicationId, kind: 'sign_in_not_started' }
  expect(world.alarms).toMatchObject([{ ...alarm, details: { requests_ended: 2 } }])
  const { rows } = await world.pool.query('select application_id, kind, details from alarms')
  expect(rows).toEqual([{ ...alarm, details: { requests_ended: 2 } }])
  expect(await outcomesOf(device)).toEqual(['number_wrong', 'not_started'])
  // Once for each request, so that no one fills the audit log.
  expect(await refusalOf(report(device, first))).toBe('approval_ended')
})

test('a request that still waits, and one that was approved, cannot be reported', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId, 42)
  expect(await refusalOf(report(device, handle))).toBe('approval_ended')
  await world.pool.query(`update sign_in_requests set status = 'approved' where request_id = $1`, [
    handle.requestId,
  ])
  expect(await refusalOf(report(device, handle))).toBe('approval_ended')
  const declined = await ask(device.session.actor.svcId, 42)
  await approvalCalls(world.dependencies).decline(device.session, declined, facts())
  expect(await report(device, declined)).toBe(0)
})
