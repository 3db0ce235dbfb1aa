import Type from 'typebox'

/* Members of the inputs and results of the citizen's app. */

export const closed = { additionalProperties: false } as const

/** PostgreSQL stores no character U+0000. */
export const textField = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$' })

export const base64urlField = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })

export const timeField = Type.String({ format: 'date-time' })
export const textOrNull = Type.Union([Type.String(), Type.Null()])
/** The databases that could not be read. What they have is missing in the answer. */
export const unreadField = Type.Optional(
  Type.Array(Type.String(), {
    description: 'The databases that cannot be read at present. Their part is missing in this answer.',
  }),
)
export const idInput = Type.Object({ id: Type.String() }, closed)
export const noInput = Type.Object({}, closed)
export const noResult = Type.Object({}, closed)

const maxImageCharacters = 12 * 1024 * 1024

/** A photograph in base64. */
export const imageField = Type.String({
  minLength: 1,
  maxLength: maxImageCharacters,
  description: 'A photograph, in base64.',
})

/** The two digits of the page of a sign-in. */
export const shownNumberField = Type.Integer({ minimum: 10, maximum: 99 })

/** What WebAuthn signs with. It is kept as evidence, and therefore has these members only. */
const assertion = Type.Object(
  {
    id: base64urlField(1_024),
    rawId: base64urlField(1_024),
    type: Type.Literal('public-key'),
    response: Type.Object(
      {
        clientDataJSON: base64urlField(4_096),
        authenticatorData: base64urlField(4_096),
        signature: base64urlField(1_024),
      },
      closed,
    ),
  },
  closed,
)

/** A signature of a device, of either kind. A request has one of the two. */
export const signatureFields = {
  signature: Type.Optional(base64urlField(200)),
  webauthn: Type.Optional(assertion),
}
export type SignatureFields = { signature?: string; webauthn?: Type.Static<typeof assertion> }

const webCryptoKey = Type.Object({
  kind: Type.Literal('webcrypto'),
  public_key: Type.Object({ kty: textField(8), crv: textField(8), x: textField(64), y: textField(64) }),
  signature: textField(200),
})
/** The members that are open are verified with the key, and nothing of them is kept. */
const webAuthnKey = Type.Object({
  kind: Type.Literal('webauthn'),
  response: Type.Object({ id: textField(1_024), response: Type.Object({}) }),
})

export const deviceKeyField = Type.Union([webCryptoKey, webAuthnKey])

/** Options of WebAuthn, which the browser reads. */
export const webauthnOptions = Type.Optional(
  Type.Object({}, { description: 'For a device of WebAuthn.', additionalProperties: true }),
)
