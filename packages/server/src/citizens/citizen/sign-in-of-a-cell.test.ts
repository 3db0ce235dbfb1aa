import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handleText } from '../../services/sign-in/index.ts'
import { photographOf } from '../../testing/devices/citizen-devices.ts'
import { type CellWorld, startCellWorld } from './testing/cell-world.ts'

/** A citizen answers sign-ins of an application in a cell. */
const numbers = Array.from({ length: 8 }, (_, index) => `COD-1111-0000-${6101 + index}`)
let next = 0
let world: CellWorld
beforeAll(async () => {
  world = await startCellWorld(numbers)
})
afterAll(() => world?.stop())
beforeEach(() => {
  world.state.isAway = false
})

const newDevice = () => world.enrol(numbers[next++] ?? '')
type Device = Awaited<ReturnType<typeof newDevice>>
type Waiting = { approvals: { id: string; to_sign: string }[]; quiet?: boolean; unread?: string[] }
const waiting = (device: Device) => world.run<Waiting>('sign_ins.list_waiting', device)
const request = () => ({
  ...{ id: world.newId('req'), client_address: '203.0.113.7', method: 'POST', path: '/approvals/:id' },
})
const codeOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'done',
    ({ code }) => code,
  )
const answer = (device: Device, id: string, members: object) =>
  world.run('sign_ins.answer', device, { id, request: request(), ...members })
const approving = (device: Device, text: string) => ({
  ...{ decision: 'approve', number: 42, signature: device.signature(text) },
  image: photographOf(device.session.actor.svcId).toString('base64'),
})

test('a sign-in of a cell waits in the app, and its approval is in the cell with the evidence', async () => {
  const device = await newDevice()
  const handle = await world.asking.ask(device.session.actor.svcId)
  const id = handleText(handle)
  const { approvals, quiet } = await waiting(device)
  expect([approvals, quiet]).toMatchObject([[{ id, application: 'Guichet', organization: 'Banque' }], false])
  const members = approving(device, approvals[0]?.to_sign ?? '')

  world.state.isAway = true
  expect(await waiting(device)).toMatchObject({ approvals: [], unread: ['north'] })
  expect(await codeOf(answer(device, id, members))).toBe('overloaded')
  world.state.isAway = false
  const answers = await Promise.all([1, 2].map(() => codeOf(answer(device, id, members))))
  expect(answers.toSorted()).toEqual(['approval_ended', 'done'])
  expect(await world.asking.statusOf(handle)).toBe('approved')
  const evidence = await world.cell.query('select from sign_in_approvals where request_id = $1', [
    handle.requestId,
  ])
  expect(evidence.rowCount).toBe(1)
  const { rows } = await world.cell.query('select action from acts where subject = $1', [handle.requestId])
  expect(rows).toEqual([{ action: 'sign_ins.answer' }])
  expect(await world.run('history.list', device)).toMatchObject({
    entries: [{ kind: 'sign_in_approved', application: 'Guichet' }],
  })
})

test('a typed number finds requests of all databases, and ends those with another number in each', async () => {
  const device = await newDevice()
  const { svcId } = device.session.actor
  const [found, ended] = [await world.asking.ask(svcId, 42), await world.asking.ask(svcId, 43)]
  const { approvals } = await world.run<Waiting>('sign_ins.find', device, { number: 42 })
  expect(approvals.map(({ id }) => id)).toEqual([handleText(found)])
  expect(await world.asking.statusOf(ended)).toBe('declined')
  const checked = { id: handleText(found), number: 42, request: request() }
  expect(await world.run('sign_ins.check_number', device, checked)).toEqual({ status: 'number_right' })
  await answer(device, handleText(found), { decision: 'deny' })
  expect(
    await world.run('sign_ins.report', device, { id: handleText(found), request: request() }),
  ).toMatchObject({ status: 'reported' })
})

test('the faces that a device showed count in all databases together', async () => {
  const device = await newDevice()
  const { svcId, deviceId } = device.session.actor
  await world.home.query(
    `insert into sign_in_requests (application_id, request_id, environment, api_key, redirect_uri, scopes, code_challenge,
       browser_hash, shown_number, sealed_browser, expires_at, citizen, other_face_at, other_face_of)
     select $1, 'sgn_face_' || n, 'production', 'key', 'https://shop.example/', '{}', '', '', 42, '', now(), $2, now(), $3
     from generate_series(1, 10) n`,
    [world.application.application_id, device.session.citizen, deviceId],
  )
  const handle = await world.asking.ask(svcId)
  const { approvals } = await waiting(device)
  const members = approving(device, approvals[0]?.to_sign ?? '')
  expect(await codeOf(answer(device, handleText(handle), members))).toBe('too_many_attempts')
})
