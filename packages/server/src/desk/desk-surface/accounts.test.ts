import { urlOf } from '@nani/foundation/http/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfStep, stepAt } from '../../organizations/people/index.ts'
import { changeOperatorRoles, disableOperator } from '../operators/index.ts'
import { type DeskWorld, machine, startDesk, startDeskWith } from './testing/desk-world.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await startDesk()
})
afterAll(async () => {
  expect(world.logged.filter((line) => !line.includes('not built'))).toEqual([])
  await world.stop()
})
const hourMs = 3_600_000

test('an invitation counts once, and within 24 hours', async () => {
  const { token, expires_at } = await world.invite(['reviewer'])
  expect(Date.parse(expires_at) - world.platform.clock.now()).toBe(24 * hourMs)
  const password = 'mlango-wa-poste-1'
  expect((await world.browser().post('/enrolments', { token, password: 'short' })).json.error).toBe(
    'invalid_request',
  )
  expect((await world.browser().post('/enrolments', { token, password })).status).toBe(201)
  expect((await world.browser().post('/enrolments', { token, password })).json).toMatchObject({
    ...{ error: 'invalid_request', field: 'token' },
  })
})

test('without a second factor, an operator may do nothing but add one', async () => {
  const { token, email } = await world.invite(['supervisor'])
  const own = world.browser()
  const password = 'mlango-wa-poste-2'
  await own.post('/enrolments', { token, password })
  expect((await own.get('/operators')).json.error).toBe('second_factor_required')
  expect((await own.get('/me/sessions')).json.error).toBe('second_factor_required')
  expect((await own.get('/me')).json).toMatchObject({ email, roles: ['supervisor'], organizations: [] })
  const again = world.browser()
  expect((await again.post('/session', { email, password })).json).toMatchObject({ status: 'signed_in' })
  expect((await again.get('/operators')).json.error).toBe('second_factor_required')
})

test('a session of the console is none at the desk, and the reverse', async () => {
  const operator = await world.enrol(['supervisor'])
  const member = await world.console.signUp()
  const secret = (cookies: Map<string, string>, name: string) => cookies.get(name) as string
  const atDesk = world.browser()
  atDesk.cookies.set('nani_desk', secret(member.cookies, 'nani_console'))
  expect((await atDesk.get('/me')).status).toBe(401)
  const atConsole = world.console.browser()
  atConsole.cookies.set('nani_console', secret(operator.cookies, 'nani_desk'))
  expect((await atConsole.get('/me')).status).toBe(401)
  expect((await operator.get('/me')).status).toBe(200)
})

test('a desk with an address for people listens on its port, and its cookie belongs to that address', async () => {
  const { email, password } = await world.enrol(['reviewer'])
  const behindProxy = await startDeskWith(world.console, { deskUrl: 'https://desk.example.cd' })
  const app = world.console.http.servers.get('desk')
  if (!app) throw new Error('the desk has no server')
  try {
    const signIn = (origin: string) =>
      fetch(`${urlOf(app, '127.0.0.1', 'http')}/api/session`, {
        method: 'POST',
        headers: { 'x-nani-app': '1', 'content-type': 'application/json', origin },
        body: JSON.stringify({ email, password }),
      })
    const signedIn = await signIn('https://desk.example.cd')
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-nani_desk=[\w-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure/,
      ),
    ])
    expect((await signIn(world.url)).status).toBe(403)
  } finally {
    await behindProxy.stopDesk()
  }
})

test('a disabled operator has no session any more, and cannot sign in', async () => {
  const person = await world.enrol(['auditor'])
  const second = await world.signInAgain(person)
  expect((await second.get('/operators')).status).toBe(200)
  await disableOperator(machine, { id: person.email }, world.operatorNeeds)
  expect((await person.get('/me')).status).toBe(401)
  expect((await second.get('/operators')).status).toBe(401)
  const again = world.browser()
  const { email, password } = person
  expect(await again.post('/session', { email, password })).toMatchObject({
    ...{ status: 401, json: { error: 'not_signed_in' } },
  })
  expect(again.cookies.get('nani_desk')).toBeUndefined()
})

test('the next request has the new roles', async () => {
  const person = await world.enrol(['reviewer'])
  expect((await person.get('/operators')).json.error).toBe('not_permitted')
  await changeOperatorRoles(machine, { id: person.id, roles: ['auditor'] }, world.operatorNeeds)
  expect((await person.get('/operators')).status).toBe(200)
})

test('a session ends after 15 minutes without a request, and after 8 hours', async () => {
  const idle = await world.enrol(['auditor'])
  world.platform.clock.advance(15 * 60_000 + 1_000)
  expect((await idle.get('/operators')).status).toBe(401)
  const busy = await world.enrol(['auditor'])
  for (let minutes = 0; minutes < 8 * 60; minutes += 10) {
    expect((await busy.get('/operators')).status).toBe(200)
    world.platform.clock.advance(10 * 60_000)
  }
  expect((await busy.get('/operators')).status).toBe(401)
})

