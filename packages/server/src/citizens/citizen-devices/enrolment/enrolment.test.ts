import { generateKeyPairSync } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pseudonym, subjectKeyOf } from '../../../app/audit/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { statementsOf } from '../../../testing/database/statements.ts'
import { app, codeOfMessage, openDevices, photographOf } from '../../../testing/devices/citizen-devices.ts'
import { webAuthnDevice, webCryptoDevice } from '../../../testing/devices/device.ts'
import { hasDevice } from '../devices/device-statements.ts'
import { forgetEnded } from '../retention.ts'

/** Each test has people of its own, so that no limit of one is another's. */
const person = (number: string) =>
  testCitizen({
    svc_id: `COD-1111-0000-${number}`,
    phone_numbers: [
      { number: `+24382000${number}`, operator: 'Orange', is_primary: false, verified: true },
      { number: `+24381000${number}`, operator: 'Vodacom', is_primary: true, verified: true },
    ],
  })
const numbers = Array.from({ length: 40 }, (_, index) => String(1001 + index))
let next = 0
const newPerson = (): string => `COD-1111-0000-${numbers[next++]}`

let world: Awaited<ReturnType<typeof openDevices>>
beforeAll(async () => {
  const withoutPhone = testCitizen({ svc_id: 'COD-1111-0000-9001', phone_numbers: [] })
  const uncertified = testCitizen({ svc_id: 'COD-1111-0000-9002', certified: false })
  const [phone] = testCitizen().phone_numbers
  if (!phone) throw new Error('the test citizen has no telephone')
  const unverified = { ...phone, number: '+243820009003', is_primary: true, verified: false }
  const verified = { ...phone, number: '+243810009003', is_primary: false, verified: true }
  const changed = testCitizen({ svc_id: 'COD-1111-0000-9003', phone_numbers: [unverified, verified] })
  const unproven = testCitizen({ svc_id: 'COD-1111-0000-9004', phone_numbers: [unverified] })
  world = await openDevices([...numbers.map(person), withoutPhone, uncertified, changed, unproven])
})
afterAll(() => world.stop())

const answersOnDevice = async (svcId: string): Promise<boolean> => {
  const { rows } = await world.pool.query<{ answers: boolean }>(`select ${hasDevice('$1')} as answers`, [
    Buffer.from(pseudonym(subjectKeyOf(world.rootKey), svcId), 'hex'),
  ])
  return rows[0]?.answers ?? false
}

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return { code: error.code, ...error.context }
      throw error
    },
  )

/** An enrolment whose code was right. */
const withCode = async (svcId: string) => {
  const { id } = await world.start(svcId)
  await world.devices.checkCode(id, world.lastCode())
  return id
}
const withFace = async (svcId: string) => {
  const id = await withCode(svcId)
  return { id, ...(await world.devices.checkFace(id, photographOf(svcId))) }
}
/** Not the last code: its last digit is another. */
const wrongCode = () => world.lastCode().replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))

test('identifier, code, face and key make a device with a session, and the telephone gets a report', async () => {
  const svcId = newPerson()
  const enrolled: string[] = []
  world.deviceEnrolled.subscribe(({ deviceId }) => enrolled.push(deviceId))
  const { session, id } = await world.enrol(svcId)
  expect(session).toMatchObject({
    actor: { kind: 'citizen', svcId },
    environment: 'production',
    device: { id, name: 'Phone', kind: 'webcrypto' },
  })
  expect(enrolled).toContain(id)
  expect(await answersOnDevice(svcId)).toBe(true)
  const [code, report] = world.written.slice(-2)
  expect(code?.to).toBe(`+24381000${svcId.slice(-4)}`)
  expect(report).toMatchObject({ to: code?.to, environment: 'production' })
  const secret = /\/revoke#([\w-]{43})$/.exec(report?.text ?? '')?.[1] as string
  const times = { created_at: expect.stringMatching(/Z$/), last_used_at: expect.stringMatching(/Z$/) }
  expect(await world.devices.findByMessage(secret)).toEqual({ name: 'Phone', ...times })
  expect(await answersOnDevice(svcId)).toBe(true)
  expect(await world.devices.revokeByMessage(secret)).toMatchObject({ name: 'Phone' })
  expect(await answersOnDevice(svcId)).toBe(false)
  expect(await refusalOf(world.devices.revokeByMessage(secret))).toEqual({ code: 'not_found' })
  expect(await refusalOf(world.devices.findByMessage(secret))).toEqual({ code: 'not_found' })
})

