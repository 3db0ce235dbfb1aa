import Type from 'typebox'
import { eventTypes } from '../events.ts'
import { purposes } from '../purposes.ts'
import { scopes } from '../scopes.ts'
import { environments, serviceNames } from '../services.ts'
import { lineOfText, nullable, timestamp } from './console-people.ts'

/** Schemas of the console's API about applications, their keys, certificates and webhook endpoints. */

const closed = { additionalProperties: false }
const maxName = 200
const maxAddresses = 100
const version = Type.Integer({ examples: [1], description: 'PATCH and PUT name it in If-Match.' })
/** The addresses of the API. Null: no server listens yet. */
export const installation = Type.Object({
  object: Type.Literal('installation'),
  sandbox_url: nullable(Type.String({ examples: ['https://sandbox.example.cd'] })),
  production_url: nullable(Type.String({ examples: ['https://api.example.cd'] })),
  /** People may sign in to the console with the national identity. */
  has_identity_sign_in: Type.Boolean(),
})

export const applicationId = Type.String({
  ...{ minLength: 1, maxLength: 60 },
  examples: ['app_01M7YS1Q44S1432YGAVSNSSJEF'],
})
const services = Type.Array(Type.Enum([...serviceNames]), {
  uniqueItems: true,
  examples: [['kyc_validation']],
})
const scopeList = Type.Array(Type.Enum([...scopes]), { uniqueItems: true, examples: [['kyc.addresses']] })
const purposeList = Type.Array(Type.Enum([...purposes]), {
  ...{ uniqueItems: true, examples: [['customer_onboarding']] },
})
const addresses = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  ...{ maxItems: maxAddresses, examples: [['203.0.113.0/24']] },
})
const redirectAddresses = Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), {
  ...{ maxItems: 20, examples: [['https://shop.example.cd/callback']] },
})
export const quota = Type.Object(
  { limit: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }), period: Type.Enum(['day', 'month']) },
  closed,
)
const quotas = Type.Partial(
  Type.Object(Object.fromEntries(serviceNames.map((name) => [name, quota])), closed),
)

export const productionStatuses = [
  'submitted',
  'in_review',
  'changes_requested',
  'approved',
  'rejected',
] as const

export const application = Type.Object({
  object: Type.Literal('application'),
  id: applicationId,
  organization_id: Type.String({ examples: ['org_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  environment: Type.Enum([...environments]),
  /** The application of the other environment. */
  counterpart_id: nullable(Type.String({ examples: ['app_01M7YS1Q44S1432YGAVSNSSJEG'] })),
  name: Type.String({ examples: ['Ouverture de compte'] }),
  /** A name that an operator has not accepted yet. */
  proposed_name: nullable(Type.String()),
  logo_hash: nullable(Type.String()),
  /** A logo that an operator has not accepted yet. */
  proposed_logo_hash: nullable(Type.String()),
  services,
  /** In production, the services that an approval covers. */
  approved_services: services,
  /** The selected scopes and purposes, and those that calls may use now. */
  scopes: scopeList,
  scopes_in_force: scopeList,
  purposes: purposeList,
  purposes_in_force: purposeList,
  ip_allowlist: addresses,
  redirect_uris: redirectAddresses,
  burst_per_second: Type.Integer({ examples: [50] }),
  quotas,
  batch_items_per_day: nullable(Type.Integer()),
  production_status: nullable(Type.Enum([...productionStatuses])),
  api_key: nullable(Type.String({ examples: ['key_test_0123456789abcdefghijklmn'] })),
  /** Earlier keys that still work, and until when. */
  overlapping_keys: Type.Array(Type.Object({ api_key: Type.String(), ends_at: timestamp })),
  created_at: timestamp,
  version,
})

/** Shown once. */
export const credentials = Type.Object({
  api_key: Type.String({ examples: ['key_test_0123456789abcdefghijklmn'] }),
  secret_key: Type.String({ examples: ['sk_test_…'] }),
  payload_encryption_key: Type.String({ examples: ['pek_test_…'] }),
})

export const newApplication = Type.Object(
  {
    name: lineOfText(maxName, 'Ouverture de compte'),
    services: Type.Optional(services),
    scopes: Type.Optional(scopeList),
    purposes: Type.Optional(purposeList),
  },
  closed,
)
/** The application of the sandbox, and its counterpart of production, each with its key set. In a cell there is none. */
export const createdApplication = Type.Object({
  ...application.properties,
  credentials,
  counterpart: nullable(Type.Object({ ...application.properties, credentials })),
})

export const applicationChange = Type.Object(
  {
    name: Type.Optional(lineOfText(maxName, 'Ouverture de compte')),
    services: Type.Optional(services),
    scopes: Type.Optional(scopeList),
    purposes: Type.Optional(purposeList),
    ip_allowlist: Type.Optional(addresses),
    redirect_uris: Type.Optional(redirectAddresses),
    /** The own quotas can be lowered, not raised. */
    quotas: Type.Optional(quotas),
  },
  { ...closed, minProperties: 1 },
)

const maxFileCharacters = 14_000_000
/** Base64 of a PNG or JPEG; null removes the logo. */
export const logoChange = Type.Object(
  { data: nullable(Type.String({ minLength: 4, maxLength: maxFileCharacters, examples: ['iVBORw0KGgo='] })) },
  closed,
)

export const newKeys = Type.Object({
  object: Type.Literal('credentials'),
  application_id: applicationId,
  ...credentials.properties,
})
export const keyRotation = Type.Object(
  { overlap_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800, examples: [3_600] })) },
  closed,
)
export const rotatedKeys = Type.Object({
  ...newKeys.properties,
  /** Null: they ended with the rotation. */
  old_keys_end_at: nullable(timestamp),
})

