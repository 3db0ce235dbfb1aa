import { expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'

const dataDir = inject('dataDir')

test('production keys before the production approval are production_access_required', async () => {
  const application = await createApplication(dataDir, { environment: 'production' })
  expectRefusal(await validate(application, '0001'), 'production_access_required')
})

test('an approved production application is let in', async () => {
  const application = await createApplication(dataDir, { environment: 'production', approved: true })
  expect((await validate(application, '0001')).status).toBe(200)
})

test('a service that is not enabled is service_not_enabled, in every mode and for reading', async () => {
  const application = await createApplication(dataDir, { services: ['aml_screening'] })
  const items = batchRequest(batchItems(2))
  expectRefusal(await post(application, singlePath, kycRequest('0001')), 'service_not_enabled')
  expectRefusal(
    await post(application, singlePath, kycRequest('0001'), asynchronously),
    'service_not_enabled',
  )
  expectRefusal(await post(application, batchPath, items), 'service_not_enabled')
  expectRefusal(await post(application, batchPath, items, asynchronously), 'service_not_enabled')
  expectRefusal(await get(application, `${singlePath}/kyc_none`), 'service_not_enabled')
})

test('a purpose outside the approved set, or in no catalogue, is purpose_not_approved', async () => {
  const application = await createApplication(dataDir, { purposes: ['customer_onboarding'] })
  expect((await validate(application, '0001')).status).toBe(200)
  for (const purpose of ['fraud_prevention', 'world_domination', ''])
    expectRefusal(await validate(application, '0001', { purpose }), 'purpose_not_approved')
})

test('a scope that is not granted, or in no catalogue, is scope_not_granted and says which', async () => {
  const application = await createApplication(dataDir, { scopes: ['kyc.addresses', 'kyc.emails'] })
  for (const scope of ['kyc.religion', 'kyc.horoscope', 'kyc'])
    expectRefusal(
      await validate(application, '0001', { scopes: ['kyc.emails', scope] }),
      'scope_not_granted',
      {
        context: { scope },
      },
    )
})

test('kyc.basic needs no subscription', async () => {
  const application = await createApplication(dataDir, { scopes: ['kyc.emails'] })
  const answer = await validate(application, '0001', { scopes: ['kyc.basic'] })
  expect(answer).toMatchObject({ status: 200, json: { scopes_applied: ['kyc.basic'] } })
})
