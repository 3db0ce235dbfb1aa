import Type from 'typebox'
import type { DeviceSignature, OfferedKey } from '../citizen-devices/index.ts'
import { CitizenError } from './api-error.ts'
import { textField } from './json-body.ts'

/** The answers of WebAuthn have many members. The library that verifies them reads them. */
const webauthnResponse = Type.Object({ id: textField(1_024), response: Type.Object({}) })

export const signatureFields = {
  signature: Type.Optional(textField(200)),
  webauthn: Type.Optional(webauthnResponse),
}

/** The signature of a body, of either kind. */
export const signatureOf = (body: { signature?: string; webauthn?: object }): DeviceSignature => {
  if (body.signature !== undefined) return { signature: body.signature }
  if (body.webauthn !== undefined) return { webauthn: body.webauthn } as DeviceSignature
  throw new CitizenError('invalid_request')
}

const webCryptoKey = Type.Object({
  kind: Type.Literal('webcrypto'),
  public_key: Type.Object({ kty: textField(8), crv: textField(8), x: textField(64), y: textField(64) }),
  signature: textField(200),
})
const webAuthnKey = Type.Object({ kind: Type.Literal('webauthn'), response: webauthnResponse })

export const keyField = Type.Union([webCryptoKey, webAuthnKey])

/** The members that the schema leaves open are verified with the key. */
export const keyOf = (key: object): OfferedKey => key as OfferedKey
