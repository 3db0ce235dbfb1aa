import { expect } from 'vitest'
import type { IssuedCredentials } from '../../packages/server/src/organizations/organizations/index.ts'
import type { OwnerInConsole } from './sign-in-as-owner.ts'

type Steps = {
  /** What a call with these keys gets. */
  outcome(credentials: IssuedCredentials): Promise<string>
  hook: string
}

const within = { timeout: 10_000 }

/** Makes an application, looks at its calls, sets its webhook, runs the conformance tests, renews its keys, and takes its service away. Returns its id. */
export const useInConsole = async ({ send }: OwnerInConsole, { outcome, hook }: Steps): Promise<string> => {
  const selected = { name: 'Guichet', services: ['kyc_validation'], purposes: ['customer_onboarding'] }
  const made = await send('POST', '/applications', selected)
  expect([made.status, made.json]).toMatchObject([
    201,
    { environment: 'sandbox', counterpart: { environment: 'production' } },
  ])
  const id = String(made.json.id)
  const path = `/applications/${id}`
  const called = (keys = made.json.credentials) =>
    outcome({ ...(keys as IssuedCredentials), application_id: id })
  // The processes learn of the key from home.
  await expect.poll(() => called(), within).toMatch(/^kyc_/)
  const calls = async () => (await send('GET', `${path}/requests`)).json.data
  await expect.poll(calls, within).toMatchObject([{ status: 200 }])
  expect((await send('PUT', `${path}/webhook`, { url: hook })).json).toMatchObject({ version: 1 })
  const { json: run } = await send('POST', `${path}/conformance-runs`)
  const ended = async () => (await send('GET', `${path}/conformance-runs/${run.id}`)).json.status
  await expect.poll(ended, { timeout: 20_000 }).toBe('completed')
  const { json: renewed } = await send('POST', `${path}/keys`)
  await expect.poll(() => called(renewed), within).toMatch(/^kyc_/)
  await expect.poll(() => called(), within).toBe('401 invalid_api_key')
  // The directory of the cell hears of the change.
  const changed = await send('PATCH', path, { services: [] }, { 'if-match': '"1"' })
  expect(changed.json).toMatchObject({ services: [], version: 2 })
  await expect.poll(() => called(renewed), within).toBe('403 service_not_enabled')
  return id
}
