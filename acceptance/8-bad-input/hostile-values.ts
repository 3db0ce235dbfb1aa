import * as fc from 'fast-check'

/** Strings that break careless code: lone surrogates, NUL, prototype names, injections, sheer size. */
export const hostileString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '__proto__',
    'constructor',
    'toString',
    "' or 1=1; --",
    '{{7*7}}',
    '\u202e',
    'ﷺ'.repeat(50),
    'e\u0301'.repeat(200),
    'x'.repeat(10_000),
    'COD-0000-0000-0001\n',
    '../../../etc/passwd',
    'NaN',
    '1e999',
    '1970-01-01T00:00:00Z',
    '0000-00-00',
    '9999-99-99',
  ),
)

export const hostileValue = fc.oneof(
  hostileString,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -1, -0, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [null], { length: 1e9 }),
  fc.array(hostileString, { maxLength: 8 }),
  fc.dictionary(hostileString, hostileString, { maxKeys: 5 }),
)

const mostly = <T>(right: T) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<unknown>(right) }, { weight: 1, arbitrary: hostileValue })

export const identifier = fc.oneof(
  fc.record({
    type: mostly('svc_id'),
    value: fc.oneof(
      mostly('COD-0000-0000-0001'),
      fc.constantFrom('COD-0000-0000-0404', 'COD-0000-0000-0002', 'cod000000000003'),
    ),
  }),
  hostileValue,
)

const anyhowWrong = fc.record(
  {
    identifier,
    purpose: mostly('customer_onboarding'),
    scopes: fc.oneof(
      fc.constantFrom<unknown[]>([], ['kyc.emails'], ['kyc.basic']),
      fc.array(hostileValue, { maxLength: 4 }),
      hostileValue,
    ),
    match: fc.oneof(
      fc.record(
        { full_name: hostileValue, date_of_birth: hostileValue, age: hostileValue },
        { requiredKeys: [] },
      ),
      hostileValue,
    ),
    document_delivery: mostly('signed_url'),
    reference: mostly('ref'),
  },
  { requiredKeys: ['identifier', 'purpose'] },
)

const right = {
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'customer_onboarding',
  scopes: [] as string[],
}

/** Right but for one string, so that it gets past the checks of form to what looks at its content. */
const oneStringHostile = hostileString.chain((text) =>
  fc.constantFrom<Record<string, unknown>>(
    { ...right, reference: text },
    { ...right, match: { full_name: text } },
    { ...right, match: { full_name: `Ilunga ${text}`, age: 30 } },
    { ...right, match: { date_of_birth: text } },
    { ...right, purpose: text },
    { ...right, scopes: ['kyc.emails', text] },
    { ...right, identifier: { type: 'svc_id', value: text } },
    { ...right, identifier: { type: 'passport', value: text } },
    { ...right, identifier: { type: text, value: 'COD-0000-0000-0001' } },
    { ...right, document_delivery: text },
    { ...right, [text]: text },
  ),
)

/** A KYC request in which one string, something or everything is wrong. */
export const kycBody = fc.oneof(oneStringHostile, anyhowWrong)

export const batchBody = fc.record(
  {
    purpose: mostly('customer_onboarding'),
    scopes: fc.constant([]),
    items: fc.oneof(
      fc.array(
        fc.record(
          { reference: mostly('a'), identifier, match: hostileValue },
          { requiredKeys: ['identifier'] },
        ),
        {
          maxLength: 4,
        },
      ),
      hostileValue,
    ),
  },
  { requiredKeys: ['purpose'] },
)

/** Texts that are, or nearly are, JSON; in bytes, so that they may be no UTF-8 at all. */
export const hostileText = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((text) => Buffer.from(text)),
  fc.tuple(kycBody, fc.nat()).map(([body, cut]) => {
    const bytes = Buffer.from(JSON.stringify(body))
    return bytes.subarray(0, cut % (bytes.length + 1))
  }),
  fc
    .constantFrom(
      '{"__proto__":{"purpose":"age_gating"},"identifier":{"type":"svc_id","value":"COD-0000-0000-0001"}}',
      '{"purpose":"age_gating","purpose":"nothing","identifier":{"type":"svc_id","value":"COD-0000-0000-0001"}}',
      '{"purpose":"age_gating","match":{"full_name":"\\ud800"},"identifier":{"type":"svc_id","value":"COD-0000-0000-0001"}}',
      '{"purpose":"age_gating","match":{"full_name":"\\u0000"},"reference":"a\\u0000","identifier":{"type":"svc_id","value":"COD-0000-0000-0001"}}',
      '{"purpose":"age_gating","match":{"age":1e999},"identifier":{"type":"svc_id","value":"COD-0000-0000-0001"}}',
      '{"a":NaN}',
      "{'purpose':'age_gating'}",
      '{"purpose":"age_gating",}',
      '\ufeff{"purpose":"age_gating","identifier":{"type":"svc_id","value":"COD-0000-0000-0001"}}',
    )
    .map((text) => Buffer.from(text)),
)

/** Any header value that Node accepts from a client. */
export const headerValue = fc
  .oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ minLength: 500, maxLength: 2000 }),
    fc.constantFrom('', '0', ' ', ',', 'null', '\u00ff\u00e9'),
  )
  .map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))

/** Wrong values in the form of some signing header. */
export const plausibleHeader = fc.constantFrom(`key_test_${'0'.repeat(24)}`, 'a'.repeat(64), '1790000000')

/** Request targets that are still one token of a request line. */
export const target = fc.oneof(
  fc.constantFrom(
    '/v1/kyc/validations/%zz',
    '/v1/kyc/validations/%00',
    '/v1/kyc/validations/%c0%ae%c0%ae',
    '/v1/kyc/validations/..',
    '/v1/../../etc/passwd',
    '//evil.example/v1/jobs/x',
    '/v1/jobs/job_%',
    '/v1/jobs/__proto__',
    '/v1/batches/bat_x/results?limit=%00&cursor=%ff',
    '/v1/batches/constructor/results?limit[]=1&limit=2',
    `/v1/batches/bat_x/results?cursor=${'A'.repeat(4000)}`,
    '/v1/kyc/validations?__proto__[x]=1',
    `/${'a/'.repeat(2000)}`,
    '/sandbox/scenarios/..',
    '/files/%2e%2e',
    '*',
  ),
  fc.webPath().map((path) => path || '/'),
  fc.string({ maxLength: 40 }).map((text) => `/v1/jobs/${encodeURIComponent(text.toWellFormed())}`),
  fc.string({ maxLength: 30 }).map((text) => `/v1/${text.replace(/[^\x21-\x7e]/g, '')}`),
)