test('two other operators remove a lost second factor, and one alone does not', async () => {
  const lost = await world.enrol(['reviewer'])
  const [first, second] = [await world.enrol(['reviewer']), await world.enrol(['supervisor'])]
  const path = `/operators/${lost.id}/second-factor-recovery`
  const reason = { reason: 'The phone was lost. The identity was checked in person.' }
  expect((await lost.post(path, reason)).json).toMatchObject({ error: 'conflict' })
  expect((await first.post(path, reason)).json).toMatchObject({ status: 'proposed' })
  const otherSession = await world.signInAgain(first)
  expect((await otherSession.post(path, reason)).json).toMatchObject({ status: 'proposed' })
  expect((await lost.get('/me')).status).toBe(200)
  expect((await second.post(path, reason)).json).toMatchObject({ status: 'executed' })
  const again = world.browser()
  expect((await again.post('/session', lost)).status).toBe(400)
  const { email, password } = lost
  expect((await again.post('/session', { email, password })).json).toMatchObject({ status: 'signed_in' })
  expect((await again.get('/proposals')).json.error).toBe('second_factor_required')
})

test('a proposal ends after a day, with a disabled person, and when it is declined', async () => {
  const lost = await world.enrol(['reviewer'])
  const path = `/operators/${lost.id}/second-factor-recovery`
  const first = await world.enrol(['reviewer'])
  const body = { reason: 'Lost.' }
  await first.post(path, body)
  world.platform.clock.advance(24 * hourMs + 1_000)
  const second = await world.enrol(['reviewer'])
  expect((await second.post(path, body)).json).toMatchObject({ status: 'proposed' })
  await disableOperator(machine, { id: second.id }, world.operatorNeeds)
  const third = await world.enrol(['supervisor'])
  expect((await third.post(path, body)).json).toMatchObject({ status: 'proposed' })
  const { json } = await third.get('/proposals')
  const fourth = await world.enrol(['reviewer'])
  expect((await fourth.get('/proposals')).json.data).toMatchObject([{ id: json.data[0]?.id }])
  expect((await fourth.post(`/proposals/${json.data[0]?.id}/decline`, body)).json).toMatchObject({
    ...{ status: 'declined', decided_by: fourth.name, decided_reason: 'Lost.' },
  })
  expect((await fourth.post(path, body)).json).toMatchObject({ status: 'proposed' })
})

test('a recovery ends when the person changed the own factors meanwhile', async () => {
  const [lost, first, second] = [
    await world.enrol(['reviewer']),
    await world.enrol(['reviewer']),
    await world.enrol(['supervisor']),
  ]
  const path = `/operators/${lost.id}/second-factor-recovery`
  await first.post(path, { reason: 'Lost.' })
  await lost.post('/me/recovery-codes')
  expect(await second.post(path, { reason: 'Lost.' })).toMatchObject({
    ...{ status: 412, json: { error: 'changed_meanwhile', current: { status: 'ended' } } },
  })
  expect((await lost.get('/me')).status).toBe(200)
})

test('after five minutes, an act that removes a second factor needs a fresh one', async () => {
  const lost = await world.enrol(['reviewer'])
  const first = await world.enrol(['reviewer'])
  world.platform.clock.advance(5 * 60_000 + 1_000)
  const path = `/operators/${lost.id}/second-factor-recovery`
  expect((await first.post(path, { reason: 'Lost.' })).json).toMatchObject({
    error: 'second_factor_required',
  })
  await first.post('/session/step-up', { totp: codeOfStep(first.secret, stepAt(world.platform.clock.now())) })
  expect((await first.post(path, { reason: 'Lost.' })).status).toBe(200)
})

test('the log names an operator in the same form in each act', async () => {
  const person = await world.enrol(['supervisor'])
  await person.get('/operators')
  await person.post('/me/recovery-codes')
  await world.invite(['auditor'])
  await disableOperator(
    { kind: 'operator', name: person.name, roles: ['supervisor'] },
    { id: (await world.invite(['auditor'])).email },
    world.operatorNeeds,
  )
  const { rows } = await world.database.pool.query<{ action: string; actor: string }>(
    `select action, actor from acts where actor_kind = 'operator' and actor in ($1, $2)`,
    [person.id, person.name],
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.filter(({ actor }) => actor !== person.name)).toEqual([])
})

// On Linux this address belongs to the machine, and a port of 127.0.0.1 alone does not answer on it.
test.runIf(process.platform === 'linux').each([
  ['NANI_HOST', false],
  ['NANI_DESK_HOST', true],
])('%s=0.0.0.0: whether the desk answers on other addresses is %s', async (variable, answers) => {
  const other = await startDeskWith(world.console, { environment: { [variable]: '0.0.0.0' } })
  try {
    const elsewhere = new URL('/api/me', other.url)
    expect((await fetch(elsewhere)).status).toBe(401)
    elsewhere.hostname = '127.0.0.2'
    const answered = await fetch(elsewhere).then(
      () => true,
      () => false,
    )
    expect(answered).toBe(answers)
  } finally {
    await other.stopDesk()
  }
})
