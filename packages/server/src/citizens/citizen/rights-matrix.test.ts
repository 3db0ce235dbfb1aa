import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Declaration, pathParameters } from '../../gateway/acts/index.ts'
import { type OriginWorld, owner, startOrigin, stranger } from './testing/origin-world.ts'

/*
 * Act × {no session, another citizen, other environment}, from the declarations. An object of another citizen or of
 * another environment answers exactly like one that does not exist.
 */

/** Open to people without a session, each with the reason. The list may only become shorter. */
const withoutSession: Readonly<Record<string, string>> = {
  'enrolments.start': 'A citizen without a device begins here.',
  'enrolments.resume': 'The id of the enrolment is the proof.',
  'enrolments.check_code': 'The id of the enrolment is the proof.',
  'devices.check_face': 'The id of the enrolment is the proof.',
  'devices.enrol': 'The id of the enrolment is the proof.',
  'sessions.challenge': 'A device asks for the text that it signs.',
  'sessions.open': 'The signature of the device is the proof.',
  'sessions.end': 'It ends the session of the cookie, if there is one.',
  'devices.find_by_message': 'The secret of the message is the proof.',
  'devices.revoke_by_message': 'The secret of the message is the proof.',
  'documentation.read': 'The description of the API is public.',
}

/** The members of a body that an act needs. */
const bodies: Readonly<Record<string, object>> = {
  'citizens.change_settings': { notify_accesses: false },
  'consents.approve_on_device': { signature: 'x' },
  'disputes.open': { text: 'I do not know this bank.' },
  'push.subscribe': {
    subscription: { endpoint: 'https://push.example/1', keys: { p256dh: 'k', auth: 's' } },
  },
  'sign_ins.answer': { decision: 'deny' },
  'sign_ins.check_number': { number: 42 },
  'sign_ins.find': { number: 99 },
}

type Caller = { secret: string | null }
type Row = { declaration: Declaration; method: string; path: string }

let world: OriginWorld
let rows: Row[]
/** The ids of what the owner has, by the first part of the path. */
let objects: Record<string, string>
const callers: Record<'owner' | 'other' | 'elsewhere', Caller> = {
  owner: { secret: null },
  other: { secret: null },
  elsewhere: { secret: null },
}

beforeAll(async () => {
  world = await startOrigin()
  const declared = world.routes.flatMap(({ config }) => config?.act ?? [])
  rows = [...new Set(declared)].map((declaration) => {
    const [method = '', path = ''] = (declaration.routes.citizen ?? '').split(' ')
    return { declaration, method, path }
  })
  const first = await world.enrol(owner)
  const elsewhere = await world.enrol(owner)
  const other = await world.enrol(stranger)
  // A citizen is in one environment. This session says another one, as a faulty release could.
  await world.pool.query(`update citizen_devices set environment = 'sandbox' where device_id = $1`, [
    elsewhere.id,
  ])
  callers.owner = first
  callers.other = other
  callers.elsewhere = elsewhere
  await world.readBy(first)
  const { entries } = JSON.parse((await world.send('GET', '/accesses', first.secret)).text)
  objects = {
    ...{ accesses: entries[0].id, consents: await world.askConsent(), devices: first.id },
    approvals: await world.askSignIn(),
  }
})
afterAll(() => world?.stop())

const call = ({ declaration, method, path }: Row, { secret }: Caller, id: string) =>
  world.send(method, path.replace('{id}', id), secret, bodies[declaration.name])
const ofCitizens = () => rows.filter(({ declaration }) => declaration.actors.citizen)
const familyOf = ({ path }: Row) => path.split('/')[1] ?? ''
const isAboutObject = ({ declaration }: Row) =>
  pathParameters(declaration.routes.citizen ?? '').includes('id')

/** Everything that the owner sees. */
const seenByOwner = async () => {
  const paths = ['/approvals', '/consents', '/devices', '/accesses', '/disputes', '/history', '/push/key']
  const seen = []
  for (const path of paths) seen.push((await world.send('GET', path, callers.owner.secret)).text)
  return seen.map((text) => text.replace(/"server_time":"[^"]*"/, ''))
}

test('an act of citizens needs a session, and the list of the others is exact', async () => {
  const open = rows.filter(({ declaration }) => !declaration.actors.citizen)
  expect(open.map(({ declaration }) => declaration.name).toSorted()).toEqual(
    Object.keys(withoutSession).toSorted(),
  )
  for (const row of ofCitizens())
    for (const secret of [null, 'a'.repeat(43)]) {
      const { status, text } = await call(row, { secret }, 'x')
      expect([row.declaration.name, status, JSON.parse(text).error]).toEqual([
        ...[row.declaration.name, 401, 'not_signed_in'],
      ])
    }
})

/** A session that is not the owner's has the same answer for an object of the owner as for one that does not exist. */
const compareAnswers = async (row: Row, caller: Caller) => {
  const { name } = row.declaration
  const id = objects[familyOf(row)]
  if (id === undefined) throw new Error(`the matrix needs an object for ${name}`)
  const foreign = await call(row, caller, id)
  expect([name, foreign]).toEqual([name, await call(row, caller, `${id}x`)])
  expect(foreign.status, name).toBeGreaterThanOrEqual(400)
  expect(foreign.status, name).toBeLessThan(500)
}

/** An act without an object concerns the caller alone. */
const compareOwn = async (row: Row, caller: Caller) => {
  const { status, text } = await call(row, caller, '')
  expect([200, 404], row.declaration.name).toContain(status)
  for (const id of Object.values(objects)) expect(text, row.declaration.name).not.toContain(id)
}

// One test: the last step uses up what the owner has.
test('another citizen and another environment reach nothing of the owner, and the owner does', async () => {
  const before = await seenByOwner()
  for (const id of Object.values(objects)) expect(before.join()).toContain(id)
  for (const caller of [callers.other, callers.elsewhere]) {
    for (const row of ofCitizens())
      await (isAboutObject(row) ? compareAnswers(row, caller) : compareOwn(row, caller))
    expect(await seenByOwner()).toEqual(before)
  }
  for (const row of ofCitizens().filter(isAboutObject)) {
    const { status, text } = await call(row, callers.owner, objects[familyOf(row)] ?? '')
    const error = status < 400 ? null : JSON.parse(text).error
    // An answer that was given before is refused in another way.
    expect([row.declaration.name, ['not_found', 'internal_error'].includes(error)]).toEqual([
      ...[row.declaration.name, false],
    ])
  }
})
