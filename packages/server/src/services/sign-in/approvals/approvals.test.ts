import { createHash } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statementsOf } from '../../../testing/database/statements.ts'
import { calibrationId, photographOf } from '../../../testing/devices/citizen-devices.ts'
import type { AskedSignIn } from '../dependencies.ts'
import { type Handle, handleText } from '../handles.ts'
import { createIdentify } from '../identify.ts'
import { recordedReads } from '../testing/recorded-reads.ts'
import { approvalCalls } from './testing/approval-calls.ts'
import { openApprovals } from './testing/approvals-world.ts'
import { askingIn, page, askedScopes as scopes } from './testing/asking.ts'

const numbers = Array.from({ length: 40 }, (_, index) => String(2001 + index))
/** They have no other requests. */
const crowd = numbers.splice(20)
let next = 0
const newPerson = (): string => `COD-1111-0000-${numbers[next++]}`
let world: Awaited<ReturnType<typeof openApprovals>>
beforeAll(async () => {
  world = await openApprovals([...numbers, ...crowd].map((number) => `COD-1111-0000-${number}`))
})
afterAll(() => world.stop())

type Device = Awaited<ReturnType<typeof world.enrol>>
const { openRequest, ask, statusOf, facts } = askingIn(() => world)
const list = (device: Device) => approvalCalls(world.dependencies).list(device.session)
const find = async (device: Device, handle: Handle, number = 42) => {
  const { approvals } = await approvalCalls(world.dependencies).find(device.session, number)
  const found = approvals.find(({ id }) => id === handleText(handle))
  if (!found) throw new Error('the request is not found by its number')
  return found
}
type Changes = { number?: number; text?: string; signature?: string; image?: Buffer }
const approve = async (device: Device, handle: Handle, changes: Changes = {}) => {
  const text = changes.text ?? (await find(device, handle)).to_sign
  const approving = {
    number: changes.number ?? 42,
    signature: { signature: changes.signature ?? device.signature(text) },
    image: changes.image ?? photographOf(device.session.actor.svcId),
  }
  return approvalCalls(world.dependencies).approve(device.session, handle, approving, facts())
}
const decline = (device: Device, handle: Handle) =>
  approvalCalls(world.dependencies).decline(device.session, handle, facts())
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const evidenceOf = async ({ requestId }: Handle) => {
  const { rows } = await world.pool.query('select * from sign_in_approvals where request_id = $1', [
    requestId,
  ])
  return rows
}

test('the device sees who asks for what, and its approval leaves evidence of what it signed', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId)
  const { approvals, quiet } = await list(device)
  expect(quiet).toBe(false)
  expect(approvals).toMatchObject([
    {
      id: handleText(handle),
      application: 'Boutique\nscopes: none',
      returns_to: 'shop.example',
      scopes: [
        { name: 'openid', tier: 'protocol' },
        { name: 'profile', tier: 'basic' },
        { name: 'svc:kyc.biometrics.selfie', tier: 'biometric' },
      ],
      browser: { software: 'Firefox, Linux', place: '41.243.0.9' },
      consent: null,
    },
  ])
  const [shown] = approvals
  // A name cannot add a line to what is signed.
  const lines = shown?.to_sign.split('\n') ?? []
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    ...['nani sign-in approval 1', 'application', 'scopes', 'transaction', 'nonce'],
  ])
  expect(lines[2]).toBe(`scopes: ${scopes.join(' ')}`)
  world.announced.length = 0
  await approve(device, handle)
  expect(await statusOf(handle)).toBe('approved')
  expect(world.announced).toEqual([handle.requestId, device.session.citizen.toString('hex')])
  const [evidence] = await evidenceOf(handle)
  const hash = createHash('sha256')
    .update(shown?.to_sign ?? '')
    .digest()
  expect(evidence).toMatchObject({ device_id: device.id, shown_hash: hash })
  const { rows } = await world.pool.query(
    `select outcome, service, actor, purpose from audit_entries where application_id = $1 and subject = $2`,
    [handle.applicationId, device.session.citizen],
  )
  expect(rows).toEqual([{ outcome: 'approved', service: 'sso_login', actor: 'citizen', purpose: 'sign_in' }])
  expect(world.reasons.at(-1)).toMatchObject({ reason: expect.any(String), outcome: 'match', calibrationId })
})

