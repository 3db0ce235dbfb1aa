import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  finishedBatch,
  finishedJob,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import type { Batch, KycValidation } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { databaseOf } from '../installation/second-process.ts'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'
import { callsUsed } from '../installation/usage.ts'
import { ledgerRows } from './ledger-rows.ts'
import { copyPreviousRelease, copyWorkingTree } from './release-copy.ts'

/*
 * Two releases out of order: the newer one, whose migrations have run, serves first; then a process of the previous
 * release starts on the same database.
 */

let dataDir: string
let oldDataDir: string
let newRoot: string
let oldRoot: string
let newer: Installation
let older: Installation
let application: Credentials
let throughOlder: Credentials

beforeAll(async () => {
  dataDir = startedDataDir()
  oldDataDir = newDataDir()
  newRoot = copyWorkingTree()
  oldRoot = copyPreviousRelease()
  // Whatever the working tree adds, this is a migration that the previous release cannot know.
  writeFileSync(
    join(newRoot, 'packages/foundation/src/storage/migrations/998-expansion.sql'),
    '-- expand-only\nalter table results add column expanded text;\ncreate table expansion (n int);\n',
  )
  newer = await startInstallation(dataDir, {}, { root: newRoot })
  older = await startInstallation(
    oldDataDir,
    {
      ...databaseOf(dataDir),
      NANI_DEMO: 'production',
      NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'true',
    },
    { root: oldRoot },
  )
  application = {
    ...(await createApplication(dataDir, { burst: 1_000 })),
    base_url: newer.demo.sandbox.base_url,
  }
  throughOlder = { ...application, base_url: older.demo.sandbox.base_url }
})

afterAll(async () => {
  await older?.stop().catch(() => {})
  await removeInstallation(dataDir, newer)
  await removeInstallation(oldDataDir)
  for (const root of [newRoot, oldRoot]) rmSync(root, { recursive: true, force: true })
})

/** Both releases answer, read what the other wrote, and agree on what was used. */
const bothAnswer = async (): Promise<void> => {
  const answered: KycValidation[] = []
  for (const caller of [throughOlder, application, throughOlder]) {
    const { status, json } = await validate(caller, '0001')
    expect(status).toBe(200)
    answered.push(json)
  }
  for (const { id } of answered)
    for (const reader of [application, throughOlder])
      expect((await get<KycValidation>(reader, `${singlePath}/${id}`)).json.id).toBe(id)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(answered.length)
  // Both releases write the table that is billed.
  const { charged, chargedBefore } = await ledgerRows(dataDir, application.application_id)
  expect(charged.toSorted()).toEqual(answered.map(({ id }) => id).toSorted())
  expect(chargedBefore).toEqual([])
}

/** An answer of one release is replayed by the other. */
const oneReplaysTheOther = async (): Promise<void> => {
  const body = kycRequest('0001')
  const idempotencyKey = randomUUID()
  const first = await post<KycValidation>(throughOlder, singlePath, body, { idempotencyKey })
  const second = await post<KycValidation>(application, singlePath, body, { idempotencyKey })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.json.id).toBe(first.json.id)
  expect(second.headers['idempotent-replayed']).toBe('true')
}

/** Work that the previous release accepted is completed after kill -9 of it, and no work is lost. */
const killOfTheOlder = async (): Promise<void> => {
  const before = await callsUsed(dataDir, application, 'kyc_validation')
  const job = await post<{ id: string }>(throughOlder, singlePath, kycRequest('0001'), asynchronously)
  const batch = await post<Batch>(throughOlder, batchPath, batchRequest(batchItems(500)), asynchronously)
  expect([job.status, batch.status]).toEqual([202, 202])
  await older.kill()
  await finishedJob(application, job.json.id)
  const finished = await finishedBatch(application, batch.json.id)
  expect(finished.status).toBe('completed')
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(before + 501)
}

// In this order, because the last step ends the older process.
test('two releases on one database answer, agree, and lose nothing', async () => {
  await bothAnswer()
  await oneReplaysTheOther()
  await killOfTheOlder()
})