test('the code and the secrets are nowhere in the database', async () => {
  const svcId = newPerson()
  const { id } = await world.start(svcId)
  const { rows } = await world.pool.query<{ row: string }>('select e::text as row from device_enrolments e')
  const text = rows.map(({ row }) => row).join('\n')
  for (const secret of [world.lastCode(), id, svcId]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

test.each([
  'COD-9999-0000-0001',
  '+243999000001',
  'no identifier',
  'COD-1111-0000-9001',
  'COD-1111-0000-9002',
])('an identifier that cannot enrol has the same answers and rows as a known one: %s', async (unknown) => {
  const known = newPerson()
  const before = world.written.length
  const answers = await Promise.all([world.start(known), world.start(unknown)])
  const [one, other] = answers.map((answer) => Object.keys(answer).sort())
  expect(one).toEqual(other)
  const written = world.written.slice(before)
  expect(written.map(({ to }) => to !== null).sort()).toEqual([false, true])
  expect(
    new Set(
      written.map(({ text }) =>
        text.replaceAll(codeOfMessage(text), 'CODE').replaceAll(codeOfMessage(text).replace('-', ''), 'CODE'),
      ),
    ).size,
  ).toBe(1)
  for (let left = 4; left >= 0; left--) {
    const expected = left > 0 ? { code: 'code_wrong', attempts_left: left } : { code: 'enrolment_ended' }
    for (const { id } of answers)
      expect(await refusalOf(world.devices.checkCode(id, wrongCode()))).toEqual(expected)
  }
})

test.each([
  ['svc_id', 'COD-9999-0000-0004', (svcId: string) => svcId],
  ['telephone', '+243999000004', (svcId: string) => `+24381000${svcId.slice(-4)}`],
])(
  'an unknown %s costs the statements of a known one, so that no time shows it',
  async (_form, unknown, of) => {
    const costOf = async (identifier: string) => {
      const statements = await statementsOf(world.pool, async () => {
        const { id } = await world.start(identifier)
        await refusalOf(world.devices.checkCode(id, '0000-0000'))
      })
      // Reads of the register at the same time may share a statement.
      return statements.filter(
        (text, index) => !text.includes('from citizens') || text !== statements[index - 1],
      )
    }
    const known = await costOf(of(newPerson()))
    expect(known.length).toBeGreaterThan(5)
    expect(await costOf(unknown)).toEqual(known)
  },
)

test('a code goes to a verified telephone alone, also if another number is the primary one', async () => {
  await world.start('COD-1111-0000-9003')
  expect(world.written.at(-1)?.to).toBe('+243810009003')
  await world.start('COD-1111-0000-9004')
  expect(world.written.at(-1)?.to).toBeNull()
})

test('no code is right for an unknown identifier, not even the one of its row', async () => {
  const { id } = await world.start('COD-9999-0000-0002')
  const code = codeOfMessage(world.written.at(-1)?.text ?? '')
  expect(world.written.at(-1)?.to).toBeNull()
  expect(await refusalOf(world.devices.checkCode(id, code))).toMatchObject({ code: 'code_wrong' })
})

test('after five wrong codes the right one is refused, also with many attempts at the same time', async () => {
  const { id } = await world.start(newPerson())
  const code = world.lastCode()
  const wrong = wrongCode()
  const refusals = await Promise.all(
    Array.from({ length: 64 }, () => refusalOf(world.devices.checkCode(id, wrong))),
  )
  expect(refusals.filter((refusal) => refusal?.code === 'code_wrong')).toHaveLength(4)
  expect(await refusalOf(world.devices.checkCode(id, code))).toEqual({ code: 'enrolment_ended' })
})

test('enrolling the telephone of another person fails at the face, and leaves no device', async () => {
  const victim = newPerson()
  const id = await withCode(victim)
  expect(await refusalOf(world.devices.checkFace(id, photographOf(newPerson())))).toEqual({
    code: 'face_not_recognised',
  })
  expect(await refusalOf(world.devices.checkFace(id, photographOf(victim)))).toEqual({
    code: 'enrolment_ended',
  })
  const screen = await withCode(victim)
  expect(await refusalOf(world.devices.checkFace(screen, Buffer.from('screen')))).toEqual({
    code: 'face_not_recognised',
  })
  expect(await answersOnDevice(victim)).toBe(false)
})

test('a citizen gets three messages in the life of a code, and is not locked out by others who ask', async () => {
  const victim = newPerson()
  const before = world.written.length
  await Promise.all(Array.from({ length: 20 }, (_, index) => world.start(victim, `192.0.2.${index}`)))
  const sent = world.written.slice(before).filter(({ to }) => to !== null)
  expect(sent).toHaveLength(3)
  // The enrolment of the citizen sends nothing, and accepts the last code on the telephone.
  const { id } = await world.start(victim, '198.51.100.99')
  await world.devices.checkCode(id, world.lastCode())
  await world.devices.checkFace(id, photographOf(victim))
})

test('one network begins sixty enrolments in an hour; another network still begins its own', async () => {
  const source = '192.0.2.200'
  await world.start('COD-9999-0000-0003', source)
  // The same row 59 times more.
  await world.pool.query(
    `insert into device_enrolments (enrolment_hash, environment, citizen, sealed_citizen, source, language, code_id,
       code_hash, sent, attempts_left, captures_left, expires_at)
     select decode(md5(copy::text), 'hex'), environment, citizen, sealed_citizen, source, language, code_id, code_hash,
       false, attempts_left, captures_left, expires_at
     from (select * from device_enrolments order by created_at desc limit 1) last, generate_series(1, 59) copy`,
  )
  for (const identifier of ['COD-9999-0000-0003', newPerson()])
    expect(await refusalOf(world.start(identifier, source))).toMatchObject({ code: 'too_many_attempts' })
  await world.start('COD-9999-0000-0003', '192.0.2.201')
})

test('of many enrolments of one network at the same time, sixty begin', async () => {
  const begun = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      refusalOf(world.start(`COD-9999-0001-${1000 + index}`, '192.0.2.202')),
    ),
  )
  expect(begun.filter((refusal) => refusal === null)).toHaveLength(60)
})

test('one network sends a citizen six messages in a day; another network still sends one', async () => {
  const victim = newPerson()
  const before = world.written.length
  const agedBy = (minutes: number) =>
    world.pool.query(`update device_enrolments set created_at = created_at - make_interval(mins => $1)`, [
      minutes,
    ])
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 4; index++) await world.start(victim, '192.0.2.203')
    await agedBy(61)
  }
  expect(await refusalOf(world.start(victim, '192.0.2.203'))).toMatchObject({ code: 'message_delayed' })
  expect(world.written.slice(before).filter(({ to }) => to !== null)).toHaveLength(6)
  const { id } = await world.start(victim, '192.0.2.204')
  await world.devices.checkCode(id, world.lastCode())
})

