import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { webAuthnDevice } from '../../testing/device.ts'
import { bodyOf } from './json-body.ts'
import { signatureFields, signatureOf } from './signature-field.ts'

const read = bodyOf(Type.Object(signatureFields))
const assertion = webAuthnDevice('http://localhost').assertion(randomBytes(32))

test('of an answer of WebAuthn only what is signed is kept, because it becomes evidence', () => {
  const more = { extra: 'x'.repeat(10_000), deep: [[[[]]]], nul: '\0', lone: '\ud800' }
  const given = { ...assertion, ...more, response: { ...assertion.response, ...more, userHandle: 'u' } }
  expect(signatureOf(read({ body: { webauthn: given } }))).toEqual({ webauthn: assertion })
})

test.each([
  [{ signature: 'a b' }],
  [{ signature: '\0' }],
  [{ signature: 'é' }],
  [{ webauthn: { ...assertion, id: '\ud800' } }],
  [{ webauthn: { ...assertion, type: 'other' } }],
  [{ webauthn: { ...assertion, response: { ...assertion.response, signature: 'x'.repeat(1_025) } } }],
  [{ webauthn: { ...assertion, response: { ...assertion.response, clientDataJSON: ['x'] } } }],
])('a signature of another form is refused: %j', (body) => {
  expect(() => read({ body })).toThrow('malformed')
})
