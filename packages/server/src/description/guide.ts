import { canonicalString, limits, purposes, scopeCatalogue, scopes } from '@nani/contract'
import { decodeKey, encryptBody, encryptedBodyJson, sha256Hex, sign } from '@nani/contract/node'
import { scenariosFor } from '../register/index.ts'

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

/** The introduction: how to call, before any endpoint. CommonMark. */
export const guide = (): string => {
  const { canonical, message } = workedExample()
  return `
Nani answers who somebody is, from a national register of digital identities: over HTTPS, in JSON, signed and
encrypted from end to end.

## The first call

With the credentials file that the first start wrote, from the command line:

\`\`\`sh
npx nani kyc COD-0000-0000-0001
\`\`\`

or from TypeScript, where the SDK signs, encrypts, retries and checks:

\`\`\`ts
const nani = new Nani({ baseUrl, apiKey, secretKey, payloadEncryptionKey })
const answer = await nani.kyc.validate({
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'customer_onboarding',
})
console.log(answer.result, answer.kyc?.basic.full_name)
\`\`\`

## What travels

**Every shape in this reference is the plaintext.** What travels, both ways, is the wrapper \`{"payload": "…"}\`: the
JSON encrypted with AES-256-GCM under the Payload Encryption Key, in base64, ciphertext and tag together. \`X-SVC-IV\`
holds the base64 of the 12-byte IV. Sealed and signed, the call above looks like this:

\`\`\`http
${message}
\`\`\`

1. **Encrypt** the body under 12 fresh random bytes, without additional data. A request without a body has no
   \`X-SVC-IV\`.
2. **Join nine lines** with single line feeds: \`SVC-HMAC-SHA256\`, the method, the path with its query exactly as
   sent, \`X-SVC-Timestamp\`, \`X-SVC-Nonce\`, \`X-SVC-IV\`, \`Idempotency-Key\`, \`Prefer\`, and the lower-case hex SHA-256 of
   the body as sent. A header that is not sent is an empty line.
3. **Sign** them: \`X-SVC-Signature\` is the lower-case hex HMAC-SHA256 under the Secret Key. A key is the 32 bytes
   that its last 43 characters decode to, never its text.

\`\`\`text
${canonical}
\`\`\`

An **answer** that has \`X-SVC-IV\` is sealed in the same way, errors too; its additional data is
\`{X-SVC-Nonce of the request}\\n{HTTP status}\`, which binds it to its question. Without \`X-SVC-IV\` the body is a plain
error: the server did not recognise the caller. A success that is not encrypted is a forgery. In the sandbox a refused
signature says which nine lines the server saw.

Production also asks for the client certificate of the application (mutual TLS).

## Four modes

| | Answer | Up to |
|---|---|---|
| POST one | \`200\` with the result | one |
| POST one, \`Prefer: respond-async\` | \`202\` with a job | one |
| POST a batch | \`200\` with a list of every item | ${limits.synchronousBatchItems} items |
| POST a batch, \`Prefer: respond-async\` | \`202\` with a batch | ${number(limits.asynchronousBatchItems)} items |

Jobs, batches and results stay readable for ${limits.retentionDays} days. A body may have ${mebibytes(limits.singleBodyBytes)} MiB, that of a batch
${mebibytes(limits.batchBodyBytes)} MiB.

## Trying again

Send an \`Idempotency-Key\` (a UUID made once for the logical call) with every POST. After a 5xx, a 429, a 409
\`idempotency_in_progress\` or a broken connection, send the same again with the same key and a new nonce, timestamp and
IV, after \`retry_after\` seconds when the error has it. For ${limits.idempotencyWindowSeconds / 3600} hours the key gets the first answer, with
\`Idempotent-Replayed: true\`, and nothing is billed twice. Only 2xx answers are kept. Any other 4xx will be refused
again. A request that is refused is never billed.

## Scopes

A request without \`scopes\` gets every scope granted to the application; an empty array gets basic KYC only. One
that is not granted is refused.

| Scope | Where | Tier |
|---|---|---|
${scopes.map((scope) => `| \`${scope}\` | \`kyc.${scopeCatalogue[scope].block.join('.')}\` | ${scopeCatalogue[scope].tier} |`).join('\n')}

Sensitive and biometric scopes need enhanced due diligence.

## Purposes

Every call declares why it is made, and the purpose must be approved for the application:
${purposes.map((purpose) => `\`${purpose}\``).join(', ')}.

## Staying compatible

Within \`/v1\` only additions are made: ignore members that you do not know, and have an answer for enum values that you
do not know. Members that the server does not know are ignored in turn. An optional member of a request may also be
\`null\`, which means absent.
`.trim()
}

const number = (value: number) => value.toLocaleString('en')
const mebibytes = (bytes: number) => bytes / 1024 / 1024

/** Everybody in the sandbox, and what each yields of these services. CommonMark. */
export const sandboxGuide = (services: ReadonlySet<string>): string => {
  const rows = scenariosFor(services).map(({ identifier, name, yields }) => {
    const outcomes = Object.entries(yields).map(
      ([service, outcome]) => `**${service.replaceAll('_', ' ')}** ${outcome}`,
    )
    return `| \`${identifier.value}\` | ${name ?? ''} | ${outcomes.join(' · ')} |`
  })
  return `
Open without a signature, and not there in production. The people and businesses of the sandbox are invented:

| Identifier | Name | Yields |
|---|---|---|
${rows.join('\n')}
`.trim()
}