test.each(['a known citizen', 'COD-9999-0000-0004'])(
  'one network guesses the codes of %s in twelve enrolments within an hour; another network still begins',
  async (identifier) => {
    const victim = identifier === 'a known citizen' ? newPerson() : identifier
    const source = identifier === victim ? '192.0.2.205' : '192.0.2.206'
    const begun = await Promise.all(Array.from({ length: 20 }, () => refusalOf(world.start(victim, source))))
    expect(begun.filter((refusal) => refusal === null)).toHaveLength(12)
    await world.start(victim, '192.0.2.207')
  },
)

test('an enrolment is kept for two days, and a session a day after its end', async () => {
  const { session } = await world.enrol(newPerson())
  const counts = async () => {
    const { rows } = await world.pool.query<{ enrolments: number; sessions: number; devices: number }>(
      `select (select count(*)::int from device_enrolments where citizen = $1) as enrolments,
         (select count(*)::int from citizen_sessions where citizen = $1) as sessions,
         (select count(*)::int from citizen_devices where citizen = $1) as devices`,
      [session.citizen],
    )
    return rows[0]
  }
  const hourMs = 3_600_000
  await forgetEnded(world.pool, Date.now() + 35 * hourMs)
  expect(await counts()).toEqual({ enrolments: 1, sessions: 1, devices: 1 })
  await forgetEnded(world.pool, Date.now() + 49 * hourMs)
  expect(await counts()).toEqual({ enrolments: 0, sessions: 0, devices: 1 })
})

test('a fault of the capture may be repeated five times, and no more photographs are analysed', async () => {
  const id = await withCode(newPerson())
  const before = world.checks.faces
  const codes: (string | undefined)[] = []
  for (let index = 0; index < 7; index++)
    codes.push((await refusalOf(world.devices.checkFace(id, Buffer.from('wall'))))?.code)
  expect(codes).toEqual([...Array(5).fill('face_capture'), 'enrolment_ended', 'enrolment_ended'])
  expect(world.checks.faces - before).toBe(5)
  expect(await refusalOf(world.devices.checkFace(id, photographOf('any')))).toEqual({
    code: 'enrolment_ended',
  })
})

