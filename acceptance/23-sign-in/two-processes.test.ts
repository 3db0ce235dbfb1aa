import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { type Installation, newDataDir, removeInstallation } from '../installation/start-installation.ts'
import { createSignInApplication, exchangeCode, signIn, userinfo } from './relying-party.ts'

const dataDir = inject('dataDir')
const ownDataDir = newDataDir()
let second: Installation
let application: Credentials

beforeAll(async () => {
  second = await startSecondProcess(dataDir, ownDataDir)
  application = await createSignInApplication(dataDir)
})
afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
})

test('of 64 parallel exchanges of one code on two processes exactly one passes', async () => {
  const there: Credentials = { ...application, base_url: second.demo.sandbox.base_url }
  const signedIn = await signIn(application, 'COD-0000-0000-0008')
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => exchangeCode(n % 2 ? application : there, signedIn)),
  )
  const passed = answers.filter(({ status }) => status === 200)
  expect(passed).toHaveLength(1)
  expect(answers.filter(({ json }) => json.error === 'invalid_grant')).toHaveLength(63)
  // The code was presented again, so that its token has ended.
  expect((await userinfo(application, String(passed[0]?.json.access_token))).status).toBe(401)
})
