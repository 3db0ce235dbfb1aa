import { randomBytes } from 'node:crypto'
import { closed, signatureFields } from '@nani/contract'
import { manualClock } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bind, defineReading } from '../../gateway/acts/index.ts'
import { webAuthnDevice } from '../../testing/devices/device.ts'
import { deviceSignatureOf } from '../citizen-devices/index.ts'
import { startApi } from './testing/api-server.ts'

const input = Type.Object(signatureFields, closed)
const readSignature = defineReading({
  ...{ name: 'signatures.read', sentence: { en: 'Reads', fr: 'Lit' }, input },
  ...{ actors: { system: true } as const, output: Type.Object({}, { additionalProperties: true }) },
  routes: { citizen: 'POST /signature' },
  read: async (context: { input: Static<typeof input> }) => deviceSignatureOf(context.input),
})
const assertion = webAuthnDevice('http://localhost').assertion(randomBytes(32))

let server: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  // The reading needs no database.
  server = await startApi(bind([readSignature], { pool: undefined as never, clock: manualClock(0) }))
})
afterAll(() => server.stop())
const read = (body: object) => server.send('/signature', { method: 'POST', body: JSON.stringify(body) })

test('of an answer of WebAuthn only what is signed is kept, because it becomes evidence', async () => {
  const more = { extra: 'x'.repeat(10_000), deep: [[[[]]]], nul: '\0', lone: '\ud800' }
  const given = { ...assertion, ...more, response: { ...assertion.response, ...more, userHandle: 'u' } }
  expect((await read({ webauthn: given })).json).toEqual({ webauthn: assertion })
})

test.each([
  [{}],
  [{ signature: 'a b' }],
  [{ signature: '\0' }],
  [{ signature: 'é' }],
  [{ webauthn: { ...assertion, id: '\ud800' } }],
  [{ webauthn: { ...assertion, type: 'other' } }],
  [{ webauthn: { ...assertion, response: { ...assertion.response, signature: 'x'.repeat(1_025) } } }],
  [{ webauthn: { ...assertion, response: { ...assertion.response, clientDataJSON: ['x'] } } }],
])('a signature of another form is refused: %j', async (body) => {
  expect(await read(body)).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
})
