import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

// The other side of the wire, written from the specification only. It uses no code of the SDK or the contract, so that
// a common error of both is found.

const secretBytes = Buffer.alloc(32, 7)
const payloadBytes = Buffer.alloc(32, 9)

export const credentials = {
  apiKey: 'key_test_0123456789abcdefABCDEFGH',
  secretKey: `sk_test_${secretBytes.toString('base64url')}`,
  payloadEncryptionKey: `pek_test_${payloadBytes.toString('base64url')}`,
}

/** The same application with keys of production. */
export const liveCredentials = {
  apiKey: credentials.apiKey.replace('_test_', '_live_'),
  secretKey: credentials.secretKey.replace('_test_', '_live_'),
  payloadEncryptionKey: credentials.payloadEncryptionKey.replace('_test_', '_live_'),
}
const apiKeys = [credentials.apiKey, liveCredentials.apiKey]

/** A call on the server, with a verified signature and a decrypted body. */
export type SeenCall = {
  method: string
  target: string
  headers: IncomingHttpHeaders
  nonce: string
  idempotencyKey: string
  prefer: string
  /** Undefined without a body. */
  body: unknown
}

/** `seal` false sends the body as plain JSON. Each other value damages the encryption in one way. */
export type Scripted =
  | { status: number; body: unknown; seal?: boolean; headers?: Record<string, string> }
  | {
      status: number
      body: unknown
      spoil: 'tag' | 'nonce' | 'status' | 'key' | 'iv' | 'iv header' | 'wrapper'
    }
  | { raw: string; status: number; headers?: Record<string, string> }
  | 'reset'

type Handler = (call: SeenCall) => Scripted

export const sealJson = (text: string, additionalData: string, key = payloadBytes) => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(additionalData))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { iv: iv.toString('base64'), sealed }
}

const verifyAndOpen = (
  method: string,
  target: string,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): SeenCall => {
  const header = (name: string) => String(headers[name] ?? '')
  const canonical = [
    'SVC-HMAC-SHA256',
    method,
    target,
    header('x-svc-timestamp'),
    header('x-svc-nonce'),
    header('x-svc-iv'),
    header('idempotency-key'),
    header('prefer'),
    createHash('sha256').update(raw).digest('hex'),
  ].join('\n')
  const expected = createHmac('sha256', secretBytes).update(canonical).digest('hex')
  if (!apiKeys.includes(header('x-svc-key-id'))) throw new Error('unknown API key')
  if (header('x-svc-signature') !== expected) throw new Error(`signature does not verify:\n${canonical}`)
  if (!/^\d+$/.test(header('x-svc-timestamp'))) throw new Error('timestamp is no integer')
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(header('x-svc-nonce'))) {
    throw new Error('nonce is no UUID')
  }
  return {
    method,
    target,
    headers,
    nonce: header('x-svc-nonce'),
    idempotencyKey: header('idempotency-key'),
    prefer: header('prefer'),
    body: raw.length === 0 ? undefined : openBody(header('x-svc-iv'), raw),
  }
}

const openBody = (ivHeader: string, raw: Buffer): unknown => {
  const iv = Buffer.from(ivHeader, 'base64')
  if (iv.length !== 12) throw new Error('IV is not 12 bytes')
  const sealed = Buffer.from(JSON.parse(raw.toString()).payload, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', payloadBytes, iv)
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
  return JSON.parse(text)
}

const sealAnswer = (answer: Exclude<Scripted, 'reset'>, nonce: string) => {
  if ('raw' in answer) return { text: answer.raw, headers: answer.headers ?? {} }
  if ('seal' in answer && answer.seal === false) {
    return { text: JSON.stringify(answer.body), headers: answer.headers ?? {} }
  }
  const spoil = 'spoil' in answer ? answer.spoil : null
  const boundTo = `${spoil === 'nonce' ? '00000000-0000-4000-8000-000000000000' : nonce}\n${
    spoil === 'status' ? 201 : answer.status
  }`
  const key = spoil === 'key' ? Buffer.alloc(32, 1) : payloadBytes
  const { iv, sealed } = sealJson(JSON.stringify(answer.body), boundTo, key)
  if (spoil === 'tag') sealed[sealed.length - 1]! ^= 1
  const payload = sealed.toString('base64')
  const headers: Record<string, string> = { ...('headers' in answer ? answer.headers : {}), 'x-svc-iv': iv }
  if (spoil === 'iv') headers['x-svc-iv'] = randomBytes(12).toString('base64')
  if (spoil === 'iv header') delete headers['x-svc-iv']
  return { text: JSON.stringify(spoil === 'wrapper' ? { data: payload } : { payload }), headers }
}

/**
 * A server that answers with the handlers in turn, and then always with the last one. `seen` lists the calls with a
 * valid signature. An invalid signature is answered with 418, which no test expects.
 */
export const fakeServer = async (...handlers: Handler[]) => {
  const seen: SeenCall[] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    let call: SeenCall
    try {
      call = verifyAndOpen(request.method!, request.url!, request.headers, Buffer.concat(chunks))
    } catch (error) {
      response.writeHead(418).end(JSON.stringify({ error: 'teapot', message: String(error) }))
      return
    }
    const handler = handlers[Math.min(seen.length, handlers.length - 1)]!
    seen.push(call)
    const answer = handler(call)
    if (answer === 'reset') {
      request.socket.destroy()
      return
    }
    const { text, headers } = sealAnswer(answer, call.nonce)
    response.writeHead(answer.status, { 'x-request-id': 'req_1', ...headers }).end(text)
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { baseUrl, seen, close }
}
