import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())

const minuteMs = 60_000

/** Spec: organizations, people. */
test('a session of a member ends an hour after its last request, and after 12 hours', async () => {
  const person = await world.signUp()
  const { clock } = world.platform
  // Also a request that follows another one counts.
  for (const seconds of [30, 59 * 60 + 50]) {
    clock.advance(seconds * 1_000)
    expect((await person.get('/me')).status).toBe(200)
  }
  clock.advance(60 * minuteMs + 2_000)
  expect((await person.get('/me')).status).toBe(401)

  const busy = await world.signUp()
  for (let minutes = 0; minutes < 12 * 60; minutes += 40) {
    expect((await busy.get('/me')).status).toBe(200)
    clock.advance(40 * minuteMs)
  }
  expect((await busy.get('/me')).status).toBe(401)
})

test('a sign-in that waits for its second factor permits nothing, and ends after ten minutes', async () => {
  const { email, password } = await world.signUp()
  const other = world.browser()
  await other.post('/session', { email, password })
  for (const path of ['/me', '/organizations', '/me/sessions'])
    expect((await other.get(path)).json).toMatchObject({ error: 'not_signed_in' })
  expect((await other.post('/me/recovery-codes')).status).toBe(401)
  world.platform.clock.advance(10 * minuteMs + 1_000)
  expect((await other.post('/session/second-factor', { totp: '000000' })).json).toMatchObject({
    error: 'not_signed_in',
  })
})

test('requests of a page at once share the reading of their session, and a session that ended opens none', async () => {
  const person = await world.signUp()
  const { pool } = world.platform
  const query = vi.spyOn(pool, 'query')
  const page = await Promise.all(Array.from({ length: 8 }, () => person.get('/me')))
  const read = query.mock.calls.filter(
    ([given]) => (given as { name?: string }).name === 'member-sessions-read',
  )
  query.mockRestore()
  expect(page.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(read.length).toBeLessThan(8)

  // It ends while others of its requests are under way: those that arrive after it are refused.
  const open = Array.from({ length: 4 }, () => person.get('/me'))
  await pool.query('delete from member_sessions')
  expect((await person.get('/me')).status).toBe(401)
  for (const { status } of await Promise.all(open)) expect([200, 401]).toContain(status)
})
