import { Refusal } from '@nani/foundation/core/index.ts'
import { poolLike } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photographOf } from '../../../testing/devices/citizen-devices.ts'
import type { Handle } from '../handles.ts'
import { groupReads } from '../requests/grouped-reads.ts'
import type { ApprovalNeeds } from './approval-needs.ts'
import { maxOtherFaces } from './other-faces.ts'
import { approvalCalls } from './testing/approval-calls.ts'
import { openApprovals } from './testing/approvals-world.ts'
import { askingIn } from './testing/asking.ts'

const [victim, other] = ['COD-1111-0000-2101', 'COD-1111-0000-2102']
let world: Awaited<ReturnType<typeof openApprovals>>
beforeAll(async () => {
  world = await openApprovals([victim, other])
})
afterAll(() => world.stop())

type Device = Awaited<ReturnType<typeof world.enrol>>
const { ask, statusOf, facts } = askingIn(() => world)

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
/** Approves with a photograph: the device signs, as it does for anyone who holds it. */
const approve = async (
  device: Device,
  handle: Handle,
  image: Buffer,
  needs: Parameters<typeof approvalCalls>[0] & Pick<ApprovalNeeds, 'databases'> = world.dependencies,
) => {
  const { approvals } = await approvalCalls(world.dependencies).find(device.session, 42)
  const [found] = approvals
  const signature = { signature: device.signature(found?.to_sign ?? '') }
  const approving = { number: 42, signature, image }
  return refusalOf(approvalCalls(needs).approve(device.session, handle, approving, facts()))
}

test('a stolen device shows ten other faces in a day; the other devices of the citizen go on', async () => {
  const [stolen, own] = [await world.enrol(victim), await world.enrol(victim)]
  const photographs = ['screen', `face ${other}`]
  for (let index = 0; index < maxOtherFaces; index++) {
    const image = Buffer.from(photographs[index % 2] ?? '')
    expect(await approve(stolen, await ask(victim), image)).toBe('face_not_recognised')
  }
  const compared = world.checks.faces
  const handle = await ask(victim)
  const typed = approvalCalls(world.dependencies).checkNumber(stolen.session, handle, 42, facts())
  expect(await refusalOf(typed)).toBe('too_many_attempts')
  // Not even the right face: nothing is compared any more.
  expect(await approve(stolen, handle, photographOf(victim))).toBe('too_many_attempts')
  expect([world.checks.faces, await statusOf(handle)]).toEqual([compared, 'waiting'])
  expect(await approve(own, handle, photographOf(victim))).toBeNull()

  await world.pool.query(`update sign_in_requests set other_face_at = other_face_at - interval '1 day'`)
  expect(await approve(stolen, await ask(victim), photographOf(victim))).toBeNull()
})

test('nothing is compared while a database with faces of the device may not answer', async () => {
  const device = await world.enrol(other)
  const handle = await ask(other)
  const { pool } = world
  const north = { name: 'north', pool: null as typeof pool | null }
  const needs = { ...world.dependencies, databases: () => [{ name: 'home', pool }, north] }
  const compared = world.checks.faces
  const typed = () => approvalCalls(needs).checkNumber(device.session, handle, 42, facts())
  expect(await refusalOf(typed())).toBe('overloaded')
  expect(await approve(device, handle, photographOf(other), needs)).toBe('overloaded')
  expect([world.checks.faces, await statusOf(handle)]).toEqual([compared, 'waiting'])
  north.pool = pool
  expect(await refusalOf(typed())).toBeNull()
})

test('a typed number takes one connection at a time', async () => {
  const device = await world.enrol(other)
  const handle = await ask(other)
  const pool = poolLike(world.pool, { maxConnections: 1, statementTimeoutMs: 5_000, onError: () => {} })
  const needs = {
    ...world.dependencies,
    ...{ pool, reads: groupReads(pool, world.clock), databases: () => [{ name: 'home', pool }] },
  }
  try {
    const typed = approvalCalls(needs).checkNumber(device.session, handle, 42, facts())
    expect(await refusalOf(typed)).toBeNull()
  } finally {
    await pool.end()
  }
})

test('a photograph that cannot be used is no other face', async () => {
  const device = await world.enrol(other)
  const handle = await ask(other)
  for (let index = 0; index <= maxOtherFaces; index++)
    expect(await approve(device, handle, Buffer.from('fog'))).toBe('face_capture')
  expect(await approve(device, handle, photographOf(other))).toBeNull()
})
