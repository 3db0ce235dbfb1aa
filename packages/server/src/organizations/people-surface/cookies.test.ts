import { expect, test } from 'vitest'
import { type CookieForm, cookieHeader, readCookie } from './cookies.ts'

const tls: CookieForm = { name: 'nani_console', sessionHours: 12, isTls: true }
const secret = 'a'.repeat(43)

test('over TLS each cookie is bound to the origin, and unreadable for scripts and other sites', () => {
  const rest = 'HttpOnly; SameSite=Strict; Secure'
  expect(cookieHeader('session', secret, tls)).toBe(
    `__Host-nani_console=${secret}; Path=/; Max-Age=43200; ${rest}`,
  )
  expect(cookieHeader('identity', secret, tls)).toBe(
    `__Host-nani_console_identity=${secret}; Path=/; Max-Age=600; ${rest}`,
  )
  expect(cookieHeader('session', null, tls)).toContain('__Host-nani_console=; Path=/; Max-Age=0')
})

test('without TLS a cookie has neither the prefix nor Secure', () => {
  expect(cookieHeader('session', secret, { ...tls, isTls: false })).toBe(
    `nani_console=${secret}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict`,
  )
})

test('a cookie that another origin planted without the prefix is not read', () => {
  const planted = `nani_console=${'b'.repeat(43)}`
  expect(readCookie(planted, 'session', tls)).toBeNull()
  expect(readCookie(`${planted}; __Host-nani_console=${secret}`, 'session', tls)).toBe(secret)
  expect(readCookie('__Host-nani_console=short', 'session', tls)).toBeNull()
})
