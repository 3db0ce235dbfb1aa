import { expect, inject, test } from 'vitest'
import { signedRequest } from '../client/call.ts'
import { kycRequest, singlePath, validate } from '../client/kyc.ts'
import { openRaw, type RawConnection, statusesIn } from '../client/raw-socket.ts'

const { sandbox } = inject('demo')
const host = new URL(sandbox.base_url).host
const givenUpWithinMs = 100_000

const wholeRequest = () => {
  const call = signedRequest(sandbox, 'POST', singlePath, kycRequest('0001'))
  const lines = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}`)
  const head = [
    `POST ${singlePath} HTTP/1.1`,
    `Host: ${host}`,
    ...lines,
    `Content-Length: ${call.body!.byteLength}`,
    '',
    '',
  ]
  return { head: head.join('\r\n'), body: Buffer.from(call.body!).toString('utf8') }
}

/** Waits for the server to give up on a client, whether or not it says so first. */
const givenUp = async (connection: RawConnection): Promise<number[]> => {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the connection is still open')), givenUpWithinMs).unref()
  })
  await Promise.race([connection.closed, late])
  connection.socket.destroy()
  return statusesIn(connection.received())
}

test.concurrent('headers that never end are given up, without a 5xx', { timeout: 240_000 }, async () => {
  const connection = await openRaw(sandbox.base_url)
  connection.socket.write(wholeRequest().head.slice(0, 100))
  for (const status of await givenUp(connection)) expect(status).toBeLessThan(500)
})

test.concurrent('a body that never ends is given up, without a 5xx', { timeout: 240_000 }, async () => {
  const connection = await openRaw(sandbox.base_url)
  const { head, body } = wholeRequest()
  connection.socket.write(head + body.slice(0, 20))
  for (const status of await givenUp(connection)) expect(status).toBeLessThan(500)
})

test.concurrent('a body that drips for ever is given up, without a 5xx', { timeout: 240_000 }, async () => {
  const connection = await openRaw(sandbox.base_url)
  const { head, body } = wholeRequest()
  connection.socket.write(head)
  let position = 0
  const dripping = setInterval(() => connection.socket.write(body.charAt(position++) || ' '), 1000)
  const statuses = await givenUp(connection).finally(() => clearInterval(dripping))
  for (const status of statuses) expect(status).toBeLessThan(500)
})

test.concurrent('a slow but honest body is answered', async ({ expect }) => {
  const connection = await openRaw(sandbox.base_url)
  const { head, body } = wholeRequest()
  connection.socket.write(head)
  for (let at = 0; at < body.length; at += 50) {
    connection.socket.write(body.slice(at, at + 50))
    await new Promise((later) => setTimeout(later, 100))
  }
  await expect.poll(() => statusesIn(connection.received()), { timeout: 30_000 }).toEqual([200])
  connection.socket.destroy()
})

test.concurrent('a hundred slow clients delay no other caller', async () => {
  const slow = await Promise.all(Array.from({ length: 100 }, () => openRaw(sandbox.base_url)))
  for (const connection of slow) connection.socket.write(wholeRequest().head)
  const answers = await Promise.all(Array.from({ length: 20 }, () => validate(sandbox, '0001')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(slow.every(({ received }) => received().length === 0)).toBe(true)
  for (const connection of slow) connection.socket.destroy()
})
