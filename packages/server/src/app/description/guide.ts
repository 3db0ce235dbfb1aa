import { canonicalString, limits, purposes, scopeCatalogue, scopes } from '@nani/contract'
import { decodeKey, encryptBody, encryptedBodyJson, sha256Hex, sign } from '@nani/contract/node'
import { scenariosFor } from '../../register/synthetic-data/index.ts'

/* The keys and numbers of the first published vector (packages/contract/vectors.json). */
const vector = {
  secretKey: 'sk_test_qPb-0TxB_o8T7FSz7db4Y6DKPCfryND78pWH6j1bE-w',
  payloadKey: 'pek_test_kPVwmOotUbkEAsG0ZpjMuSehRXbm-KeItn-MPhkDQ1M',
  apiKey: 'key_test_4fKq2Vx7mR9sT1wZ8bN3cY6d',
  timestamp: '1795000000',
  nonce: '6353e05c-0f43-4282-a276-8d855c3cb8d9',
  iv: 'XEbcX0ipFyIbccST',
  target: '/v1/kyc/validations',
  plaintext: '{"identifier":{"type":"svc_id","value":"COD-0000-0000-0001"},"purpose":"customer_onboarding"}',
} as const

const workedExample = () => {
  const { timestamp, nonce, iv, target, plaintext } = vector
  const body = encryptedBodyJson(
    encryptBody(decodeKey(vector.payloadKey), Buffer.from(iv, 'base64'), plaintext),
  )
  const canonical = canonicalString({
    method: 'POST',
    target,
    timestamp,
    nonce,
    iv,
    idempotencyKey: '',
    prefer: '',
    bodySha256: sha256Hex(body),
  })
  const signature = sign(decodeKey(vector.secretKey), canonical)
  const message = [
    `POST ${target} HTTP/1.1`,
    'Content-Type: application/json',
    `X-SVC-Key-Id: ${vector.apiKey}`,
    `X-SVC-Timestamp: ${timestamp}`,
    `X-SVC-Nonce: ${nonce}`,
    `X-SVC-IV: ${iv}`,
    `X-SVC-Signature: ${signature}`,
    '',
    body,
  ].join('\n')
  return { canonical, message }
}

const firstCall = (): string =>
  `
## The first call

Use the credentials file of the first start, from the command line:

\`\`\`sh
npx nani kyc COD-0000-0000-0001
\`\`\`

or from TypeScript. The SDK signs, encrypts, retries and verifies:

\`\`\`ts
const nani = new Nani({ baseUrl, apiKey, secretKey, payloadEncryptionKey })
const answer = await nani.kyc.validate({
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'customer_onboarding',
})
console.log(answer.result, answer.kyc?.basic.full_name)
\`\`\`
`.trim()

const wireFormat = (): string => {
  const { canonical, message } = workedExample()
  return `
## The wire format

**Every shape in this reference is the plaintext.** The body on the wire, in both directions, is the wrapper
\`{"payload": "…"}\`. The payload is the JSON encrypted with AES-256-GCM under the Payload Encryption Key, in base64, with
ciphertext and tag together. \`X-SVC-IV\` contains the base64 of the 12-byte IV. The encrypted and signed call is:

\`\`\`http
${message}
\`\`\`

1. **Encrypt** the body with 12 fresh random bytes as IV, without additional data. A request without a body has no
   \`X-SVC-IV\`.
2. **Join nine lines** with single line feeds: \`SVC-HMAC-SHA256\`, the method, the path with its query exactly as
   sent, \`X-SVC-Timestamp\`, \`X-SVC-Nonce\`, \`X-SVC-IV\`, \`Idempotency-Key\`, \`Prefer\`, and the lower-case hex SHA-256 of
   the body as sent. A header that is not sent is an empty line.
3. **Sign** them: \`X-SVC-Signature\` is the lower-case hex HMAC-SHA256 under the Secret Key. The key is the 32 bytes
   that the last 43 characters decode to, never the text.

\`\`\`text
${canonical}
\`\`\`

A **response** with \`X-SVC-IV\` is encrypted in the same way, including errors. Its additional data is
\`{X-SVC-Nonce of the request}\\n{HTTP status}\`, which binds it to its request. Without \`X-SVC-IV\` the body is a plain
error: the server did not authenticate the caller. A success that is not encrypted is a forgery. In the sandbox a refused
signature returns the nine lines that the server used.

Production also requires the client certificate of the application (mutual TLS).
`.trim()
}

