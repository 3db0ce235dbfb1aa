import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCitizen } from '../../../testing/citizen.ts'
import { codeOfMessage, openDevices, photographOf } from '../../../testing/devices/citizen-devices.ts'

const people = Array.from({ length: 40 }, (_, index) => `COD-1111-0000-${1001 + index}`)
let next = 0
const newPerson = () => people[next++] as string
let world: Awaited<ReturnType<typeof openDevices>>
beforeAll(async () => {
  world = await openDevices(people.map((svc_id) => testCitizen({ svc_id })))
})
afterAll(() => world.stop())
beforeEach(() => {
  world.delay.ms = 0
  world.raised.length = 0
})

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return { code: error.code, ...error.context }
      throw error
    },
  )
let networks = 0
/** An address of a network of its own. */
const stranger = () => `2001:db8:${(++networks).toString(16)}::1`
const wrong = '0000-0000'
/** Wrong codes of a stranger, five in each enrolment, each enrolment from another network. */
const guess = async (victim: string, times: number) => {
  for (let left = times; left > 0; left -= 5) {
    const { id } = await world.start(victim, stranger())
    for (let index = 0; index < Math.min(5, left); index++)
      await refusalOf(world.devices.checkCode(id, wrong))
  }
}
const age = (minutes: number) =>
  world.pool.query(
    `update device_enrolments set created_at = created_at - make_interval(mins => $1),
       expires_at = expires_at - make_interval(mins => $1), code_ends_at = code_ends_at - make_interval(mins => $1),
       reported_at = reported_at - make_interval(mins => $1)`,
    [minutes],
  )
const codesTo = (from: number) =>
  world.written.slice(from).filter(({ to, kind }) => to !== null && kind === 'code')

test('the message shows the code, and its last line binds it to the app', async () => {
  await world.start(newPerson())
  const { text } = world.written.at(-1) as { text: string }
  const code = codeOfMessage(text)
  expect(code).toMatch(/^.{4}-.{4}$/)
  expect(text.split('\n').at(-1)).toBe(`@localhost #${code.replace('-', '')}`)
})

test('after fifty wrong codes the code counts only where its message was asked for', async () => {
  const victim = newPerson()
  // The limit of messages is used up, so that further enrolments share the last code.
  await world.start(victim, stranger())
  await world.start(victim, stranger())
  const own = await world.start(victim, '198.51.100.7')
  const code = world.lastCode()
  const shared = await world.start(victim, stranger())
  await guess(victim, 49)
  const early = await world.start(victim, stranger())
  await world.devices.checkCode(early.id, code)
  await guess(victim, 1)
  expect(await refusalOf(world.devices.checkCode(shared.id, code))).toEqual({ code: 'code_ended' })
  await world.devices.checkCode(own.id, code)
})

test('strangers who guess do not lock the citizen out: a further enrolment has a message of its own', async () => {
  const victim = newPerson()
  for (let index = 0; index < 3; index++) await world.start(victim, stranger())
  await guess(victim, 50)
  const before = world.written.length
  const { id } = await world.start(victim, '198.51.100.8')
  expect(codesTo(before)).toHaveLength(1)
  await world.devices.checkCode(id, world.lastCode())
  await world.devices.checkFace(id, photographOf(victim))
})

test('wrong codes at the same time in many enrolments are all summed', async () => {
  const victim = newPerson()
  const ids = []
  for (let index = 0; index < 14; index++) ids.push((await world.start(victim, stranger())).id)
  const shared = ids.slice(3)
  await Promise.all(
    shared.flatMap((id) => Array.from({ length: 5 }, () => refusalOf(world.devices.checkCode(id, wrong)))),
  )
  const { rows } = await world.pool.query<{ wrong: number }>(
    `select max(wrong_of_message) as wrong from device_enrolments where enrolment_hash = sha256($1)`,
    [Buffer.from(ids[2] as string)],
  )
  expect(rows[0]?.wrong).toBe(50)
})

test('a code lives ten minutes, and its enrolment thirty', async () => {
  const victim = newPerson()
  const { id } = await world.start(victim)
  const code = world.lastCode()
  await age(9)
  const second = await world.start(victim)
  await age(2)
  expect(await refusalOf(world.devices.checkCode(id, code))).toEqual({ code: 'code_ended' })
  await world.devices.checkCode(second.id, world.lastCode())
  await age(20)
  expect(await refusalOf(world.devices.checkCode(id, code))).toEqual({ code: 'enrolment_ended' })
})

test('a text that is no code costs no attempt', async () => {
  const { id } = await world.start(newPerson())
  for (let index = 0; index < 6; index++) expect(await world.devices.checkCode(id, '49302')).toBe(false)
  const code = world.lastCode().toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(await world.devices.checkCode(id, code)).toBe(true)
})