test('five other faces in a day stop further photographs of the citizen', async () => {
  const svcId = newPerson()
  for (let index = 0; index < 5; index++)
    await refusalOf(world.devices.checkFace(await withCode(svcId), photographOf('other')))
  const id = await withCode(svcId)
  expect(await refusalOf(world.devices.checkFace(id, photographOf(svcId)))).toMatchObject({
    code: 'too_many_attempts',
  })
  expect(await refusalOf(world.devices.requireFaceStep(id))).toMatchObject({ code: 'too_many_attempts' })
})

test('photographs at the same time, also of several enrolments, do not pass the bound of a day', async () => {
  const svcId = newPerson()
  const ids: string[] = []
  for (let index = 0; index < 8; index++) ids.push(await withCode(svcId))
  const before = world.checks.faces
  const outcomes: string[] = []
  for (let round = 0; round < 8; round++) {
    const sent = ids.flatMap((id) => [id, id]).map((id) => world.devices.checkFace(id, photographOf('other')))
    for (const outcome of await Promise.allSettled(sent))
      if (outcome.status === 'rejected') outcomes.push(outcome.reason.code)
  }
  expect(world.checks.faces - before).toBe(5)
  expect(outcomes.filter((code) => code === 'face_not_recognised')).toHaveLength(5)
  expect(outcomes).toContain('overloaded')
  expect(outcomes).toContain('too_many_attempts')
})

test('a photograph that could not be analysed costs nothing, and the next one is compared at once', async () => {
  const svcId = newPerson()
  const id = await withCode(svcId)
  for (let index = 0; index < 6; index++) {
    world.checks.before = async () => {
      throw new Error('no worker')
    }
    await expect(world.devices.checkFace(id, photographOf(svcId))).rejects.toThrow('no worker')
    world.checks.before = async () => {}
  }
  await world.devices.checkFace(id, photographOf(svcId))
})

test('no step is possible before the one before it', async () => {
  const svcId = newPerson()
  const { id } = await world.start(svcId)
  expect(await refusalOf(world.devices.checkFace(id, photographOf(svcId)))).toEqual({
    code: 'enrolment_ended',
  })
  const key = webCryptoDevice().offer(Buffer.alloc(32))
  expect(await refusalOf(world.devices.enrol(id, { name: 'Phone', key }, app))).toEqual({
    code: 'enrolment_ended',
  })
})

test('a key counts with its signature over the challenge, on P-256 only', async () => {
  const { id, challenge } = await withFace(newPerson())
  const other = webCryptoDevice()
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })
  const refused = [
    other.offer(Buffer.alloc(32)),
    { ...other.offer(challenge), public_key: webCryptoDevice().offer(challenge).public_key },
    { ...other.offer(challenge), public_key: curve },
    { ...other.offer(challenge), public_key: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } },
    { ...other.offer(challenge), signature: 'AA' },
  ]
  for (const key of refused)
    expect(await refusalOf(world.devices.enrol(id, { name: 'Phone', key }, app))).toEqual({
      code: 'key_refused',
    })
})

test('of many keys at the same time, one becomes a device', async () => {
  const svcId = newPerson()
  const { id, challenge } = await withFace(svcId)
  const offers = Array.from({ length: 8 }, () => webCryptoDevice().offer(challenge))
  const refusals = await Promise.all(
    offers.map((key) => refusalOf(world.devices.enrol(id, { name: 'Phone', key }, app))),
  )
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1)
  expect(refusals.filter((refusal) => refusal?.code === 'enrolment_ended')).toHaveLength(7)
})

test('a passkey counts with user verification, and from the origin of the app', async () => {
  const { id, challenge } = await withFace(newPerson())
  const without = webAuthnDevice(app.origin, { verifiesUser: false }).offer(challenge)
  const foreign = webAuthnDevice(app.origin).offer(challenge, 'https://evil.example')
  for (const key of [without, foreign])
    expect(await refusalOf(world.devices.enrol(id, { name: 'Phone', key }, app))).toEqual({
      code: 'key_refused',
    })
  const device = webAuthnDevice(app.origin)
  const enrolled = await world.devices.enrol(id, { name: 'Phone', key: device.offer(challenge) }, app)
  const asked = await world.devices.challenge(enrolled.device.id, app)
  expect(asked.webauthn).toMatchObject({ userVerification: 'required', rpId: 'localhost' })
  const challenged = Buffer.from(asked.challenge, 'base64url')
  const signed = { challenge: challenged, signature: { webauthn: device.assertion(challenged) } }
  expect((await world.devices.signIn(enrolled.device.id, signed, app)).citizen.given_name).toBe('Jean-Pierre')
})