const fourModes = (): string =>
  `
## Four modes

| | Response | Maximum |
|---|---|---|
| POST one | \`200\` with the result | one |
| POST one, \`Prefer: respond-async\` | \`202\` with a job | one |
| POST a batch | \`200\` with a list of every item | ${limits.synchronousBatchItems} items |
| POST a batch, \`Prefer: respond-async\` | \`202\` with a batch | ${number(limits.asynchronousBatchItems)} items |

Jobs, batches and results stay readable for ${limits.retentionDays} days. A body may have ${mebibytes(limits.singleBodyBytes)} MiB, that of a batch
${mebibytes(limits.batchBodyBytes)} MiB.
`.trim()

const retries = (): string =>
  `
## Retries

Send an \`Idempotency-Key\` (a UUID created once for the logical call) with every POST. Retry after a 5xx, a 429, a 409
\`idempotency_in_progress\` or a broken connection. Use the same key, and a new nonce, timestamp and IV. If the error has
\`retry_after\`, wait as many seconds first. For ${limits.idempotencyWindowSeconds / 3600} hours the key gets the first response, with
\`Idempotent-Replayed: true\`, and nothing is billed twice. Only 2xx responses are stored. Any other 4xx will be refused
again. A refused request is never billed.
`.trim()

const scopesSection = (): string =>
  `
## Scopes

A request without \`scopes\` gets every scope granted to the application. An empty array gets basic KYC only. A scope
that is not granted is refused.

| Scope | Where | Tier |
|---|---|---|
${scopes.map((scope) => `| \`${scope}\` | \`kyc.${scopeCatalogue[scope].block.join('.')}\` | ${scopeCatalogue[scope].tier} |`).join('\n')}

Sensitive and biometric scopes need enhanced due diligence.
`.trim()

const purposesSection = (): string =>
  `
## Purposes

Every call declares its purpose, and the purpose must be approved for the application:
${purposes.map((purpose) => `\`${purpose}\``).join(', ')}.
`.trim()

const compatibility = (): string =>
  `
## Compatibility

Within \`/v1\` changes are additions only. Ignore unknown fields, and handle unknown enum values. The server also ignores
unknown fields. An optional field of a request may be \`null\`, which means absent.
`.trim()

const introduction = `
Nani verifies identities with a national register of digital identities. The API uses HTTPS and JSON. Every call is signed, and
every body is encrypted.
`.trim()

/** The introduction: how to call, before any endpoint. CommonMark. */
export const guide = (): string =>
  [
    introduction,
    firstCall(),
    wireFormat(),
    fourModes(),
    retries(),
    scopesSection(),
    purposesSection(),
    compatibility(),
  ].join('\n\n')

const number = (value: number) => value.toLocaleString('en')
const mebibytes = (bytes: number) => bytes / 1024 / 1024

/** All test identities of the sandbox and their results for these services. CommonMark. */
export const sandboxGuide = (services: ReadonlySet<string>): string => {
  const rows = scenariosFor(services).map(({ identifier, name, yields }) => {
    const outcomes = Object.entries(yields).map(
      ([service, outcome]) => `**${service.replaceAll('_', ' ')}** ${outcome}`,
    )
    return `| \`${identifier.value}\` | ${name ?? ''} | ${outcomes.join(' · ')} |`
  })
  return `
These endpoints need no signature and do not exist in production. The people and businesses of the sandbox are invented:

| Identifier | Name | Results |
|---|---|---|
${rows.join('\n')}
`.trim()
}
