/** The fixed inputs of vectors.json: one case for each possible difference between two implementations. */
const path = '/v1/kyc/validations'
const subject = { type: 'svc_id', value: 'COD-0000-0000-0001' }
const purpose = 'customer_onboarding'
const key = '8c0f3c52-9b52-4a1f-9f6e-3d1f0a7c2b41'

export type RequestCase = {
  name: string
  method: 'GET' | 'POST'
  target: string
  plaintext?: string
  idempotencyKey?: string
  prefer?: string
}

export const requestCases: RequestCase[] = [
  {
    name: 'single validation',
    method: 'POST',
    target: path,
    plaintext: JSON.stringify({ identifier: subject, purpose }),
  },
  {
    name: 'with Idempotency-Key',
    method: 'POST',
    target: path,
    plaintext: JSON.stringify({ identifier: subject, purpose, scopes: [] }),
    idempotencyKey: key,
  },
  {
    name: 'with Prefer',
    method: 'POST',
    target: path,
    plaintext: JSON.stringify({ identifier: subject, purpose, reference: 'customer 17' }),
    prefer: 'respond-async',
  },
  {
    name: 'asynchronous batch with Idempotency-Key and Prefer',
    method: 'POST',
    target: `${path}/batches`,
    plaintext: JSON.stringify({ purpose, items: [{ reference: 'a', identifier: subject }] }),
    idempotencyKey: key,
    prefer: 'respond-async',
  },
  {
    name: 'body in UTF-8: accents composed and decomposed, beyond the basic plane, white space kept',
    method: 'POST',
    target: path,
    plaintext: `{ "identifier": ${JSON.stringify(subject)},\n  "match": {"full_name": "Ngɔ́ngɔ Élodie E\u0301lodie 𞤀 🇨🇩"}, "purpose": "${purpose}" }\n`,
  },
  { name: 'read without a query', method: 'GET', target: `${path}/kyc_01J8ZQ4T6V9X2B5D7F9H1K3M5P` },
  {
    name: 'read with a query',
    method: 'GET',
    target: '/v1/batches/bat_01/results?cursor=eyJhZnRlciI6OTl9&limit=500',
  },
  {
    name: 'read with a query whose percent-encoding and order are signed as sent',
    method: 'GET',
    target: '/v1/batches/bat_01/results?limit=100&cursor=a%2Fb%3d%20c',
  },
  { name: 'POST without a body', method: 'POST', target: '/v1/batches/bat_01/cancel' },
  {
    name: 'POST without a body, with Idempotency-Key',
    method: 'POST',
    target: '/v1/batches/bat_01/cancel',
    idempotencyKey: key,
  },
]

export type ResponseCase = { name: string; status: number; body: unknown }

/** Answer number n answers request number n. */
export const responseCases: ResponseCase[] = [
  { name: 'a result', status: 200, body: { id: 'kyc_01', object: 'kyc_validation', result: 'verified' } },
  {
    name: 'an encrypted refusal',
    status: 403,
    body: {
      error: 'scope_not_granted',
      message: 'A requested scope is not granted to this application.',
      scope: 'kyc.religion',
      request_id: 'req_01',
    },
  },
  { name: 'an accepted job', status: 202, body: { id: 'job_01', object: 'job', status: 'pending' } },
  {
    name: 'a refusal to be tried again',
    status: 429,
    body: { error: 'rate_limited', message: 'Too many calls this second; wait and retry.', retry_after: 1 },
  },
  { name: 'a result in UTF-8', status: 200, body: { kyc: { basic: { full_name: 'Ngɔ́ngɔ Élodie 🇨🇩' } } } },
]

export const webhookCases = [
  JSON.stringify({ id: 'evt_01', object: 'event', type: 'job.completed', livemode: false }),
  '{ "id": "evt_02", "note": "raw bytes are signed: Élodie 🇨🇩" }\n',
]
