import Type from 'typebox'

/** Schemas of the console's API about people: registration, session and the own account. */

export const languages = ['fr', 'en'] as const
export const memberRoleNames = [
  'owner',
  'administrator',
  'developer',
  'financial_officer',
  'compliance_officer',
] as const

const maxEmail = 254
const maxName = 100
const maxSecret = 200

export const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const timestamp = Type.String({ format: 'date-time', examples: ['2026-11-24T10:00:00.000Z'] })

/** A line of text for people: it has a visible character, and no U+0000, which PostgreSQL does not store. */
export const lineOfText = (maxLength: number, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000\\r\\n]*[^\\s\\u0000][^\\u0000\\r\\n]*$',
    examples: [example],
  })

export const emailAddress = Type.String({
  ...{
    minLength: 3,
    maxLength: maxEmail,
    pattern: '^[^\\s@<>",;:\\\\\\u0000-\\u001f]+@[^\\s@<>",;:\\\\\\u0000-\\u001f]+$',
  },
  examples: ['amina@example.cd'],
})
/** Its rules are those of `password_refused`: 12 to 128 characters, and not a common password. */
const newPassword = Type.String({ minLength: 1, maxLength: 1_024, examples: ['kalamu-ya-buluu-57'] })
const givenPassword = Type.String({ minLength: 1, maxLength: 1_024, examples: ['kalamu-ya-buluu-57'] })
const mailToken = Type.String({ minLength: 1, maxLength: maxSecret, examples: ['q8Zk0o…'] })
const closed = { additionalProperties: false }

export const registrationRequest = Type.Object(
  {
    email: emailAddress,
    password: newPassword,
    name: lineOfText(maxName, 'Amina Kabeya'),
    language: Type.Enum([...languages]),
  },
  closed,
)
export const tokenRequest = Type.Object({ token: mailToken }, closed)
export const statusAccepted = Type.Object({ status: Type.Literal('accepted') })
export const statusConfirmed = Type.Object({ status: Type.Literal('confirmed') })

export const sessionRequest = Type.Object({ email: emailAddress, password: givenPassword }, closed)

export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const
const secondFactorMethod = Type.Enum([...secondFactorMethods])

/** The options of WebAuthn, for `navigator.credentials`. */
export const passkeyOptions = Type.Record(Type.String(), Type.Unknown(), {
  examples: [{ challenge: 'aGVsbG8', rpId: 'console.example.cd' }],
})
/** The answer of a passkey, as `PublicKeyCredential.toJSON()` writes it. */
export const passkeyResponse = Type.Record(Type.String(), Type.Unknown(), {
  examples: [{ id: 'AbC', type: 'public-key' }],
})

export const sessionAnswer = Type.Object({
  status: Type.Enum(['signed_in', 'second_factor']),
  /** The second factors that the account has, where one is needed. */
  methods: Type.Array(secondFactorMethod),
  /** The options of a passkey; null: the account has none. */
  passkey_options: nullable(passkeyOptions),
})

/** Exactly one member. */
export const secondFactorRequest = Type.Object(
  {
    totp: Type.Optional(Type.String({ pattern: '^\\d{6}$', examples: ['123456'] })),
    recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    passkey: Type.Optional(passkeyResponse),
  },
  { ...closed, minProperties: 1, maxProperties: 1, examples: [{ totp: '123456' }] },
)

export const passwordChange = Type.Object({ current_password: givenPassword, password: newPassword }, closed)
export const passwordResetRequest = Type.Object({ email: emailAddress }, closed)
export const passwordResetConfirmation = Type.Object({ token: mailToken, password: newPassword }, closed)