test('a wrong number ends the request as declined', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId)
  expect(await refusalOf(approve(device, handle, { number: 43 }))).toBe('number_wrong')
  expect(await statusOf(handle)).toBe('declined')
  expect(await refusalOf(approve(device, handle, { text: 'any' }))).toBe('approval_ended')
})

test('a signature counts for its own scopes, transaction and device alone', async () => {
  const device = await world.enrol(newPerson())
  const second = await world.enrol(device.session.actor.svcId)
  const handle = await ask(device.session.actor.svcId)
  const other = await ask(device.session.actor.svcId)
  const text = (await find(device, handle)).to_sign
  const refused = [
    text.replace(' svc:kyc.biometrics.selfie', ''),
    (await find(device, other)).to_sign,
    (await find(second, handle)).to_sign,
    text.replace('nonce: ', 'nonce: A'),
  ]
  for (const signed of refused)
    expect(await refusalOf(approve(device, handle, { text: signed }))).toBe('signature_wrong')
  const foreign = second.signature(text)
  expect(await refusalOf(approve(device, handle, { signature: foreign }))).toBe('signature_wrong')
  expect(await statusOf(handle)).toBe('waiting')
  const signature = device.signature(text)
  await approve(device, handle, { signature })
  // A replay of the signature, for the same request and for another one.
  expect(await refusalOf(approve(device, handle, { text, signature }))).toBe('approval_ended')
  expect(await refusalOf(approve(device, other, { signature }))).toBe('signature_wrong')
})

test('another citizen neither sees nor answers the request, and a revoked device does not either', async () => {
  const device = await world.enrol(newPerson())
  const stranger = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId)
  expect((await list(stranger)).approvals).toEqual([])
  expect(await refusalOf(approve(stranger, handle, { text: 'any' }))).toBe('approval_ended')
  expect(await refusalOf(decline(stranger, handle))).toBe('approval_ended')
  await world.devices.revoke(device.session.actor, device.id)
  expect(await refusalOf(approve(device, handle))).toBe('signature_wrong')
  expect(await statusOf(handle)).toBe('waiting')
})

test.each([
  ['another face', photographOf('COD-1111-0000-9999'), 'no_match'],
  ['a photograph of a screen', Buffer.from('screen'), 'liveness_failed'],
])('%s ends the request', async (_what, image, outcome) => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId)
  expect(await refusalOf(approve(device, handle, { image }))).toBe('face_not_recognised')
  expect(await statusOf(handle)).toBe('declined')
  expect(world.reasons.at(-1)).toMatchObject({ outcome })
  expect(await evidenceOf(handle)).toEqual([])
})

test('a fault of the capture may be repeated within the window', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId)
  for (let index = 0; index < 3; index++)
    expect(await refusalOf(approve(device, handle, { image: Buffer.from('wall') }))).toBe('face_capture')
  await approve(device, handle)
  expect(await statusOf(handle)).toBe('approved')
})

test('a face check that finds the engine busy leaves the request open, and the next one decides', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId)
  const { citizenFaces } = world.dependencies
  const busy = async () => {
    throw new Refusal('overloaded', { retry_after: 1 })
  }
  const shown = await find(device, handle)
  const approving = {
    ...{ number: 42, signature: { signature: device.signature(shown.to_sign) } },
    image: photographOf(device.session.actor.svcId),
  }
  const whileBusy = approvalCalls({
    ...world.dependencies,
    citizenFaces: { ...citizenFaces, check: busy },
  })
  await expect(whileBusy.approve(device.session, handle, approving, facts())).rejects.toMatchObject({
    code: 'overloaded',
  })
  expect(await statusOf(handle)).toBe('waiting')
  await approve(device, handle)
  expect(await statusOf(handle)).toBe('approved')
})

test('of 64 answers of two devices at the same time, one wins', async () => {
  const device = await world.enrol(newPerson())
  const second = await world.enrol(device.session.actor.svcId)
  const handle = await ask(device.session.actor.svcId)
  const texts = [(await find(device, handle)).to_sign, (await find(second, handle)).to_sign] as const
  const answers = Array.from({ length: 64 }, (_, index) => {
    if (index % 4 === 3) return decline(second, handle)
    return index % 2 === 0
      ? approve(device, handle, { text: texts[0] })
      : approve(second, handle, { text: texts[1] })
  })
  const refusals = await Promise.all(answers.map(refusalOf))
  expect(refusals.filter((code) => code === null)).toHaveLength(1)
  expect(refusals.filter((code) => code === 'approval_ended')).toHaveLength(63)
  const status = await statusOf(handle)
  expect(await evidenceOf(handle)).toHaveLength(status === 'approved' ? 1 : 0)
})

