import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actsOf } from '../../testing/acts-of.ts'
import { codeOfStep, createAttemptCounts, memberRealm, stepAt } from '../people/index.ts'
import { type ConsoleWorld, openBrowser, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const from = (address: string) => openBrowser(world.url, address)
const codeNow = (secret: Buffer | null) => codeOfStep(secret as Buffer, stepAt(world.platform.clock.now()))
const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)

test('after ten wrong passwords strangers wait, and the browser of the person does not', async () => {
  const person = await world.signUp({ withTotp: false })
  const stranger = from('203.0.113.1')
  const wrong = { email: person.email, password: 'not-this-password' }
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await stranger.post('/session', wrong)).json.error).toBe('not_signed_in')
  const right = { email: person.email, password: person.password }
  for (const body of [wrong, right]) {
    const refused = await stranger.post('/session', body)
    expect([refused.status, refused.json]).toMatchObject([
      429,
      { error: 'too_many_attempts', retry_after: 900 },
    ])
    expect(refused.headers.get('retry-after')).toBe('900')
  }
  expect((await person.post('/session', right)).json).toMatchObject({ status: 'signed_in' })
  expect((await person.get('/me/sign-ins')).json.data).toHaveLength(12)
})

test('parallel guesses are counted one after the other', async () => {
  const person = await world.signUp({ withTotp: false })
  const wrong = { email: person.email, password: 'not-this-password' }
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => from(`203.0.113.${50 + index}`).post('/session', wrong)),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(6).fill(429)])
})

test('a source has 100 failed attempts in fifteen minutes, whatever the accounts', async () => {
  const attempts = createAttemptCounts(memberRealm, deriveKey(world.platform.rootKey, 'sign-in-attempts'))
  const earlier = Array.from({ length: 99 }, () => attempts.ofSource('203.0.113.70'))
  const client = await world.pool.connect()
  await attempts.add(client, earlier, world.platform.clock.now())
  client.release()
  const attempt = async (account: number) =>
    (
      await from('203.0.113.70').post('/session', {
        email: `a${account}@example.cd`,
        password: 'not-this-password',
      })
    ).status
  // A mail that was asked for is no failed attempt.
  await from('203.0.113.70').post('/password-resets', { email: 'a0@example.cd' })
  expect([await attempt(1), await attempt(2)]).toEqual([401, 429])
  // Behind the same address, the browser of a person has its own count.
  const person = await world.signUp({ withTotp: false })
  const { email, password } = person
  const there = { 'x-forwarded-for': '203.0.113.70' }
  expect((await person.post('/session', { email, password }, there)).status).toBe(200)
  expect((await from('203.0.113.70').post('/session', { email, password })).status).toBe(429)
  world.platform.clock.advance(15 * 60_000 + 1)
  expect(await attempt(3)).toBe(401)
})

test('an unknown address is answered like a known one, and its attempts count too', async () => {
  const person = await world.signUp({ withTotp: false })
  const shown = async (email: string, address: string) => {
    const { status, json } = await from(address).post('/session', { email, password: 'not-this-password' })
    return [status, { ...json, request_id: '' }]
  }
  expect(await shown('unknown@example.cd', '203.0.113.2')).toEqual(await shown(person.email, '203.0.113.3'))
  for (const path of ['/registrations', '/password-resets']) {
    const body =
      path === '/registrations' ? { password: 'kalamu-ya-buluu-57', name: 'A', language: 'en' } : {}
    const ask = (email: string) => from('203.0.113.4').post(path, { email, ...body })
    const [known, unknown] = [await ask(person.email), await ask(`new-${path.length}@example.cd`)]
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json])
  }
  expect((await world.mails()).find(({ to }) => to === person.email)?.subject).toBe('Choose a new password')
})

/** The middle of some ratios, and the bounds that hold the true middle in 99 of 100 cases. They follow from their order alone. */
const middleOf = (ratios: readonly number[]) => {
  const ordered = ratios.toSorted((one, other) => one - other)
  const count = ordered.length
  const first = Math.max(0, Math.floor((count - 2.58 * Math.sqrt(count)) / 2) - 1)
  const [middle, lower, upper] = [count >> 1, first, count - 1 - first].map((at) => ordered[at] as number)
  return { middle, lower, upper } as { middle: number; lower: number; upper: number }
}
const maxRatio = 1.5
const isWithinRatio = (ratio: number): boolean => ratio < maxRatio && ratio > 1 / maxRatio
/** Fewer than the failed attempts and mails that an account may have in fifteen minutes. */
const pairsOfRound = 4
const [minPairs, maxPairs] = [12, 48]

