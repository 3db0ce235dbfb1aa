import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/*
 * A push service and the browsers behind it. It decrypts by RFC 8291 on its own: with HMAC, step by step, and without
 * any code of the product.
 */

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
const one = Buffer.from([1])

/** A browser with a subscription. */
export const newBrowser = () => {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const decrypt = (body: Buffer): { content: string; paddedBytes: number } => {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + (body[20] ?? 0))
    const sealed = body.subarray(21 + sender.length)
    if (body.readUInt32BE(16) < sealed.length) throw new Error('more than one record')
    const ofKeys = hmac(auth, ecdh.computeSecret(sender))
    const shared = hmac(ofKeys, 'WebPush: info\0', publicKey, sender, one)
    const ofRecord = hmac(salt, shared)
    const key = hmac(ofRecord, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16)
    const nonce = hmac(ofRecord, 'Content-Encoding: nonce\0', one).subarray(0, 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    const end = record.findLastIndex((byte) => byte !== 0)
    if (record[end] !== 2) throw new Error('the record has no end')
    return { content: record.subarray(0, end).toString(), paddedBytes: record.length }
  }
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  return { keys, decrypt }
}

export type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** Answers with the status of `answers`, or with 201. `hang`: never. */
export const startPushService = async () => {
  const received: ReceivedPush[] = []
  const answers = new Map<string, number | 'hang'>()
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: await buffer(request) })
    for (const wake of waiting) wake()
    const answer = answers.get(path) ?? 201
    if (answer !== 'hang') response.writeHead(answer).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  /** A browser whose subscription leads here. The name of the host is resolved by the test. */
  const subscribe = (path: string, host = 'push.example') => {
    const browser = newBrowser()
    return { ...browser, subscription: { endpoint: `http://${host}:${port}${path}`, ...browser.keys } }
  }
  return {
    ...{ port, received, answers, subscribe },
    /** Resolves when so many requests have arrived. */
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    /** Ends the connections that wait for an answer. */
    drop: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>
