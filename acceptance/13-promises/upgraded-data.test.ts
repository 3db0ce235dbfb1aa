import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  finishedJob,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import type { Batch, Job, KycValidation } from '../client/shapes.ts'
import { nani } from '../installation/nani-command.ts'
import { hasOwnRegister } from '../installation/own-register.ts'
import { databaseOf } from '../installation/second-process.ts'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { ledgerRows } from './ledger-rows.ts'
import { copyPreviousRelease } from './release-copy.ts'

/*
 * The data of the previous release: written by it alone, then served by both releases, then by the new one alone. Each
 * phase reads everything that was written before it.
 */

const batchSize = 500

let dataDir: string
let secondDataDir: string
let oldRoot: string
let before: Installation
let older: Installation | undefined
let newer: Installation | undefined
let application: Credentials
/** The first file that the previous release answered, of the same person as in all results. */
let file: Buffer

beforeAll(async () => {
  dataDir = newDataDir()
  secondDataDir = newDataDir()
  oldRoot = copyPreviousRelease()
  before = await startInstallation(dataDir, {}, { root: oldRoot })
  application = before.demo.sandbox
})

afterAll(async () => {
  await older?.kill().catch(() => {})
  await newer?.kill().catch(() => {})
  await removeInstallation(dataDir, before)
  await removeInstallation(secondDataDir)
  rmSync(oldRoot, { recursive: true, force: true })
})

const through = (installation: Installation | undefined): Credentials => ({
  ...application,
  base_url: installation?.demo.sandbox.base_url ?? '',
})

/** Without the signed links, which each answer signs again. */
const withoutLinks = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, member) =>
    member?.url && member.content_type ? { content_type: member.content_type } : member,
  )

/** The bytes of the first file that a result links. */
const firstFile = async (result: unknown): Promise<Buffer> => {
  const url = /"url":"([^"]+)"/.exec(JSON.stringify(result))?.[1]
  const answer = await fetch(url ?? 'no link')
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

type Written = {
  results: KycValidation[]
  jobs: Job<KycValidation>[]
  keys: { key: string; result: KycValidation }[]
}

const written: Written = { results: [], jobs: [], keys: [] }

/** One call of each mode and one with a key, through the process of a release. */
const write = async (caller: Credentials): Promise<void> => {
  const single = await validate(caller, '0001')
  expect(single.status).toBe(200)
  file ??= await firstFile(single.json)
  const accepted = await post<Job<KycValidation>>(caller, singlePath, kycRequest('0002'), asynchronously)
  expect(accepted.status).toBe(202)
  const key = randomUUID()
  const kept = await post<KycValidation>(caller, singlePath, kycRequest('0001'), { idempotencyKey: key })
  expect(kept.status).toBe(200)
  written.results.push(single.json, kept.json)
  written.jobs.push(await finishedJob(caller, accepted.json.id))
  written.keys.push({ key, result: kept.json })
}

/** Everything that any phase wrote, as it was answered then. */
const readAll = async (reader: Credentials): Promise<void> => {
  for (const result of written.results) {
    const { json } = await get(reader, `${singlePath}/${result.id}`)
    expect(withoutLinks(json)).toEqual(withoutLinks(result))
    expect((await firstFile(json)).equals(file)).toBe(true)
  }
  for (const job of written.jobs)
    expect(withoutLinks((await get(reader, `/v1/jobs/${job.id}`)).json)).toEqual(withoutLinks(job))
  for (const { key, result } of written.keys) {
    const replayed = await post(reader, singlePath, kycRequest('0001'), { idempotencyKey: key })
    expect(replayed.headers['idempotent-replayed']).toBe('true')
    expect(withoutLinks(replayed.json)).toEqual(withoutLinks(result))
  }
}

test('data of the previous release is served by both releases, then by the new one alone', {
  // That release accepts a register of its own with DATABASE_URL alone.
  skip: hasOwnRegister(),
  timeout: 240_000,
}, async () => {
  // The old release alone, killed while it works on a batch.
  await write(through(before))
  const accepted = await post<Batch>(
    through(before),
    batchPath,
    batchRequest(batchItems(batchSize)),
    asynchronously,
  )
  expect(accepted.status).toBe(202)
  await before.kill()

  // The new release migrates the database, and a process of the old one serves it too.
  newer = await startInstallation(dataDir)
  older = await startInstallation(
    secondDataDir,
    { ...databaseOf(dataDir), NANI_DEMO: 'production' },
    { root: oldRoot },
  )
  const batch = await finishedBatch(through(newer), accepted.json.id)
  expect(batch.status).toBe('completed')
  const items = await everyItem(through(newer), accepted.json.id)
  expect(new Set(items.map((item) => item.reference)).size).toBe(batchSize)
  for (const process of [newer, older]) await readAll(through(process))
  for (const process of [older, newer]) await write(through(process))
  for (const process of [newer, older]) await readAll(through(process))
  expect(await older.stop()).toBe(0)

  // The new release alone, from a start.
  expect(await newer.stop()).toBe(0)
  newer = await startInstallation(dataDir)
  await readAll(through(newer))
  await write(through(newer))
  await readAll(through(newer))
  const { charged, chargedBefore } = await ledgerRows(dataDir, application.application_id)
  const billed = [...written.results, ...written.jobs.map((job) => job.result as KycValidation)]
  expect(chargedBefore).toEqual([])
  expect(new Set(charged).size).toBe(charged.length)
  expect(charged.length).toBe(billed.length + batchSize)
  expect(charged).toEqual(expect.arrayContaining(billed.map(({ id }) => id)))
  await nani(dataDir, 'billing', 'prove')
})