export const certificate = Type.Object({
  object: Type.Literal('certificate'),
  thumbprint: Type.String({ examples: ['ab'.repeat(32)] }),
  subject: Type.String({ examples: ['CN=app_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  created_at: timestamp,
  not_after: timestamp,
  revoked_at: nullable(timestamp),
})
export const certificateOrder = Type.Object(
  {
    csr: Type.String({
      ...{
        minLength: 1,
        maxLength: 20_000,
        description: 'A signing request in PEM. The private key is never sent.',
      },
      examples: ['-----BEGIN CERTIFICATE REQUEST-----\n…'],
    }),
  },
  closed,
)
export const issuedCertificate = Type.Object({
  ...certificate.properties,
  certificate: Type.String({ description: 'PEM', examples: ['-----BEGIN CERTIFICATE-----\n…'] }),
  /** The authority of the installation, in PEM. */
  ca: Type.String({ examples: ['-----BEGIN CERTIFICATE-----\n…'] }),
})

/** The calls of a day in UTC, by service. */
export const applicationUse = Type.Object({
  object: Type.Literal('use'),
  from: Type.String({ examples: ['2026-11-01'] }),
  to: Type.String({ examples: ['2026-11-24'] }),
  data: Type.Array(
    Type.Object({
      day: Type.String({ examples: ['2026-11-24'] }),
      service: Type.Enum([...serviceNames]),
      used: Type.Integer({ examples: [12] }),
    }),
  ),
})

const eventType = Type.Enum([...eventTypes])
export const webhook = Type.Object({
  object: Type.Literal('webhook'),
  application_id: applicationId,
  url: Type.String({ examples: ['https://hooks.example.cd/nani'] }),
  /** Null: every type. */
  event_types: nullable(Type.Array(eventType)),
  waiting: Type.Integer({ examples: [0] }),
  next_attempt_at: nullable(timestamp),
  version,
})
export const webhookChange = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://hooks.example.cd/nani'] }),
    event_types: Type.Optional(nullable(Type.Array(eventType, { minItems: 1, uniqueItems: true }))),
  },
  closed,
)
export const delivery = Type.Object({
  object: Type.Literal('delivery'),
  event_id: Type.String({ examples: ['evt_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  type: Type.String({ examples: ['job.completed'] }),
  state: Type.String({ examples: ['delivered'] }),
  next_attempt_at: nullable(timestamp),
  attempts: Type.Array(
    Type.Object({
      round: Type.Integer(),
      attempt: Type.Integer(),
      at: timestamp,
      url: Type.String(),
      status: nullable(Type.Integer()),
      latency_ms: Type.Integer(),
      failure: nullable(Type.String()),
      /** The first bytes of the answer. */
      answer: nullable(Type.String()),
    }),
  ),
})
/** An event without its data: the console shows no result of a call. */
export const applicationEvent = Type.Object({
  object: Type.Literal('event'),
  id: Type.String({ examples: ['evt_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  type: Type.String({ examples: ['job.completed'] }),
  created_at: timestamp,
})
export const replayRequest = Type.Object({ since: timestamp }, closed)
export const resent = Type.Object({
  object: Type.Literal('resend'),
  scheduled: Type.Integer({ examples: [1] }),
})
export const webhookTest = Type.Object({ type: eventType }, closed)
/** The answer of the endpoint to a test event. */
export const webhookTestResult = Type.Object({
  object: Type.Literal('webhook_test'),
  event_id: Type.String({ examples: ['evt_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  type: eventType,
  delivered: Type.Boolean(),
  status: nullable(Type.Integer({ examples: [200] })),
  latency_ms: Type.Integer({ examples: [35] }),
  failure: nullable(Type.String()),
})

export type ConsoleApplication = Type.Static<typeof application>
export type ConsoleCertificate = Type.Static<typeof certificate>
export type ConsoleWebhook = Type.Static<typeof webhook>
export type ConsoleDelivery = Type.Static<typeof delivery>
export type ConsoleEvent = Type.Static<typeof applicationEvent>
export type WebhookTestResult = Type.Static<typeof webhookTestResult>
export type Resent = Type.Static<typeof resent>
export type Credentials = Type.Static<typeof credentials>
export type CreatedApplication = Type.Static<typeof createdApplication>
export type NewKeys = Type.Static<typeof newKeys>
export type RotatedKeys = Type.Static<typeof rotatedKeys>
export type IssuedCertificate = Type.Static<typeof issuedCertificate>
export type ApplicationUse = Type.Static<typeof applicationUse>
export type ConsoleInstallation = Type.Static<typeof installation>