const passkey = Type.Object({
  id: Type.String({ examples: ['psk_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  name: Type.String({ examples: ['Phone'] }),
  created_at: timestamp,
  last_used_at: nullable(timestamp),
})

export const membership = Type.Object({
  organization_id: Type.String({ examples: ['org_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  name: Type.String({ examples: ['Banque du Fleuve'] }),
  status: Type.Enum(['pending', 'verified', 'refused', 'suspended']),
  roles: Type.Array(Type.Enum([...memberRoleNames])),
})

export const me = Type.Object({
  object: Type.Literal('person'),
  id: Type.String({ examples: ['per_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  email: Type.String({ examples: ['amina@example.cd'] }),
  name: Type.String({ examples: ['Amina Kabeya'] }),
  language: Type.Enum([...languages]),
  created_at: timestamp,
  second_factor: Type.Object({
    totp: Type.Boolean(),
    passkeys: Type.Array(passkey),
    recovery_codes_left: Type.Integer(),
  }),
  session: Type.Object({
    id: Type.String({ examples: ['ses_01M7YS1Q44S1432YGAVSNSSJEF'] }),
    /** The time of the second factor of this session. */
    second_factor_at: nullable(timestamp),
    expires_at: timestamp,
  }),
  /** The national identity. Absent: an operator, who links none. */
  national_identity: Type.Optional(
    Type.Object({
      /** The installation offers sign-in with it. */
      is_offered: Type.Boolean(),
      /** Null: none is linked. */
      linked_at: nullable(timestamp),
    }),
  ),
  organizations: Type.Array(membership),
  /** The roles of an operator. Absent: a member, whose roles belong to organizations. */
  roles: Type.Optional(Type.Array(Type.String())),
})

export const mySession = Type.Object({
  object: Type.Literal('session'),
  id: Type.String({ examples: ['ses_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  current: Type.Boolean(),
  address: Type.String({ examples: ['203.0.113.7'] }),
  user_agent: Type.String({ examples: ['Mozilla/5.0'] }),
  created_at: timestamp,
  last_seen_at: timestamp,
  expires_at: timestamp,
})

export const signInResults = [
  'signed_in',
  'second_factor',
  'wrong_password',
  'wrong_second_factor',
  'too_many_attempts',
] as const
export const mySignIn = Type.Object({
  object: Type.Literal('sign_in'),
  id: Type.String({ examples: ['sgn_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  at: timestamp,
  result: Type.Enum([...signInResults]),
  address: Type.String({ examples: ['203.0.113.7'] }),
  user_agent: Type.String({ examples: ['Mozilla/5.0'] }),
})

/** A secret that is not in use before its first code is confirmed. */
export const newTotp = Type.Object({
  secret: Type.String({ description: 'In base32.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
  uri: Type.String({
    examples: ['otpauth://totp/Nani:amina@example.cd?secret=JBSWY3DPEHPK3PXP&issuer=Nani'],
  }),
})
export const totpConfirmation = Type.Object(
  { code: Type.String({ pattern: '^\\d{6}$', examples: ['123456'] }) },
  closed,
)
/** They are shown once. Codes of an earlier list no longer count. */
export const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String({ examples: ['7K4M-9QPX-2DHT-V5RC-8WNB-3YJE'] })),
})
/** `assertion`: for the second factor of a session that exists. */
export const passkeyOptionsRequest = Type.Object(
  { purpose: Type.Optional(Type.Enum(['registration', 'assertion'])) },
  closed,
)
export const passkeyOptionsAnswer = Type.Object({ options: passkeyOptions })
export const passkeyRegistration = Type.Object(
  { name: lineOfText(maxName, 'Phone'), response: passkeyResponse },
  closed,
)
/** Recovery codes exist if this passkey is the first second factor of the account. */
export const registeredPasskey = Type.Object({
  object: Type.Literal('passkey'),
  ...passkey.properties,
  recovery_codes: nullable(Type.Array(Type.String())),
})

/** A visit to the sign-in service. */
export const identityVisitRequest = Type.Object({ language: Type.Enum([...languages]) }, closed)
export const identityVisit = Type.Object({
  /** The page of the sign-in service. The cookie of the answer binds the visit to the browser. */
  authorization_url: Type.String({
    format: 'uri',
    examples: ['https://id.example.cd/v1/oidc/authorize?response_type=code'],
  }),
})
const returnedText = (maxLength: number, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$', examples: [example] })
/** What the sign-in service returned to the page. */
export const identityAnswer = Type.Object(
  {
    code: returnedText(200, 'Zm9vYmFy'),
    state: returnedText(100, 'sign_in.Zm9vYmFy'),
    iss: returnedText(2_000, 'https://id.example.cd'),
  },
  closed,
)
export const linkedIdentity = Type.Object({ linked_at: timestamp })

export type IdentityVisit = Type.Static<typeof identityVisit>
export type IdentityAnswer = Type.Static<typeof identityAnswer>
export type Me = Type.Static<typeof me>
export type MySession = Type.Static<typeof mySession>
export type MySignIn = Type.Static<typeof mySignIn>
export type SessionAnswer = Type.Static<typeof sessionAnswer>
export type SecondFactorRequest = Type.Static<typeof secondFactorRequest>
export type SecondFactorMethod = (typeof secondFactorMethods)[number]
export type RegistrationRequest = Type.Static<typeof registrationRequest>
export type NewTotp = Type.Static<typeof newTotp>
export type NewRecoveryCodes = Type.Static<typeof recoveryCodes>
export type PasskeyOptionsAnswer = Type.Static<typeof passkeyOptionsAnswer>
export type RegisteredPasskey = Type.Static<typeof registeredPasskey>
export type Membership = Type.Static<typeof membership>
