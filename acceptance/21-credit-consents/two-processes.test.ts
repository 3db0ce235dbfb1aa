import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { nani, naniJson } from '../installation/nani-command.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { type Installation, newDataDir, removeInstallation } from '../installation/start-installation.ts'
import { ask, asking, becomes, type Consent, changesOf, lender, read } from './consents.ts'

const dataDir = inject('dataDir')
const ownDataDir = newDataDir()
let second: Installation
beforeAll(async () => {
  second = await startSecondProcess(dataDir, ownDataDir)
})
afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
})
const there = (credentials: Credentials): Credentials => ({
  ...credentials,
  base_url: second.demo.sandbox.base_url,
})

test('requests to one citizen on both processes at the same time are one request', async () => {
  const application = await lender(dataDir)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => ask(n % 2 ? application : there(application), '0015')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(202))
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
})

test('each answer of the sandbox happens once, whichever process writes it', async () => {
  const application = await lender(dataDir)
  const digits = ['0001', '0003', '0004', '0005', '0008', '0009', '0010', '0011', '0014']
  const asked = await Promise.all(digits.map((one, n) => ask(n % 2 ? application : there(application), one)))
  for (const { json } of asked) {
    await expect
      .poll(async () => (await read(there(application), json.id)).json.status, { timeout: 20_000 })
      .not.toBe('pending')
    expect(await changesOf(application, json.id)).toHaveLength(1)
  }
})

test('a revocation is seen on every process at once', async () => {
  const application = await lender(dataDir)
  const { json } = await ask(application, '0001')
  await becomes(there(application), json.id, 'approved')
  await nani(dataDir, 'consents', 'revoke', json.id, '--reason', 'Ordered by the court')
  const statuses = await Promise.all(
    [application, there(application)].map(async (caller) => (await read(caller, json.id)).json.status),
  )
  expect(statuses).toEqual(['revoked', 'revoked'])
})

test('a revocation refuses scores on every process at once, and a delivered score stays readable', async () => {
  const application = await lender(dataDir)
  const { json } = await ask(application, '0001')
  const { consent } = await becomes(application, json.id, 'approved')
  const score = (caller: Credentials) =>
    post<{ id: string; consent: Consent }>(caller, '/v1/credit/scores', {
      ...asking('0001'),
      consent: { method: 'svc_app', consent_id: consent!.consent_id },
    })
  const delivered = [await score(application), await score(there(application))]
  expect(delivered.map(({ status, json: { consent: used } }) => [status, used])).toEqual([
    [200, consent],
    [200, consent],
  ])
  const shown = await naniJson<{ uses: number }>(dataDir, 'consents', 'show', json.id)
  expect(shown.uses).toBe(2)
  await nani(dataDir, 'consents', 'revoke', json.id, '--reason', 'Ordered by the court')
  for (const caller of [there(application), application])
    expectRefusal(await score(caller), 'consent_required')
  const stored = await get<{ id: string }>(application, `/v1/credit/scores/${delivered[0]!.json.id}`)
  expect([stored.status, stored.json]).toEqual([200, delivered[0]!.json])
})
