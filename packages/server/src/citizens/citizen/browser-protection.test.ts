import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { addAppFiles, listen, openHttp, urlOf } from '@nani/foundation/http/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDeviceSession } from '../citizen-devices/index.ts'
import { securityHeaders } from './security-headers.ts'
import { endedCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'
import { startApi } from './testing/api-server.ts'

const given = 'b'.repeat(43)
const planted = 'a'.repeat(43)
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  const run = async () => ({ session_secret: given, citizen: {} })
  api = await startApi([{ declaration: openDeviceSession.declaration, run }])
})
afterAll(() => api.stop())

test('no other site sends the cookie of a session, and over TLS no other host sets it', () => {
  expect(sessionCookie('s', true)).toBe(
    '__Host-nani_citizen=s; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
  )
  expect(sessionCookie('s', false)).toBe('nani_citizen=s; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict')
  expect(endedCookie(true)).toContain('Max-Age=0; HttpOnly; SameSite=Strict; Secure')
  expect(readSessionCookie(`nani_citizen=${planted}`, true)).toBe(null)
  expect(readSessionCookie(`nani_citizen=${planted}; __Host-nani_citizen=${given}`, true)).toBe(given)
})

test('a cookie that was planted before never becomes the session: each session has a new secret', async () => {
  const answer = await api.send('/session', {
    method: 'POST',
    headers: { cookie: `nani_citizen=${planted}` },
    body: JSON.stringify({ device_id: 'dev_1', challenge: 'AAAA', signature: 'A'.repeat(86) }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBe(sessionCookie(given, false))
  expect(answer.json).toEqual({ citizen: {} })
})

test('no site frames the app, and the app loads nothing of another origin', async () => {
  const clock = manualClock(0)
  const http = openHttp({
    newId: idSource(clock, systemRandom()),
    ...{ log: () => {}, trustsCertificate: () => false, trustedProxies: [] },
  })
  const app = http.createServer(null)
  addAppFiles(app, new Map(), securityHeaders)
  await listen(app, '127.0.0.1', 0)
  const { headers } = await fetch(urlOf(app, '127.0.0.1', 'http'))
  await app.close()
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]),
  )
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(headers.get('permissions-policy')).toContain('camera=(self)')
})
