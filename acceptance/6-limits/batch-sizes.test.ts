import { expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { asynchronously, batchItems, batchPath, batchRequest } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

test('50 items synchronously are performed, 51 are batch_too_large', async () => {
  expect((await post(sandbox, batchPath, batchRequest(batchItems(50)))).status).toBe(200)
  expectRefusal(await post(sandbox, batchPath, batchRequest(batchItems(51))), 'batch_too_large')
})

test('10,001 asynchronous items are batch_too_large, and no item is performed', async () => {
  const application = await createApplication(dataDir, { quota: ['kyc_validation=100000/month'] })
  const answer = await post(application, batchPath, batchRequest(batchItems(10_001)), asynchronously)
  expectRefusal(answer, 'batch_too_large')
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(0)
})

test('the size is checked before the items', async () => {
  const items = [...batchItems(50), { reference: 'r50', identifier: { type: 'svc_id', value: 'nonsense' } }]
  expectRefusal(await post(sandbox, batchPath, batchRequest(items)), 'batch_too_large')
})