test('an unknown address takes the time of a known one: the middle ratio of 12 to 48 pairs is below 1.5', async () => {
  const { email } = await world.signUp({ withTotp: false })
  const bodies = {
    '/session': { password: 'not-this-password' },
    '/registrations': { password: 'kalamu-ya-buluu-57', name: 'A', language: 'en' },
    '/password-resets': {},
  }
  for (const [index, [path, body]] of Object.entries(bodies).entries()) {
    const timed = async (address: string) => {
      const startedAt = performance.now()
      await from(`203.0.113.${30 + index}`).post(path, { email: address, ...body })
      return performance.now() - startedAt
    }
    const ratios: number[] = []
    const isCertain = () => {
      const { lower, upper } = middleOf(ratios)
      return ratios.length >= minPairs && isWithinRatio(lower) && isWithinRatio(upper)
    }
    // A busy machine slows both of a pair. More pairs are measured where it leaves the result uncertain.
    while (ratios.length < maxPairs && !isCertain()) {
      for (let pair = 0; pair < pairsOfRound; pair++) {
        const addresses = [email, `unknown${index}-${ratios.length}@example.cd`]
        const knownIsFirst = pair % 2 === 0
        const times: number[] = []
        for (const address of knownIsFirst ? addresses : addresses.toReversed())
          times.push(await timed(address))
        const [known = 0, unknown = 1] = knownIsFirst ? times : times.toReversed()
        ratios.push(known / unknown)
      }
      world.platform.clock.advance(15 * 60_000 + 1)
    }
    const { middle } = middleOf(ratios)
    expect({ path, middle, isWithinRatio: isWithinRatio(middle) }).toMatchObject({ isWithinRatio: true })
  }
})

test('an address gets five mails at most in fifteen minutes, and the answer stays the same', async () => {
  const person = await world.signUp({ withTotp: false })
  for (let request = 0; request < 8; request++)
    expect((await from('203.0.113.5').post('/password-resets', { email: person.email })).status).toBe(202)
  const sent = (await world.mails()).filter(({ to }) => to === person.email)
  expect(sent.length).toBeLessThanOrEqual(5)
})

test('a right password without the second factor is reported once, and three wrong factors too', async () => {
  const person = await world.signUp()
  const { email, password } = person
  const reports = async () =>
    (await world.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
  const alone = 'Your password was used in a new browser'
  const wrong = 'Wrong second factors after your password'
  // The browser of the person is known, so that a forgotten code is no alarm.
  await person.post('/session', { email, password })
  expect(await reports()).not.toContain(alone)
  const thief = from('203.0.113.90')
  for (let attempt = 0; attempt < 2; attempt++) await thief.post('/session', { email, password })
  expect((await reports()).filter((subject) => subject === alone)).toHaveLength(1)
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect((await thief.post('/session/second-factor', { totp: '000000' })).status).toBe(401)
    expect((await reports()).filter((subject) => subject === wrong)).toHaveLength(attempt >= 3 ? 1 : 0)
  }
})

