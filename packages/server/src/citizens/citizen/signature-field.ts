import Type, { type Static } from 'typebox'
import type { DeviceSignature, OfferedKey } from '../citizen-devices/index.ts'
import { CitizenError } from './api-error.ts'
import { textField } from './json-body.ts'

/** The members of a new key of WebAuthn. The library that verifies them reads them, and nothing of them is kept. */
const webauthnResponse = Type.Object({ id: textField(1_024), response: Type.Object({}) })

export const base64urlField = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })

/** What WebAuthn signs with. It is kept as evidence, and therefore has these members only. */
const assertion = Type.Object({
  id: base64urlField(1_024),
  rawId: base64urlField(1_024),
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: base64urlField(4_096),
    authenticatorData: base64urlField(4_096),
    signature: base64urlField(1_024),
  }),
})

export const signatureFields = {
  signature: Type.Optional(base64urlField(200)),
  webauthn: Type.Optional(assertion),
}

/** The signature of a body, of either kind. */
export const signatureOf = (body: {
  signature?: string
  webauthn?: Static<typeof assertion>
}): DeviceSignature => {
  if (body.signature !== undefined) return { signature: body.signature }
  if (body.webauthn === undefined) throw new CitizenError('invalid_request')
  const { id, rawId, type, response } = body.webauthn
  const { clientDataJSON, authenticatorData, signature } = response
  return {
    webauthn: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
  }
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
