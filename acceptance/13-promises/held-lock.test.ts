import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { validate } from '../client/kyc.ts'
import { databaseOf, startSecondProcess } from '../installation/second-process.ts'
import { type Installation, newDataDir, removeInstallation } from '../installation/start-installation.ts'
import { type CrashableInstallation, crashableInstallation } from './crashable-installation.ts'
import { seed } from './seeded-random.ts'
import { runTrial } from './trial.ts'

let installation: CrashableInstallation
const ownDataDir = newDataDir()
let second: Installation | undefined

beforeAll(async () => {
  installation = await crashableInstallation()
  await installation.start()
})

afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
  await installation.remove()
})

const connected = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: databaseOf(installation.dataDir).NANI_OWNER_DATABASE_URL })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Partition = { name: string; day: number }

/** Every partition of every table that is partitioned by day, and how many days from today its day is. */
const partitions = async (client: pg.Client): Promise<Partition[]> => {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD') - (now() at time zone 'UTC')::date as day
     from pg_class c
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows
}

const dropPartitions = async (client: pg.Client, from: number): Promise<number> => {
  const dropped = (await partitions(client)).filter(({ day }) => day >= from)
  for (const { name } of dropped) await client.query(`drop table ${client.escapeIdentifier(name)}`)
  return dropped.length
}

/** The locks of pg_dump during its whole run: on every table and every partition. */
const lockAsBackup = async (client: pg.Client): Promise<void> => {
  await client.query('begin isolation level repeatable read')
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  )
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`)
}

const unexpected = (met: Map<string, number>): string[] =>
  [...met.keys()].filter((outcome) => !/^(20[02]|409)\b/.test(outcome))

/**
 * Calls one after the other, until `ended`; each succeeds. A call that waits for the lock does not: the backup keeps it
 * until the end, and the database ends a statement after 15 s, which is a 503. So a slow machine fails no call.
 */
const callUntil = async (application: Credentials, ended: () => boolean): Promise<void> => {
  do {
    expect((await validate(application, '0001')).status).toBe(200)
    await delay(100)
  } while (!ended())
}

test(`while a backup holds its locks, partitions are created and calls continue (NANI_CRASH_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const application = await installation.createApplication()
  await connected(async (client) => {
    expect(await dropPartitions(client, 4)).toBeGreaterThan(0)
    await lockAsBackup(client)
    // Its start creates what is missing.
    const starting = startSecondProcess(installation.dataDir, ownDataDir)
    let ended = false
    const started = starting.finally(() => {
      ended = true
    })
    await Promise.all([callUntil(application, () => ended), started])
    second = await starting
    expect(unexpected(await runTrial(installation, () => delay(2_000)))).toEqual([])
    await client.query('rollback')
    // A partition of a month has the last day of it.
    const daily = (await partitions(client)).filter(({ name }) => !name.startsWith('credit_score_records_'))
    expect(Math.max(...daily.map(({ day }) => day))).toBe(7)
  })
})

test(`a day without partitions gets them from the first call that needs it (NANI_CRASH_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  await connected((client) => dropPartitions(client, -1))
  expect(unexpected(await runTrial(installation, () => delay(2_000)))).toEqual([])
})
