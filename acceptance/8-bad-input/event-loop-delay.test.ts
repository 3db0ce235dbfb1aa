import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallOptions, post, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { batchPath, kycRequest, singlePath } from '../client/kyc.ts'
import { openRaw, statusesIn } from '../client/raw-socket.ts'
import { nani } from '../installation/nani-command.ts'
import { longestDelayMs, preloading } from '../installation/preload.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

/** No single request may keep other callers waiting longer. */
const maxDelayMs = 100
/** A collection of garbage that others have left may fall into the first attempt: the best counts. */
const attempts = 2
const facePath = '/v1/face/recognitions'
const mebibyte = 1024 * 1024

let installation: Installation
let sandbox: Credentials
const dataDir = startedDataDir()

beforeAll(async () => {
  const settings = { ...preloading(dataDir, ['DELAY']), NANI_FACE_WORKERS: '1' }
  installation = await startInstallation(dataDir, settings, { fromSources: true })
  sandbox = installation.demo.sandbox
  // Threads start with the first large request.
  await post(sandbox, singlePath, undefined, { plaintext: Buffer.alloc(mebibyte, ' ') })
})
afterAll(() => removeInstallation(dataDir, installation))

const repeated = (text: string, bytes: number) =>
  Buffer.alloc(Math.floor(bytes / text.length) * text.length, text)
const wrapped = (text: string, bytes: number) =>
  Buffer.concat([Buffer.from('{"payload":"'), repeated(text, bytes), Buffer.from('"}')])
const references = Array.from({ length: 10_000 }, (_, n) => `${n}`.padEnd(255, 'r'))

const requests: [string, string, () => CallOptions & { body?: unknown }, number[]][] = [
  ['60 MB of {} on the wire', batchPath, () => ({ rawBody: repeated('{},', 60e6) }), [400]],
  ['60 MB of [ on the wire', batchPath, () => ({ rawBody: repeated('[', 60e6) }), [400]],
  ['60 MB of blanks as payload', batchPath, () => ({ rawBody: wrapped(' ', 60e6) }), [400]],
  ['60 MB of escapes as payload', batchPath, () => ({ rawBody: wrapped('\\u0000', 60e6) }), [400]],
  ['45 MB of [', batchPath, () => ({ plaintext: repeated('[', 45e6) }), [400]],
  ['45 MB of {"a":', batchPath, () => ({ plaintext: repeated('{"a":', 45e6) }), [400]],
  [
    '45 MB of empty objects as items',
    batchPath,
    () => ({
      plaintext: Buffer.concat([Buffer.from('{"items":[{}'), repeated(',{}', 45e6), Buffer.from(']}')]),
    }),
    [400],
  ],
  [
    'a legal batch of 10,000 items and 60 MB',
    batchPath,
    () => ({
      prefer: 'respond-async',
      body: {
        items: references.map((reference) => ({
          ...kycRequest('0001'),
          reference,
          later: 'x'.repeat(4_200),
        })),
      },
    }),
    [202],
  ],
  [
    'a legal batch of 10,000 items with 64 scopes each',
    batchPath,
    () => ({
      prefer: 'respond-async',
      body: {
        items: references.map((reference) => ({
          ...kycRequest('0001'),
          reference,
          scopes: Array(64).fill('kyc.emails'),
        })),
      },
    }),
    [202],
  ],
  [
    'a batch of four images that are as large as a single one may be',
    `${facePath}/batches`,
    () => ({
      prefer: 'respond-async',
      body: {
        reason: 'A check of how long this takes.',
        purpose: 'customer_onboarding',
        items: Array.from({ length: 4 }, (_, n) => ({
          reference: `${n}`,
          image: { data: randomBytes(8.9 * mebibyte).toString('base64') },
          identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
        })),
      },
    }),
    [202],
  ],
  [
    'one image of almost 16 MiB',
    facePath,
    () => ({
      body: {
        image: { data: randomBytes(8.9 * mebibyte).toString('base64') },
        identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
        reason: 'A check of how long this takes.',
        purpose: 'customer_onboarding',
      },
    }),
    [400, 422],
  ],
]

