import { expect, inject, test } from 'vitest'
import { get, send, signedRequest } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath, until, validate } from '../client/kyc.ts'
import { createApplication, updateApplication } from '../installation/applications.ts'

const dataDir = inject('dataDir')
const elsewhere = '203.0.113.0/24'

test('from an address outside the allowlist every call is ip_not_allowed', async () => {
  const application = await createApplication(dataDir, { allowIp: [elsewhere, '2001:db8::/32'] })
  expectRefusal(await validate(application, '0001'), 'ip_not_allowed')
  expectRefusal(await get(application, '/v1/jobs/job_none'), 'ip_not_allowed')
})

test('from a listed address, or a listed network, calls pass', async () => {
  const byAddress = await createApplication(dataDir, { allowIp: [elsewhere, '127.0.0.1/32'] })
  expect((await validate(byAddress, '0001')).status).toBe(200)
  const byNetwork = await createApplication(dataDir, { allowIp: ['127.0.0.0/8'] })
  expect((await validate(byNetwork, '0001')).status).toBe(200)
})

test.each([['X-Forwarded-For'], ['X-Real-IP'], ['Forwarded'], ['Client-IP']])(
  'an address claimed in %s by a caller that is no configured proxy counts for nothing',
  async (name) => {
    const application = await createApplication(dataDir, { allowIp: [elsewhere] })
    const value = name === 'Forwarded' ? 'for=203.0.113.7' : '203.0.113.7'
    const call = signedRequest(application, 'POST', singlePath, kycRequest('0001'), {
      headers: { [name]: value },
    })
    expectRefusal(await send(application, call), 'ip_not_allowed')
  },
)

test('a change to the allowlist applies within a minute', { timeout: 240_000 }, async () => {
  const application = await createApplication(dataDir)
  expect((await validate(application, '0001')).status).toBe(200)
  const id = application.application_id
  await updateApplication(dataDir, id, '--allow-ip', elsewhere)
  const minute = { timeoutMs: 60_000, everyMs: 500 }
  expectRefusal(
    await until(
      () => validate(application, '0001'),
      ({ status }) => status !== 200,
      minute,
    ),
    'ip_not_allowed',
  )
  await updateApplication(dataDir, id, '--allow-ip', '127.0.0.0/8')
  await until(
    () => validate(application, '0001'),
    ({ status }) => status === 200,
    minute,
  )
})
