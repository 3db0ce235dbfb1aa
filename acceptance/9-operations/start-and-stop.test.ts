import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { get, post, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { asynchronously, finishedJob, kycRequest, singlePath, validate } from '../client/kyc.ts'
import { openRaw, type RawConnection, statusesIn } from '../client/raw-socket.ts'
import type { Job, KycValidation } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import {
  databaseProcesses,
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { callsUsed } from '../installation/usage.ts'

const dataDir = newDataDir()
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation(dataDir)
})

afterAll(() => removeInstallation(dataDir, installation))

/** Stops and starts again; returns how the first life ended. */
const restart = async (signal: NodeJS.Signals): Promise<number | null> => {
  const code = await installation.stop(signal)
  expect(databaseProcesses(dataDir)).toEqual([])
  installation = await startInstallation(dataDir)
  return code
}

/** Credentials of an earlier life, at the ports of this one. */
const now = (credentials: Credentials): Credentials => ({
  ...credentials,
  base_url: credentials.api_key.startsWith('key_live_')
    ? installation.demo.production.base_url
    : installation.demo.sandbox.base_url,
})

describe('start', { concurrent: false, shuffle: false }, () => {
  test('the credentials file is readable by its owner only, and contains both environments', () => {
    expect(statSync(join(dataDir, 'demo-credentials.json')).mode & 0o777).toBe(0o600)
    const names = ['api_key', 'application_id', 'base_url', 'payload_encryption_key', 'secret_key']
    const files = ['ca_file', 'certificate_file', 'private_key_file']
    const { sandbox, production } = installation.demo
    expect(Object.keys(sandbox).sort()).toEqual(names)
    expect(Object.keys(production).sort()).toEqual([...names, ...files].sort())
    expect(sandbox.base_url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect(production.base_url).toMatch(/^https:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect(statSync(production.private_key_file!).mode & 0o077).toBe(0)
    expect(readFileSync(production.certificate_file!, 'utf8')).toContain('BEGIN CERTIFICATE')
  })

  test('a start prints its own lines only, and those of PostgreSQL are in a file', () => {
    expect(installation.output()).not.toMatch(/LOG: |database system/)
    expect(readFileSync(join(installation.dataDir, 'postgres.log'), 'utf8')).toContain('ready to accept')
  })

  test('nothing secret is printed', () => {
    for (const { secret_key, payload_encryption_key } of Object.values(installation.demo)) {
      expect(installation.output()).not.toContain(secret_key)
      expect(installation.output()).not.toContain(payload_encryption_key)
    }
  })

  test('a second process on the same data directory is refused, and the first continues', async () => {
    await expect(startInstallation(dataDir)).rejects.toThrow(/in use/)
    expect((await validate(installation.demo.sandbox, '0001')).status).toBe(200)
  })
})

test('a restart loses no data: credentials, results, jobs, nonces, idempotent responses and counts', async () => {
  const before = await createApplication(dataDir)
  const idempotencyKey = randomUUID()
  const call = signedRequest(before, 'POST', singlePath, kycRequest('0001'), { idempotencyKey })
  const first = await send<KycValidation>(before, call)
  const job = await post<Job>(before, singlePath, kycRequest('0001'), asynchronously)
  const finished = await finishedJob(before, job.json.id)
  const demo = installation.demo

  expect(await restart('SIGINT')).toBe(0)

  const after = now(before)
  for (const environment of ['sandbox', 'production'] as const)
    expect({ ...installation.demo[environment], base_url: '' }).toEqual({
      ...demo[environment],
      base_url: '',
    })
  expectRefusal(await send(after, call), 'nonce_reused')
  const replayed = await validate(after, '0001', {}, { idempotencyKey })
  expect(replayed).toMatchObject({ status: 200, json: { id: first.json.id } })
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  expect((await get<KycValidation>(after, `${singlePath}/${first.json.id}`)).json.created_at).toBe(
    first.json.created_at,
  )
  expect((await get<Job>(after, `/v1/jobs/${job.json.id}`)).json.result?.id).toBe(finished.result?.id)
  expect(await callsUsed(dataDir, after, 'kyc_validation')).toBe(2)
  expect((await validate(now(demo.production), '0001')).status).toBe(200)
})

test('on SIGTERM calls in flight finish, new ones are not taken, and the database stops', async () => {
  const { sandbox } = installation.demo
  const calls = await Promise.all(Array.from({ length: 20 }, () => halfSent(sandbox)))
  const stopped = installation.stop('SIGTERM')
  stopped.catch(() => {})
  await refusesConnections(sandbox.base_url)
  for (const call of calls) call.finish()
  await expect
    .poll(() => calls.map(({ connection }) => statusesIn(connection.received())), { timeout: 60_000 })
    .toEqual(calls.map(() => [100, 200]))
  const code = await stopped.catch(() => 'not stopped in time')
  const left = databaseProcesses(dataDir)
  await installation.kill()
  installation = await startInstallation(dataDir)
  expect({ code, left }).toEqual({ code: 0, left: [] })
})

test('thousands of callers with slow bodies use no place of the others', async () => {
  const { sandbox } = installation.demo
  const held: RawConnection[] = []
  try {
    while (held.length < 2500) {
      const more = await Promise.all(Array.from({ length: 250 }, () => halfSent(sandbox, false)))
      held.push(...more.map(({ connection }) => connection))
    }
    expect((await validate(sandbox, '0001', { scopes: [] })).status).toBe(200)
  } finally {
    for (const { socket } of held) socket.destroy()
  }
})

test('two installations run side by side and know nothing of each other', async () => {
  const here = installation.demo.sandbox
  const there = inject('demo').sandbox
  const [mine, theirs] = [await validate(here, '0001'), await validate(there, '0001')]
  expect([mine.status, theirs.status]).toEqual([200, 200])
  const abroad = { ...here, base_url: there.base_url }
  expect(await validate(abroad, '0001')).toMatchObject({ status: 401, json: { error: 'invalid_api_key' } })
})

/** A call that the server has surely begun: it has said `100 Continue` to the head, and waits for the body. */
const halfSent = async (credentials: Credentials, awaited = true) => {
  const call = signedRequest(credentials, 'POST', singlePath, kycRequest('0001'))
  const lines = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}`)
  const length = `Content-Length: ${call.body!.byteLength}`
  const connection = await openRaw(credentials.base_url)
  const head = [
    `POST ${singlePath} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...lines,
    length,
    'Expect: 100-continue',
    '',
    '',
  ]
  connection.socket.write(head.join('\r\n'))
  if (awaited) await expect.poll(() => statusesIn(connection.received())).toEqual([100])
  connection.socket.write(call.body!.subarray(0, 10))
  return { connection, finish: () => connection.socket.write(call.body!.subarray(10)) }
}

const refusesConnections = async (baseUrl: string): Promise<void> => {
  await expect
    .poll(
      () =>
        openRaw(baseUrl).then(
          ({ socket }) => {
            socket.destroy()
            return 'open'
          },
          (error: NodeJS.ErrnoException) => error.code,
        ),
      { timeout: 60_000 },
    )
    .toBe('ECONNREFUSED')
}
