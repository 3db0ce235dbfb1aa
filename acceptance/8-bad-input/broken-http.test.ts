import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { signedRequest } from '../client/call.ts'
import { kycRequest, singlePath, validate } from '../client/kyc.ts'
import { openRaw, statusesIn } from '../client/raw-socket.ts'

const { sandbox } = inject('demo')
const host = new URL(sandbox.base_url).host
const closedWithinMs = 15_000

/** The head of a right request, as text, with `changes` to its header lines. */
const head = (lines: string[] = [], bodyBytes = 0): string => {
  const call = signedRequest(sandbox, 'POST', singlePath, kycRequest('0001'))
  const headers = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}`)
  const length = bodyBytes > 0 ? [`Content-Length: ${bodyBytes}`] : []
  return [`POST ${singlePath} HTTP/1.1`, `Host: ${host}`, ...headers, ...length, ...lines, '', ''].join(
    '\r\n',
  )
}

/** Whether the connection was answered or closed, and the answer. */
const outcome = async (
  bytes: string | Buffer,
  { end = false } = {},
): Promise<{ statuses: number[]; open: boolean }> => {
  const { socket, received, closed } = await openRaw(sandbox.base_url)
  const { promise: isClosed, resolve } = Promise.withResolvers<boolean>()
  closed.then(() => resolve(true))
  socket.on('data', () => {
    if (statusesIn(received()).length > 0) resolve(false)
  })
  socket.setTimeout(closedWithinMs, () => resolve(false))
  socket.write(bytes)
  if (end) socket.end()
  const open = !(await isClosed)
  const statuses = statusesIn(received())
  socket.destroy()
  return { statuses, open: open && statuses.length === 0 }
}

const broken: [string, string | Buffer][] = [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['random bytes', Buffer.concat([randomBytes(2000), Buffer.from('\r\n\r\n')])],
  [
    'a TLS handshake on the plain port',
    `${Buffer.from('16030100c8010000c40303', 'hex').toString('latin1')}\r\n\r\n`,
  ],
  ['HTTP/0.9', 'GET /\r\n\r\n'],
  ['a version that does not exist', `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no Host', 'GET /v1/jobs/x HTTP/1.1\r\n\r\n'],
  ['two Hosts', `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
  ['a method of odd letters', `G\u00ebT / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['an unknown method', `BREW /pot HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a space in the target', `GET /v1/jobs/a b HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a NUL in the target', `GET /v1/\0 HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  [
    'a raw byte above ASCII in the target',
    Buffer.from(`GET /v1/\xff HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'latin1'),
  ],
  ['an absolute target', `GET http://${host}/v1/jobs/x HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['an absolute target that is no address', `GET http://[::1/v1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n`],
  ['an upgrade', `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  [
    'an upgrade to HTTP/2',
    `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n`,
  ],
  ['a header without a colon', `GET / HTTP/1.1\r\nHost: ${host}\r\nbroken\r\n\r\n`],
  ['a header with a NUL', `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: a\0b\r\n\r\n`],
  ['a folded header', `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: a\r\n b\r\n\r\n`],
  ['bare line feeds', `GET / HTTP/1.1\nHost: ${host}\n\n`],
  ['headers of 1 MiB', `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: ${'a'.repeat(1024 * 1024)}\r\n\r\n`],
  ['20,000 headers', `GET / HTTP/1.1\r\nHost: ${host}\r\n${'A: b\r\n'.repeat(20_000)}\r\n`],
  ['a target of 1 MiB', `GET /${'a'.repeat(1024 * 1024)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a negative Content-Length', head(['Content-Length: -1'])],
  ['a Content-Length that is no number', head(['Content-Length: many'])],
  ['two Content-Lengths', `${head(['Content-Length: 2', 'Content-Length: 3'])}{}}`],
  ['a Content-Length beyond all numbers', head(['Content-Length: 99999999999999999999999'])],
  ['a Content-Length of 10 TB', head(['Content-Length: 10995116277760'])],
  [
    'both Content-Length and chunked',
    `${head(['Content-Length: 4', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
  ],
  ['an unknown Transfer-Encoding', `${head(['Transfer-Encoding: zip'])}0\r\n\r\n`],
  ['a chunk size that is no number', `${head(['Transfer-Encoding: chunked'])}zz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk size beyond all numbers', `${head(['Transfer-Encoding: chunked'])}ffffffffffffffffff\r\n{}`],
  ['an expectation that cannot be met', `${head(['Expect: the-unexpected'], 2)}{}`],
]

test.each(broken)('%s is answered or closed, without a 5xx', { timeout: 240_000 }, async (_, bytes) => {
  const { statuses, open } = await outcome(bytes)
  expect(open).toBe(false)
  // 501 and 505 are what HTTP itself says to a method or version that a server does not know.
  for (const status of statuses) if (![501, 505].includes(status)) expect(status).toBeLessThan(500)
})

test.each([
  ['in the request line', 'POST /v1/ky'],
  ['in the headers', head().slice(0, 200)],
  ['before the body', head([], 400)],
  ['in the body', `${head([], 400)}{"payload":"abc`],
  ['in a chunk', `${head(['Transfer-Encoding: chunked'])}20\r\n{"payload"`],
])(
  'a connection that the client ends %s is closed, and nothing answers 5xx',
  { timeout: 240_000 },
  async (_, bytes) => {
    const { statuses, open } = await outcome(bytes, { end: true })
    expect(open).toBe(false)
    for (const status of statuses) expect(status).toBeLessThan(500)
  },
)

test('pipelined requests are answered each in its turn', async () => {
  const connection = await openRaw(sandbox.base_url)
  const target = '/v1/jobs/job_none'
  const one = () => {
    const { headers } = signedRequest(sandbox, 'GET', target)
    return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${Object.entries(headers)
      .map(([n, v]) => `${n}: ${v}\r\n`)
      .join('')}\r\n`
  }
  connection.socket.write(one() + one() + one())
  await expect.poll(() => statusesIn(connection.received())).toEqual([404, 404, 404])
  connection.socket.destroy()
})

test('a hundred connections broken off half-way leave the server as it was', async () => {
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const connection = await openRaw(sandbox.base_url)
      const bytes = head([], 400)
      connection.socket.write(bytes.slice(0, Math.floor((bytes.length * n) / 100)))
      connection.socket.resetAndDestroy()
    }),
  )
  expect((await validate(sandbox, '0001')).status).toBe(200)
})
