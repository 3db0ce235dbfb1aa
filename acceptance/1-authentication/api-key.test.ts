import { expect, inject, test } from 'vitest'
import { send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath, until, validate } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { naniJson } from '../installation/nani-command.ts'

const demo = inject('demo')
const dataDir = inject('dataDir')

const withKey = (credentials: Credentials, apiKey: string) =>
  send(
    credentials,
    signedRequest({ ...credentials, api_key: apiKey }, 'POST', singlePath, kycRequest('0001')),
  )

test('credentials have the prefixes and sizes of spec/wire#credentials', () => {
  for (const [environment, word] of [
    ['sandbox', 'test'],
    ['production', 'live'],
  ] as const) {
    const credentials = demo[environment]
    expect(credentials.api_key).toMatch(new RegExp(`^key_${word}_[0-9A-Za-z]{24}$`))
    expect(credentials.secret_key).toMatch(new RegExp(`^sk_${word}_[\\w-]{43}$`))
    expect(credentials.payload_encryption_key).toMatch(new RegExp(`^pek_${word}_[\\w-]{43}$`))
  }
})

test('an API key that is unknown is invalid_api_key, in plain JSON', async () => {
  const answer = await withKey(demo.sandbox, `key_test_${'0'.repeat(24)}`)
  expectRefusal(answer, 'invalid_api_key', { encrypted: false })
})

test.each(['whatever', "key_test_' OR 1=1 --", `key_test_${'0'.repeat(23)}`, `key_test_${'0'.repeat(5000)}`])(
  'what has not even the form of an API key is refused with 401, in plain JSON: %s',
  async (key) => {
    const answer = await withKey(demo.sandbox, key)
    const code = answer.json.error === 'invalid_api_key' ? 'invalid_api_key' : 'authentication_required'
    expectRefusal(answer, code, { encrypted: false })
  },
)

test('a production key never works in the sandbox, nor a sandbox key in production', async () => {
  const there = { ...demo.production, base_url: demo.sandbox.base_url }
  expectRefusal(await withKey(there, demo.production.api_key), 'invalid_api_key', { encrypted: false })
  const here = { ...demo.sandbox, base_url: demo.production.base_url }
  const identity = { ca: demo.production.ca_file, certificate_file: demo.production.certificate_file }
  const call = { ...here, ca_file: identity.ca, certificate_file: identity.certificate_file }
  expectRefusal(
    await withKey({ ...call, private_key_file: demo.production.private_key_file }, demo.sandbox.api_key),
    'invalid_api_key',
    { encrypted: false },
  )
})

test('rotating issues a new key set and revokes the old one', async () => {
  const old = await createApplication(dataDir)
  expect((await validate(old, '0001')).status).toBe(200)
  const issued = await naniJson<Credentials>(dataDir, 'applications', 'rotate-keys', old.application_id)
  expect(issued.application_id).toBe(old.application_id)
  for (const name of ['api_key', 'secret_key', 'payload_encryption_key'] as const)
    expect(issued[name]).not.toBe(old[name])
  expect((await validate({ ...old, ...issued }, '0001')).status).toBe(200)
  const refused = await until(
    () => withKey(old, old.api_key),
    ({ status }) => status !== 200,
    { everyMs: 500 },
  )
  expectRefusal(refused, 'invalid_api_key', { encrypted: false })
})

test('with an overlap the old and the new key set both work, each with its own secrets', async () => {
  const old = await createApplication(dataDir)
  const issued = await naniJson<Credentials & { old_keys_end_at: string }>(
    dataDir,
    ...['applications', 'rotate-keys', old.application_id, '--overlap', '7d'],
  )
  expect(Date.parse(issued.old_keys_end_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect((await validate({ ...old, ...issued }, '0001')).status).toBe(200)
  expect((await validate(old, '0001')).status).toBe(200)
  // The sets do not mix: the old key with the new secrets is refused.
  const mixed = { ...old, ...issued, api_key: old.api_key }
  expectRefusal(await validate(mixed, '0001'), 'invalid_signature', { encrypted: false })
})
