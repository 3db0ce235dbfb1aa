import { expect, inject, test } from 'vitest'
import { type CallOptions, type ErrorBody, post } from '../client/call.ts'
import { batchPath, singlePath, validate } from '../client/kyc.ts'

const { sandbox } = inject('demo')
const million = 1_000_000
const person = '"identifier":{"type":"svc_id","value":"COD-0000-0000-0001"},"purpose":"customer_onboarding"'

const bombs: [string, string, string][] = [
  ['a million items', batchPath, `{"purpose":"age_gating","items":[${'1,'.repeat(million)}1]}`],
  ['a million item objects', batchPath, `{"purpose":"age_gating","items":[${'{},'.repeat(million)}{}]}`],
  ['a million scopes', singlePath, `{${person},"scopes":[${'"a",'.repeat(million)}"a"]}`],
  [
    'arrays nested 100,000 deep',
    singlePath,
    `{${person},"match":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ],
  [
    'arrays nested deep in an unknown member',
    singlePath,
    `{${person},"later":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ],
  ['objects nested 100,000 deep', singlePath, `${'{"identifier":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  [
    '200,000 different keys',
    singlePath,
    `{${person},${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  ],
  ['a number of a million digits', singlePath, `{${person},"match":{"age":${'9'.repeat(million)}}}`],
  [
    'a name of a million characters',
    singlePath,
    `{${person},"match":{"full_name":"${'ab '.repeat(million / 3)}"}}`,
  ],
  ['a name of 50,000 parts', singlePath, `{${person},"match":{"full_name":"${'Ilunga '.repeat(50_000)}"}}`],
  ['a reference of a million characters', singlePath, `{${person},"reference":"${'x'.repeat(million)}"}`],
  [
    'an identifier of a million spaces',
    singlePath,
    `{"purpose":"age_gating","identifier":{"type":"svc_id","value":"${' '.repeat(million)}"}}`,
  ],
  [
    'an identifier of a million dashes',
    singlePath,
    `{"purpose":"age_gating","identifier":{"type":"passport","value":"${'-'.repeat(million)}"}}`,
  ],
  [
    'a purpose of a million characters',
    singlePath,
    `{"identifier":{"type":"svc_id","value":"COD-0000-0000-0001"},"purpose":"${'p'.repeat(million)}"}`,
  ],
]

test.each(bombs)('%s are answered while another caller is served, without a 5xx', async (_, path, text) => {
  const options: CallOptions = { plaintext: Buffer.from(text) }
  const [answer, neighbour] = await Promise.all([
    post(sandbox, path, undefined, options),
    validate(sandbox, '0001'),
  ])
  expect(answer.status).toBeLessThan(500)
  expect(answer.encrypted).toBe(true)
  if (answer.status >= 400) {
    expect((answer.json as ErrorBody).error).toMatch(
      /^(invalid_request|invalid_identifier|malformed_body|batch_too_large|purpose_not_approved|scope_not_granted)$/,
    )
  }
  expect(neighbour.status).toBe(200)
})
