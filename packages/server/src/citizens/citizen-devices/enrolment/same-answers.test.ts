import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCitizen } from '../../../testing/citizen.ts'
import { openDevices, photographOf } from '../../../testing/devices/citizen-devices.ts'

/** Each person has one verified number, which no one else has. */
const person = (index: number) => {
  const [phone] = testCitizen().phone_numbers
  if (!phone) throw new Error('the test citizen has no telephone')
  const number = `+2438100020${String(index).padStart(2, '0')}`
  return testCitizen({
    ...{ svc_id: `COD-1111-0000-${2000 + index}`, phone_numbers: [{ ...phone, number, verified: true }] },
  })
}
const people = Array.from({ length: 12 }, (_, index) => person(index))
let next = 0
/** An svc_id and a telephone number: of one person, or of no one. */
type Pair = { svcId: string; phone: string }
const ofOnePerson = (): Pair => {
  const { svc_id: svcId, phone_numbers } = people[next++] as (typeof people)[number]
  return { svcId, phone: phone_numbers[0]?.number as string }
}
let unknown = 0
const ofNoOne = (): Pair => {
  unknown++
  return { svcId: `COD-9999-0000-${3000 + unknown}`, phone: `+2439990000${10 + unknown}` }
}

let world: Awaited<ReturnType<typeof openDevices>>
beforeAll(async () => {
  world = await openDevices(people)
})
afterAll(() => world.stop())
beforeEach(() => {
  world.delay.ms = 0
})

let networks = 0
/** An address of a network of its own. */
const stranger = () => `2001:db8:${(++networks).toString(16)}::1`
const age = (minutes: number) =>
  world.pool.query(
    `update device_enrolments set created_at = created_at - make_interval(mins => $1),
       expires_at = expires_at - make_interval(mins => $1), code_ends_at = code_ends_at - make_interval(mins => $1)`,
    [minutes],
  )

/** The answer to a stranger: when the next message is possible, in minutes, or the refusal. */
const answer = async (identifier: string, address = stranger()) => {
  const of = ({ code, ...more }: { code: string }) => [code, Object.keys(more)]
  try {
    const started = await world.start(identifier, address)
    return { id: started.id, seen: Math.round((+started.next_message_at - Date.now()) / 60_000) }
  } catch (error) {
    if (error instanceof Refusal) return { id: '', seen: of({ code: error.code, ...error.context }) }
    throw error
  }
}
const tryCode = (id: string) =>
  world.devices.checkCode(id, '0000-0000').then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return { code: error.code, ...error.context }
      throw error
    },
  )

/** What a stranger sees who types these texts one after the other. */
type Attack = (pair: Pair) => Promise<unknown>
const attacks: [string, Attack][] = [
  [
    'the messages for one identifier after those for another',
    async ({ svcId, phone }) => {
      const seen = []
      for (const text of [...Array(4).fill(svcId), ...Array(4).fill(phone)])
        seen.push((await answer(text)).seen)
      return seen
    },
  ],
  [
    'a text that differs in a sign from an identifier, after the messages for it',
    async ({ svcId }) => {
      const texts = [svcId, svcId, svcId, svcId.replaceAll('-', '_')]
      const seen = []
      for (const text of texts) seen.push((await answer(text)).seen)
      return seen
    },
  ],
  [
    'many enrolments from one network with two identifiers',
    async ({ svcId, phone }) => {
      const address = stranger()
      const seen = []
      for (let index = 0; index < 14; index++) seen.push((await answer(svcId, address)).seen)
      for (let index = 0; index < 2; index++) seen.push((await answer(phone, address)).seen)
      seen.push((await answer(svcId.replaceAll('-', '_'), address)).seen)
      return seen
    },
  ],
  [
    'the messages of a day from one network with two identifiers',
    async ({ svcId, phone }) => {
      const address = stranger()
      const seen = []
      for (let index = 0; index < 6; index++) {
        if (index === 3) await age(11)
        seen.push((await answer(svcId, address)).seen)
      }
      await age(11)
      seen.push((await answer(phone, address)).seen, (await answer(svcId, address)).seen)
      return seen
    },
  ],
  [
    'a message that leaves too late, while another identifier has a code',
    async ({ svcId, phone }) => {
      await answer(svcId)
      world.delay.ms = 301_000
      const seen = [(await answer(phone)).seen, (await answer(svcId)).seen]
      world.delay.ms = 0
      return seen
    },
  ],
  [
    'a code that is tried when the code of another identifier has ended',
    async ({ svcId, phone }) => {
      for (let index = 0; index < 3; index++) await answer(svcId)
      await age(8)
      const { id } = await answer(phone)
      await age(4)
      const seen = [await tryCode(id)]
      await age(7)
      return [...seen, await tryCode(id)]
    },
  ],
  [
    'a code that is tried after many wrong codes for another identifier',
    async ({ svcId, phone }) => {
      for (let index = 0; index < 3; index++) await answer(svcId)
      const { id } = await answer(phone)
      const shared = await answer(phone)
      for (let enrolment = 0; enrolment < 10; enrolment++) {
        const other = await answer(svcId)
        for (let index = 0; index < 5; index++) await tryCode(other.id)
      }
      return [await tryCode(id), await tryCode(shared.id), (await answer(phone)).seen]
    },
  ],
]

test.each(attacks)(
  'an answer does not show who exists, nor which identifiers belong together: %s',
  async (_what, attack) => {
    expect(await attack(ofOnePerson())).toEqual(await attack(ofNoOne()))
  },
)

test('a person who is asked for by two identifiers gets three messages, and can enrol with the last of them', async () => {
  const { svcId, phone } = ofOnePerson()
  const before = world.written.length
  for (let index = 0; index < 3; index++) await answer(svcId)
  const { id } = await answer(phone)
  const sent = world.written.slice(before).filter(({ to, kind }) => to !== null && kind === 'code')
  expect(sent).toHaveLength(3)
  expect(await world.devices.checkCode(id, world.lastCode())).toBe(true)
  await world.devices.checkFace(id, photographOf(svcId))
})

test('a code that ended counts in no enrolment, also where another identifier was typed', async () => {
  const { svcId, phone } = ofOnePerson()
  for (let index = 0; index < 3; index++) await answer(svcId)
  const code = world.lastCode()
  await age(9)
  const { id } = await answer(phone)
  await age(2)
  await expect(world.devices.checkCode(id, code)).rejects.toMatchObject({ code: 'code_wrong' })
})

test('strangers who guess with one identifier do not lock out a citizen who types another', async () => {
  const { svcId, phone } = ofOnePerson()
  for (let index = 0; index < 3; index++) await answer(svcId)
  for (let index = 0; index < 3; index++) await answer(phone)
  for (let enrolment = 0; enrolment < 10; enrolment++) {
    const other = await answer(svcId)
    for (let index = 0; index < 5; index++) await tryCode(other.id)
  }
  const { id } = await answer(phone)
  expect(await world.devices.checkCode(id, world.lastCode())).toBe(true)
  await world.devices.checkFace(id, photographOf(svcId))
})
