import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchPath, singlePath, validate } from '../client/kyc.ts'
import { openRaw, statusesIn } from '../client/raw-socket.ts'
import { memoryOf, preloading } from '../installation/preload.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

const mebibyte = 1024 * 1024
/** Maximum memory of a body in addition to one and a half times its bytes. */
const allowanceBytes = 64_000
const chunkBytes = 256

const dataDir = startedDataDir()
let installation: Installation
beforeAll(async () => {
  installation = await startInstallation(dataDir, preloading(dataDir, ['MEMORY']), { fromSources: true })
})
afterAll(() => removeInstallation(dataDir, installation))

const held = async () => {
  const { heapUsed, external } = await memoryOf(dataDir)
  return { external, all: heapUsed + external }
}

/** The memory of the process, and its variation without requests. */
const baseline = async () => {
  const readings: Awaited<ReturnType<typeof held>>[] = []
  for (let reading = 0; reading < 5; reading++) {
    readings.push(await held())
    await delay(200)
  }
  const all = readings.map((reading) => reading.all)
  return {
    heldBefore: Math.min(...all),
    externalBefore: Math.min(...readings.map((reading) => reading.external)),
    noise: Math.max(...all) - Math.min(...all),
  }
}

const head = (path: string, framing: string) => {
  const { sandbox } = installation.demo
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(sandbox.base_url).host}`,
    `X-SVC-Key-Id: ${sandbox.api_key}`,
    `X-SVC-Timestamp: ${Math.floor(Date.now() / 1000)}`,
    `X-SVC-Nonce: ${randomUUID()}`,
    `X-SVC-IV: ${'A'.repeat(16)}`,
    `X-SVC-Signature: ${'0'.repeat(64)}`,
    framing,
    '\r\n',
  ].join('\r\n')
}

const chunk = `${chunkBytes.toString(16)}\r\n${'x'.repeat(chunkBytes)}\r\n`

test.each([
  ['16 MiB in chunks of 256 bytes', singlePath, 'Transfer-Encoding: chunked', chunk.repeat(256), 256],
  ['60 MiB of a batch', batchPath, `Content-Length: ${60 * mebibyte + 1}`, 'x'.repeat(chunkBytes * 256), 960],
])(
  'a body of %s takes at most 1.5 times its bytes and 64 kB of memory',
  async (_, path, framing, piece, pieces) => {
    const bodyBytes = pieces * 256 * chunkBytes
    // The first call loads and compiles what the others find.
    expect((await validate(installation.demo.sandbox, '0001')).status).toBe(200)
    const { heldBefore, externalBefore, noise } = await baseline()
    const { socket, received } = await openRaw(installation.demo.sandbox.base_url)
    const readings: number[] = []
    try {
      socket.write(head(path, framing))
      for (let sent = 0; sent < pieces; sent++) if (!socket.write(piece)) await once(socket, 'drain')
      // The bytes of a body are outside the heap. The heap can shrink meanwhile, so it does not show the arrival.
      await expect
        .poll(
          async () => {
            const { external, all } = await held()
            readings.push(all - heldBefore)
            return external - externalBefore
          },
          { timeout: 9_000, interval: 200 },
        )
        .toBeGreaterThanOrEqual(0.98 * bodyBytes)
      expect(statusesIn(received())).toEqual([])
      expect(Math.max(...readings)).toBeLessThanOrEqual(1.5 * bodyBytes + allowanceBytes + noise)
    } finally {
      socket.destroy()
    }
    await expect
      .poll(async () => (await held()).all - heldBefore, { timeout: 10_000 })
      .toBeLessThan(bodyBytes / 4)
  },
)
