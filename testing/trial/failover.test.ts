import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPlatform, type Platform } from '../../packages/foundation/src/platform/index.ts'
import { httpTransport, Nani, NaniError } from '../../packages/sdk/src/index.ts'
import { openServerProcess, readConfig, type Server } from '../../packages/server/src/app/app/index.ts'
import { createApplication } from '../../packages/server/src/organizations/organizations/index.ts'
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../packages/server/src/testing/database/replicated-database.ts'
import { freePort } from '../machine/free-port.ts'

const callers = 8

let database: ReplicatedDatabase
let platform: Platform
let server: Server
let nani: Nani
let dataDir: string
const transport = httpTransport()
/** The statuses of the attempts that were refused. */
const refusals = new Set<number>()
/** When an attempt was refused, in milliseconds of the process. */
const refusedAt: number[] = []

/** The rows of a statement on one server. */
const rowsAt = async (port: number, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: database.urlOf(port) })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** From now on a commit is answered when the standby has it. */
const makeSynchronous = async ({ primary }: ReplicatedDatabase['ports']): Promise<void> => {
  await rowsAt(primary, `alter system set synchronous_standby_names = '*'`)
  await rowsAt(primary, 'select pg_reload_conf()')
  await vi.waitFor(
    async () =>
      expect(await rowsAt(primary, 'select sync_state from pg_stat_replication')).toEqual([
        { sync_state: 'sync' },
      ]),
    { timeout: 15_000 },
  )
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nani-failover-'))
  database = await startReplicatedDatabase(await freePort())
  const { primary, standby } = database.ports
  await makeSynchronous(database.ports)
  const url = database.urlOf(primary, standby)
  const config = readConfig({
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: url,
    NANI_SANDBOX_PORT: '0',
    NANI_PRODUCTION_PORT: '0',
    NANI_CITIZEN_PORT: '0',
    NANI_CONSOLE_PORT: '0',
    NANI_DESK_PORT: '0',
    NANI_FACE_WORKERS: '0',
    NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  platform = await openPlatform(config, { app: url, owner: url }, () => {})
  server = await openServerProcess(config, platform)
  const issued = await createApplication(
    { kind: 'operator', name: 'amina', roles: ['supervisor'] },
    {
      ...{ environment: 'sandbox', name: 'Shop', burst: 100_000 },
      ...{ services: ['kyc_validation'], purposes: ['customer_onboarding'] },
    },
    { ...platform, credentialsVault: platform.vaultFor('credentials') },
  )
  nani = new Nani({
    baseUrl: server.baseUrls.sandbox,
    apiKey: issued.api_key,
    secretKey: issued.secret_key,
    payloadEncryptionKey: issued.payload_encryption_key,
    transport: {
      ...transport,
      async send(attempt) {
        const answer = await transport.send(attempt)
        if (answer.status >= 400) {
          refusals.add(answer.status)
          refusedAt.push(performance.now())
        }
        return answer
      },
    },
  })
})

afterAll(async () => {
  await server?.stop()
  await platform?.close()
  await database?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const request = {
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'customer_onboarding',
} as const

/** One validation, repeated with its key until it is acknowledged, as a caller does. The client waits before it repeats. */
const validate = async (): Promise<string> => {
  const idempotencyKey = randomUUID()
  for (;;) {
    try {
      return (await nani.kyc.validate(request, { idempotencyKey })).id
    } catch (error) {
      if (!(error instanceof NaniError && error.code === 'overloaded')) throw error
    }
  }
}

test('the primary is killed under 8 callers: no acknowledged result is lost or doubled, and it gets no call when it returns', async () => {
  const { primary, standby } = database.ports
  const acknowledged: string[] = []
  let isOver = false
  const call = async (): Promise<void> => {
    while (!isOver) acknowledged.push(await validate())
  }
  const all = Promise.all(Array.from({ length: callers }, call))
  const more = async (count: number): Promise<void> => {
    const wanted = acknowledged.length + count
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted)
  }
  const resultsAt = async (port: number) =>
    (await rowsAt(port, 'select result_id from results')).map((row) => row.result_id).toSorted()
  const serverOfOwner = async () => (await platform.ownerPool.query('select inet_server_port() as port')).rows
  try {
    await more(200)
    expect(await serverOfOwner()).toEqual([{ port: primary }])
    expect(refusals).toEqual(new Set())
    await database.killPrimary()
    await database.promoteStandby()
    await more(200)
    // The first connection to the lost server fails. The next one asks all servers.
    await expect.poll(serverOfOwner, { timeout: 10_000 }).toEqual([{ port: standby }])
    await database.returnPrimary()
    const ofOldPrimary = await resultsAt(primary)
    await more(200)
    isOver = true
    await all
    expect(await resultsAt(primary)).toEqual(ofOldPrimary)
    expect(await serverOfOwner()).toEqual([{ port: standby }])
  } finally {
    isOver = true
    await all.catch(() => {})
  }
  expect(await resultsAt(standby)).toEqual(acknowledged.toSorted())
  expect(refusals).toEqual(new Set([503]))
  const span = Math.max(...refusedAt) - Math.min(...refusedAt)
  console.log(`${refusedAt.length} refusals, from the first to the last: ${Math.round(span)} ms`)
}, 90_000)