test('an approval whose window ends during the face check is none', async () => {
  const device = await world.enrol(newPerson())
  const handle = await ask(device.session.actor.svcId)
  const text = (await find(device, handle)).to_sign
  world.checks.before = async () => {
    await world.pool.query('update sign_in_requests set expires_at = now() where request_id = $1', [
      handle.requestId,
    ])
  }
  expect(await refusalOf(approve(device, handle, { text }))).toBe('approval_ended')
  world.checks.before = async () => {}
  expect(await statusOf(handle)).toBe('waiting')
  expect(await evidenceOf(handle)).toEqual([])
  expect((await list(device)).approvals).toEqual([])
})

test('a flood of requests notifies three times; the own request is found by its number and approved', async () => {
  const device = await world.enrol(newPerson())
  const notified: AskedSignIn[] = []
  world.signInAsked.subscribe((asked) => {
    if (asked.citizen.equals(device.session.citizen)) notified.push(asked)
  })
  const flood = Array.from({ length: 12 }, (_, index) =>
    ask(device.session.actor.svcId, 50 + index, `192.0.2.${index}`),
  )
  await Promise.all(flood)
  const own = await ask(device.session.actor.svcId, 42)
  await new Promise((resolve) => setImmediate(resolve))
  expect(notified).toHaveLength(3)
  expect(notified[0]?.scopes).toEqual(scopes)
  const { approvals, quiet } = await list(device)
  expect([approvals.length, quiet]).toEqual([3, true])
  expect(approvals.map(({ id }) => id)).not.toContain(handleText(own))
  await approve(device, own)
  expect(await statusOf(own)).toBe('approved')
})

test('one network that asks many people notifies no one after twenty', async () => {
  const source = '192.0.2.240'
  const quiet: boolean[] = []
  for (let index = 0; index < 22; index++) {
    const svcId = `COD-1111-0000-${crowd[index % crowd.length]}`
    const { requestId } = await ask(svcId, 42, source)
    const { rows } = await world.pool.query('select quiet from sign_in_requests where request_id = $1', [
      requestId,
    ])
    quiet.push(rows[0].quiet)
  }
  expect(quiet.slice(20)).toEqual([true, true])
})

test.each([
  ['svc_id', 'COD-9999-0000-0002', (svcId: string) => svcId],
  ['telephone', '+243999000002', () => '+243810000001'],
])(
  'an unknown %s costs the statements and look-ups of a known one, so that no time shows it',
  async (_form, unknown, of) => {
    const costOf = async (identifier: string) => {
      const { read, dependencies } = recordedReads(world.dependencies)
      const statements = await statementsOf(world.pool, () => ask(identifier, 42, page, dependencies))
      return [...read.toSorted(), ...statements]
    }
    const known = await costOf(of(newPerson()))
    expect(known.length).toBeGreaterThan(2)
    expect(await costOf(unknown)).toEqual(known)
  },
)

test('an unknown person leaves the same row, notifies no one, and has no approval', async () => {
  const handle = await ask('COD-9999-0000-0001')
  const { rows } = await world.pool.query(
    `select status, quiet, citizen, source is not null as has_source, sealed_citizen is not null as has_citizen
     from sign_in_requests where request_id = $1`,
    [handle.requestId],
  )
  expect(rows).toEqual([
    { status: 'waiting', quiet: false, citizen: null, has_source: true, has_citizen: true },
  ])
})

/** The time of the rule for a text, without what surrounds it. */
const msToIdentify = async (identifier: string, address: string): Promise<number> => {
  const { request, secret } = await openRequest()
  const startedAt = performance.now()
  await createIdentify(world.dependencies)(request, secret, identifier, address)
  return performance.now() - startedAt
}
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number

test('an unknown person takes about the time of a citizen: neither median of 80 look-ups is double the other', async () => {
  const citizens: number[] = []
  const unknown: number[] = []
  // They alternate, so that a busy machine slows both alike.
  for (let round = 0; round < 80; round++) {
    const address = `198.51.100.${round}`
    citizens.push(await msToIdentify(`COD-1111-0000-${crowd[round % crowd.length]}`, address))
    unknown.push(await msToIdentify(`COD-9999-0000-${3001 + round}`, address))
  }
  const ratio = medianOf(citizens) / medianOf(unknown)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