/** Sends a request until it delays the event loop for a short time, a few times at most. */
const expectShortDelay = async (send: () => Promise<{ status: number }>, statuses: number[]) => {
  const delays: number[] = []
  while (delays.length < attempts && !(Math.min(...delays) < maxDelayMs)) {
    await longestDelayMs(dataDir)
    expect(statuses).toContain((await send()).status)
    // The remaining work of a batch continues after its response.
    await delay(500)
    delays.push(await longestDelayMs(dataDir))
  }
  expect(Math.min(...delays), `delays of ${delays} ms`).toBeLessThan(maxDelayMs)
}

test.each(requests)(
  '%s delays the event loop by less than 100 ms',
  { timeout: 300_000 },
  async (_, path, make, statuses) => {
    const { body, ...options } = make()
    await expectShortDelay(() => post(sandbox, path, body, options), statuses)
  },
)

/** A citizen whose one file has so many bytes. */
const withDocument = (svcId: string, bytes: number) => ({
  svc_id: svcId,
  certified: true,
  level_of_assurance: 'LOA3',
  first_name: 'Justin',
  last_name: 'Kabeya Ilunga',
  date_of_birth: '1988-05-04',
  gender: 'male',
  documents: [
    {
      type: 'passport',
      number: `AB${svcId.slice(-7).replace('-', '0')}`,
      issued_at: '2013-04-01',
      expires_at: '2028-03-31',
      issuing_authority: 'Ministère des Affaires étrangères',
      status: 'valid',
      is_primary: true,
      image: { content_type: 'image/png', data: Buffer.concat([png, randomBytes(bytes)]).toString('base64') },
    },
  ],
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('the largest response of a synchronous batch and its replay delay the event loop by less than 100 ms', {
  timeout: 300_000,
}, async () => {
  const file = join(dataDir, 'citizens.ndjson')
  // 50 of the first have almost 16 MB of results, and 50 of the second would have 190 MB.
  const citizens = [
    withDocument('COD-9000-0000-0001', 232_000),
    withDocument('COD-9000-0000-0002', 2_900_000),
  ]
  writeFileSync(file, citizens.map((citizen) => `${JSON.stringify(citizen)}\n`).join(''))
  await nani(dataDir, 'register', 'import', file, '--environment', 'both', '--json')
  const batchOf = (value: string) => ({
    purpose: 'customer_onboarding',
    document_delivery: 'base64',
    items: Array.from({ length: 50 }, (_, n) => ({
      reference: `r${n}`,
      identifier: { type: 'svc_id', value },
    })),
  })
  let idempotencyKey = ''
  const perform = () => {
    idempotencyKey = randomUUID()
    return post(sandbox, batchPath, batchOf('COD-9000-0000-0001'), { idempotencyKey })
  }
  const first = await perform()
  expect(Buffer.byteLength(JSON.stringify(first.json))).toBeGreaterThan(15e6)
  await expectShortDelay(perform, [200])
  await expectShortDelay(async () => {
    const replayed = await post(sandbox, batchPath, batchOf('COD-9000-0000-0001'), { idempotencyKey })
    expect(replayed.headers['idempotent-replayed']).toBe('true')
    return replayed
  }, [200])
  await expectShortDelay(() => post(sandbox, batchPath, batchOf('COD-9000-0000-0002')), [413])
})

test('41 MB in one-byte chunks delay the event loop by less than 100 ms', async () => {
  const { socket, received, closed } = await openRaw(sandbox.base_url)
  const { headers } = signedRequest(sandbox, 'POST', singlePath, undefined, { rawBody: Buffer.alloc(1) })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  await longestDelayMs(dataDir)
  socket.write(
    `POST ${singlePath} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${lines.join('')}\r\n`,
  )
  const piece = '1\r\nx\r\n'.repeat(10_000)
  let isOpen = true
  const ended = closed.then(() => {
    isOpen = false
  })
  // A server that refuses the body ends the connection before all of it is sent.
  for (let sent = 0; isOpen && sent < 41e6; sent += piece.length)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), ended])
  await ended
  expect(statusesIn(received())).toEqual([400])
  expect(await longestDelayMs(dataDir)).toBeLessThan(maxDelayMs)
})