test('a code of TOTP counts once, a recovery code too, and each sign-in has a new session', async () => {
  const person = await world.signUp()
  world.platform.clock.advance(30_000)
  const begin = async (address: string) => {
    const browser = from(address)
    await browser.post('/session', { email: person.email, password: person.password })
    return browser
  }
  const [first, second] = [await begin('203.0.113.6'), await begin('203.0.113.7')]
  const pending = [first, second].map((one) => one.cookies.get('nani_console'))
  const totp = codeNow(person.secret)
  const given = await Promise.all([first, second].map((one) => one.post('/session/second-factor', { totp })))
  expect(given.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const winner = given[0]?.status === 200 ? first : second
  expect(pending).not.toContain(winner.cookies.get('nani_console'))
  world.platform.clock.advance(30_000)
  const stepUp = await winner.post('/session/step-up', { totp: codeNow(person.secret) })
  expect(stepUp.status).toBe(200)
  const { json } = await winner.post('/me/recovery-codes')
  const third = await begin('203.0.113.8')
  const recovery_code = json.recovery_codes[0]?.toLowerCase().replaceAll('-', ' ')
  expect((await third.post('/session/second-factor', { recovery_code })).status).toBe(200)
  const fourth = await begin('203.0.113.9')
  expect((await fourth.post('/session/second-factor', { recovery_code })).status).toBe(401)
})

test('a reset ends every session and keeps the second factor; its link counts once', async () => {
  const person = await world.signUp()
  await from('203.0.113.10').post('/password-resets', { email: person.email })
  const token = await world.newest(person.email)
  const password = 'kalamu-mpya-ya-mto'
  const confirm = (chosen: string) =>
    from('203.0.113.10').post('/password-resets/confirm', { token, password: chosen })
  expect((await confirm('password1234')).json).toMatchObject({ error: 'invalid_request', field: 'password' })
  expect((await confirm(password)).status).toBe(200)
  expect((await confirm(password)).json).toMatchObject({ error: 'invalid_request', field: 'token' })
  expect((await person.get('/me')).status).toBe(401)
  const again = await from('203.0.113.11').post('/session', { email: person.email, password })
  expect(again.json).toMatchObject({ status: 'second_factor' })
})

test('a new browser is reported by mail, and a session is ended from another one', async () => {
  const person = await world.signUp({ withTotp: false })
  const other = from('203.0.113.12')
  await other.post('/session', { email: person.email, password: person.password })
  expect((await world.mails())[0]).toMatchObject({ to: person.email, subject: 'A new device signed in' })
  const { json } = await person.get('/me/sessions')
  const foreign = json.data.find((one) => !(one as unknown as { current: boolean }).current)
  expect((await person.delete(`/me/sessions/${foreign?.id}`)).status).toBe(204)
  expect((await other.get('/me')).status).toBe(401)
  const stranger = await world.signUp({ withTotp: false })
  const [own] = (await person.get('/me/sessions')).json.data
  expect((await stranger.delete(`/me/sessions/${own?.id}`)).status).toBe(404)
})

const withFactor = async (person: Awaited<ReturnType<ConsoleWorld['signUp']>>) => {
  world.platform.clock.advance(30_000)
  return person.post('/session/step-up', { totp: codeNow(person.secret) })
}

/** OWASP ASVS 5, 7.2.4. */
test('a second factor that is given again renews the secret of the session, and the one before is worth nothing', async () => {
  const person = await world.signUp()
  const before = person.cookies.get('nani_console') as string
  const { json: session } = (await person.get('/me/sessions')) as unknown as {
    json: { data: { id: string }[] }
  }
  expect((await withFactor(person)).status).toBe(200)
  expect(person.cookies.get('nani_console')).not.toBe(before)
  const thief = from('203.0.113.60')
  thief.cookies.set('nani_console', before)
  expect((await thief.get('/me')).status).toBe(401)
  expect((await person.get('/me/sessions')).json.data.map(({ id }) => id)).toEqual(
    session.data.map(({ id }) => id),
  )
})

/** OWASP ASVS 5, 6.5.2. */
test('a recovery code has at least 112 random bits, because its hash has no salt', async () => {
  const person = await world.signUp()
  const { json } = await person.post('/me/recovery-codes')
  expect(json.recovery_codes).toHaveLength(10)
  for (const code of json.recovery_codes)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
})

/** OWASP ASVS 5, 7.4.3 and 7.5.2. */
test('ending sessions needs a fresh second factor of accounts that have one; all others end at once', async () => {
  const person = await world.signUp()
  world.platform.clock.advance(30_000)
  const other = from('203.0.113.61')
  await other.post('/session', { email: person.email, password: person.password })
  expect((await other.post('/session/second-factor', { totp: codeNow(person.secret) })).status).toBe(200)
  world.platform.clock.advance(6 * 60_000)
  const { json } = await person.get('/me/sessions')
  expect(json.data).toHaveLength(2)
  for (const path of ['/me/sessions', `/me/sessions/${json.data[0]?.id}`])
    expect((await person.delete(path)).json).toMatchObject({ error: 'second_factor_required' })
  await withFactor(person)
  expect((await person.delete('/me/sessions')).status).toBe(204)
  expect([(await other.get('/me')).status, (await person.get('/me')).status]).toEqual([401, 200])
})

/** OWASP ASVS 5, 6.5.6. */
test('a passkey that was lost is removed with another factor and reported by mail; the last factor stays', async () => {
  const [person, stranger] = [await world.signUp(), await world.signUp()]
  const add = (account: string, id: string) =>
    query(
      `insert into member_passkeys (passkey_id, account_id, credential_id, name, public_key, sign_count, created_at)
       values ($1, $2, $1, 'Phone', '\\x01', 0, now())`,
      [id, account],
    )
  await add(person.id, 'psk_lost')
  expect((await stranger.delete('/me/passkeys/psk_lost')).status).toBe(404)
  expect((await person.delete('/me/passkeys/psk_lost')).status).toBe(204)
  expect((await world.mails())[0]).toMatchObject({ to: person.email, subject: 'A passkey was removed' })
  await add(person.id, 'psk_last')
  await query('update member_accounts set sealed_totp = null where account_id = $1', [person.id])
  expect((await person.delete('/me/passkeys/psk_last')).json).toMatchObject({ error: 'conflict' })
  expect((await query('select from member_passkeys where account_id = $1', [person.id])).rowCount).toBe(1)
})

/** OWASP ASVS 5, 6.2.2 and 6.2.3. */
test('the own password changes by the current one; a wrong one counts, and other sessions end', async () => {
  const person = await world.signUp({ withTotp: false })
  const other = from('203.0.113.62')
  await other.post('/session', { email: person.email, password: person.password })
  const change = (current_password: string, password = 'mto-mkubwa-wa-mbali') =>
    person.put('/me/password', { current_password, password })
  expect((await change('not-this-password')).json).toMatchObject({ field: 'current_password' })
  expect((await change(person.password, 'password1234')).json).toMatchObject({ field: 'password' })
  expect((await change(person.password)).json).toEqual({ status: 'confirmed' })
  expect((await world.mails())[0]).toMatchObject({ to: person.email })
  expect([(await other.get('/me')).status, (await person.get('/me')).status]).toEqual([401, 200])
  for (let attempt = 0; attempt < 9; attempt++) await change('not-this-password')
  expect((await change('mto-mkubwa-wa-mbali', 'mto-mwingine-wa-mbali')).status).toBe(429)
})

/** OWASP ASVS 5, 6.3.1. */
test('without a fresh second factor a change of the password reveals nothing about the current one', async () => {
  const person = await world.signUp()
  world.platform.clock.advance(6 * 60_000)
  const change = async (current_password: string, password: string) => {
    const { status, json } = await person.put('/me/password', { current_password, password })
    return [status, { ...json, request_id: '' }]
  }
  const [weak, good] = ['password1234', 'mto-mkubwa-wa-mbali']
  const first = await change(person.password, good)
  expect(first).toMatchObject([403, { error: 'second_factor_required' }])
  for (const [current, chosen] of [
    [person.password, weak],
    ['not-this-password', weak],
    ['not-this-password', good],
  ] as const)
    expect(await change(current, chosen)).toEqual(first)
  await withFactor(person)
  expect(await change('not-this-password', weak)).toEqual(await change(person.password, weak))
  expect(await change('not-this-password', good)).toMatchObject([400, { field: 'current_password' }])
  expect(await change(person.password, good)).toMatchObject([200, { status: 'confirmed' }])
})

test('no secret of a cookie, of mail or of a second factor is stored or logged as it is', async () => {
  const person = await world.signUp()
  await from('203.0.113.13').post('/password-resets', { email: person.email })
  const token = await world.newest(person.email)
  const secrets = [token, ...person.cookies.values(), person.password]
  const { rows: tables } = await query(
    `select tablename from pg_tables where schemaname = 'public' and (tablename like 'member%' or tablename in ('acts', 'mails'))`,
  )
  for (const { tablename } of tables) {
    const { rows } = await query(`select t::text as row from ${tablename} t`)
    const text = rows.map(({ row }) => row).join('\n')
    const hexOf = (secret: string) => Buffer.from(secret).toString('hex')
    expect(secrets.filter((secret) => text.includes(secret) || text.includes(hexOf(secret)))).toEqual([])
    expect(text.includes((person.secret as Buffer).toString('hex'))).toBe(false)
  }
  const acts = JSON.stringify(await actsOf(world.database.pool, person.id))
  expect(acts).toContain('people.confirm_totp')
  expect(acts).not.toContain(person.email)
})

test('every wrong form is a 400 with its field, and never a fault', async () => {
  const person = await world.signUp({ withTotp: false })
  const hostile = ['', 'x'.repeat(5_000), 'a\0b', 7, null, {}, [], '\ud800']
  for (const value of hostile) {
    for (const body of [
      { email: value, password: value },
      { email: 'a@b.cd', password: value, name: value, language: value },
    ]) {
      const path = 'name' in body ? '/registrations' : '/session'
      const { status } = await from('203.0.113.14').post(path, body)
      expect([400, 401, 202]).toContain(status)
    }
    const { status } = await person.post('/organizations', { name: value, rccm: value })
    expect(status).toBe(400)
  }
  expect(
    (await person.post('/organizations', { name: 'A', rccm: 'CD/KNG/RCCM/00-B-00001', roles: [] })).json,
  ).toMatchObject({
    error: 'invalid_request',
    field: 'roles',
  })
  expect((await person.send('POST', '/session', undefined)).status).toBe(400)
})