test.each(['a citizen', 'COD-9999-0000-0001'])(
  'twenty wrong codes within an hour for %s are reported once',
  async (who) => {
    const victim = who === 'a citizen' ? newPerson() : who
    const informed: Buffer[] = []
    world.context.codesGuessed.subscribe(({ citizen }) => informed.push(citizen))
    const warnings = () => world.written.filter(({ kind, text }) => kind === 'warning' && text !== '').length
    const before = warnings()
    await guess(victim, 19)
    expect([warnings() - before, world.raised.length, informed.length]).toEqual([0, 0, 0])
    await guess(victim, 11)
    expect([warnings() - before, world.raised, informed.length]).toEqual([1, ['codes_guessed'], 1])
    const warning = world.written.findLast(({ kind }) => kind === 'warning')
    expect(warning?.to === null).toBe(who !== 'a citizen')
    await age(61)
    await guess(victim, 20)
    expect(warnings() - before).toBe(2)
  },
)

test.each([
  ['an address', 60, (index: number) => `192.0.2.${index < 60 ? 1 : 2}`],
  ['a /24', 240, (index: number) => (index < 240 ? `100.64.1.${index}` : '100.64.2.1')],
  ['a /64', 60, (index: number) => `2001:db9:0:${index < 60 ? 0 : 1}::${index + 1}`],
  ['a /56', 120, (index: number) => `2001:dba:0:${(index < 120 ? index : 256).toString(16)}::1`],
  ['a /48', 240, (index: number) => `2001:dbb:${index < 240 ? 0 : 1}:${(index * 256).toString(16)}::1`],
])(
  '%s begins at most %i enrolments in an hour, and the network next to it its own',
  async (_name, max, addressOf) => {
    const begin = (index: number, address: string) =>
      refusalOf(world.start(`COD-9999-${2000 + max}-${1000 + index}`, address))
    for (let index = 0; index < max; index++) expect(await begin(index, addressOf(index))).toBeNull()
    expect(await begin(max, addressOf(max - 1))).toMatchObject({ code: 'too_many_attempts' })
    expect(await begin(max, addressOf(max))).toBeNull()
  },
)

test.each([
  ['an address', 100, '192.0.3.1', '192.0.3.1', '192.0.3.2'],
  ['a /24', 400, '100.64.3.1', '100.64.3.2', '100.64.4.1'],
  ['a /64', 100, '2001:dbc::1', '2001:dbc::2', '2001:dbc:0:1::1'],
  ['a /56', 200, '2001:dbd:0:1::1', '2001:dbd:0:2::1', '2001:dbd:0:100::1'],
  ['a /48', 400, '2001:dbe:0:100::1', '2001:dbe:0:200::1', '2001:dbe:1::1'],
])(
  '%s has at most %i wrong codes in an hour; a code of the network next to it still counts',
  async (_name, max, guessing, same, nextTo) => {
    const begun = async (address: string) => {
      const { id } = await world.start(newPerson(), address)
      return { id, code: world.lastCode() }
    }
    const guessed = await begun(guessing)
    const [own, other] = [await begun(same), await begun(nextTo)]
    const setWrong = (wrongCodes: number) =>
      world.pool.query('update device_enrolments set wrong_codes = $2 where enrolment_hash = sha256($1)', [
        Buffer.from(guessed.id),
        wrongCodes,
      ])
    const refused = { code: 'too_many_attempts' }
    await setWrong(max)
    expect(await refusalOf(world.devices.checkCode(own.id, own.code))).toMatchObject(refused)
    expect(await refusalOf(world.start(newPerson(), same))).toMatchObject(refused)
    await world.devices.checkCode(other.id, other.code)
    // One wrong code fewer: the next one still counts, and the one after it does not.
    await setWrong(max - 1)
    expect(await refusalOf(world.devices.checkCode(own.id, wrong))).toMatchObject({ code: 'code_wrong' })
    expect(await refusalOf(world.devices.checkCode(own.id, own.code))).toMatchObject(refused)
  },
)

const secondsUntil = ({ next_message_at }: { next_message_at: Date }) =>
  Math.round((+next_message_at - Date.now()) / 1_000)

test.each(['a citizen', 'COD-9999-0000-0002'])(
  'the answer for %s says when the next message is possible',
  async (who) => {
    const identifier = who === 'a citizen' ? newPerson() : who
    const waits: number[] = []
    for (let index = 0; index < 4; index++)
      waits.push(secondsUntil(await world.start(identifier, stranger())))
    for (const wait of waits.slice(0, 2)) expect(Math.abs(wait - 60)).toBeLessThan(10)
    for (const wait of waits.slice(2)) expect(Math.abs(wait - 600)).toBeLessThan(15)
  },
)

test.each(['a citizen', 'COD-9999-0000-0003'])(
  'a message for %s that would leave too late is not written, and the answer says when',
  async (who) => {
    const identifier = who === 'a citizen' ? newPerson() : who
    const before = world.written.length
    world.delay.ms = 301_000
    expect(await refusalOf(world.start(identifier, stranger()))).toEqual({
      code: 'message_delayed',
      next_message_at: '1970-01-01T00:05:01.000Z',
    })
    expect(world.written.slice(before)).toEqual([])
    world.delay.ms = 299_000
    await world.start(identifier, stranger())
    world.delay.ms = 301_000
    // The last code still counts.
    await world.start(identifier, stranger())
    expect(world.written.slice(before).filter(({ kind }) => kind === 'code')).toHaveLength(1)
  },
)
