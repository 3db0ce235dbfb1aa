import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, inject, test } from 'vitest'
import { singlePath, validate } from '../client/kyc.ts'
import { openRaw, type RawConnection, statusesIn } from '../client/raw-socket.ts'

const { sandbox } = inject('demo')
const closedWithinMs = 15_000

/** The headers of a caller who knows a public key id, but no secret. */
const head = () =>
  [
    `POST ${singlePath} HTTP/1.1`,
    `Host: ${new URL(sandbox.base_url).host}`,
    `X-SVC-Key-Id: ${sandbox.api_key}`,
    `X-SVC-Timestamp: ${Math.floor(Date.now() / 1000)}`,
    `X-SVC-Nonce: ${randomUUID()}`,
    `X-SVC-IV: ${'A'.repeat(16)}`,
    `X-SVC-Signature: ${'0'.repeat(64)}`,
    'Transfer-Encoding: chunked',
    '\r\n',
  ].join('\r\n')

/** Writes until the server ends the connection. Returns the number of bytes sent before. */
const writeUntilClosed = async ({ socket, closed }: RawConnection, piece: string): Promise<number> => {
  let isOpen = true
  const ended = closed.then(() => {
    isOpen = false
  })
  const deadline = performance.now() + closedWithinMs
  while (isOpen && performance.now() < deadline) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), ended])
  }
  expect(isOpen).toBe(false)
  return socket.bytesWritten
}

test('a body in one-byte chunks is refused at once, and its connection ends', async () => {
  const connection = await openRaw(sandbox.base_url)
  connection.socket.write(head())
  const written = await writeUntilClosed(connection, '1\r\nx\r\n'.repeat(10_000))
  expect(statusesIn(connection.received())).toEqual([400])
  expect(connection.received()).toMatch(/\r\nconnection: close\r\n/i)
  expect(connection.received()).toContain('"error":"malformed_body"')
  // Socket buffers contain some of it. Without the limit, 41 MB were sent.
  expect(written).toBeLessThan(20_000_000)
  connection.socket.destroy()
  expect((await validate(sandbox, '0001')).status).toBe(200)
})

test('a body over the limit is answered, and its connection ends', async () => {
  const connection = await openRaw(sandbox.base_url)
  connection.socket.write(head())
  await writeUntilClosed(connection, `10000\r\n${'x'.repeat(0x10000)}\r\n`)
  expect(statusesIn(connection.received())).toEqual([413])
  connection.socket.destroy()
})
