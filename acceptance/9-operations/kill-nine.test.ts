import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post } from '../client/call.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  singlePath,
  until,
  validate,
} from '../client/kyc.ts'
import type { Batch, KycValidation } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { withOwnRegister } from '../installation/own-register.ts'
import {
  databaseProcesses,
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { callsUsed } from '../installation/usage.ts'

const size = 10_000
const dataDir = withOwnRegister(newDataDir())
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation(dataDir)
})

afterAll(() => removeInstallation(dataDir, installation))

test('killed twice in the middle of a batch of 10,000 it resumes: no item lost, none done twice, none counted twice', {
  timeout: 240_000,
}, async () => {
  const before = await createApplication(dataDir, { quota: ['kyc_validation=100000/month'] })
  const kept = await validate(before, '0001')
  const body = batchRequest(batchItems(size))
  const accepted = await post<Batch>(before, batchPath, body, asynchronously)
  expect(accepted.status).toBe(202)
  const batchId = accepted.json.id
  let application = before

  for (const share of [0.1, 0.4]) {
    const { json } = await until(
      () => get<Batch>(application, `/v1/batches/${batchId}`),
      ({ json: batch }) => batch.processed_items >= size * share,
      { everyMs: 20 },
    )
    expect(json.processed_items).toBeLessThan(size)
    await installation.kill()
    installation = await startInstallation(dataDir)
    application = { ...before, base_url: installation.demo.sandbox.base_url }
  }

  const batch = await finishedBatch(application, batchId, 120_000)
  expect(batch).toMatchObject({
    status: 'completed',
    processed_items: size,
    succeeded_items: size,
    failed_items: 0,
  })
  const items = await everyItem(application, batchId)
  expect(items.map(({ reference }) => reference)).toEqual(batchItems(size).map(({ reference }) => reference))
  expect(new Set(items.map(({ result }) => result?.id)).size).toBe(size)
  const again = await get<KycValidation>(application, `${singlePath}/${kept.json.id}`)
  expect(again).toMatchObject({ status: 200, json: { id: kept.json.id } })
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(size + 1)
  expect(databaseProcesses(dataDir)).toHaveLength(1)
})
