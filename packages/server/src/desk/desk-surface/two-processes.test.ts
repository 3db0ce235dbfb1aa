import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../organizations/console/testing/console-world.ts'
import type { ProcessOrder } from '../../organizations/console/testing/serve-until-killed.ts'
import { openDirectory } from '../../organizations/organizations/index.ts'
import { codeOfStep, stepAt } from '../../organizations/people/index.ts'
import { changeOperatorRoles, disableOperator } from '../operators/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let other: ChildProcess
let otherUrl = ''
beforeAll(async () => {
  world = await startDesk()
  other = fork(join(import.meta.dirname, 'testing/desk-process.fixture.ts'))
  const ended = once(other, 'exit')
  const started = once(other, 'message')
  other.send({
    ...{ url: world.database.url, nowMs: world.platform.clock.now() },
    ...{ rootKey: world.platform.rootKey.toString('hex'), consoleUrl: world.console.url },
  } satisfies ProcessOrder)
  otherUrl = String((await Promise.race([started, ended]))[0])
  expect(otherUrl).toMatch(/^http:/)
})
afterAll(async () => {
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await ended
  await world.stop()
})

/** The browser of a person at the other process. */
const there = ({ cookies }: DeskPerson) => {
  const browser = openBrowser(otherUrl, '203.0.113.7')
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

test('the session of a disabled operator has ended in every process', async () => {
  const person = await world.enrol(['auditor'])
  const elsewhere = there(person)
  expect((await elsewhere.get('/operators')).status).toBe(200)
  await disableOperator(machine, { id: person.email }, world.operatorNeeds)
  expect((await elsewhere.get('/operators')).json).toMatchObject({ error: 'not_signed_in' })
  expect((await person.get('/operators')).json).toMatchObject({ error: 'not_signed_in' })
  // A session that began in the other process ends here too.
  const second = await world.enrol(['auditor'])
  const { email, password } = second
  const begun = openBrowser(otherUrl, '203.0.113.8')
  await begun.post('/session', { email, password })
  // The other process has the time of its start. A code of the next step counts for a clock that differs.
  const totp = codeOfStep(second.secret, stepAt(world.platform.clock.now()) + 1)
  await begun.post('/session/second-factor', { totp })
  expect((await begun.get('/me')).status).toBe(200)
  await disableOperator(machine, { id: email }, world.operatorNeeds)
  expect((await begun.get('/me')).json).toMatchObject({ error: 'not_signed_in' })
})

test('new roles of an operator count at the next request in every process', async () => {
  const person = await world.enrol(['reviewer'])
  const elsewhere = there(person)
  expect((await elsewhere.get('/operators')).json).toMatchObject({ error: 'not_permitted' })
  await changeOperatorRoles(machine, { id: person.id, roles: ['auditor'] }, world.operatorNeeds)
  expect((await elsewhere.get('/operators')).status).toBe(200)
})

test('an approval, and its end, take effect in every process within a second', async () => {
  const [reviewer, other] = [await world.enrol(['reviewer']), there(await world.enrol(['reviewer']))]
  const { review, application } = await submittedReview(world, reviewer, { scopes: ['kyc.religion'] })
  const reason = 'The dossier is complete.'
  // The gateway of this process remembers the application. Its clock does not move, so that only the announcement ends that.
  const { directory, stop } = await openDirectory({
    ...world.platform,
    connectionString: world.database.url,
  })
  const live = async () => [...((await directory.findById(application))?.approvedServices ?? [])]
  const becomes = (services: string[]) =>
    expect.poll(live, { timeout: 1_000, interval: 10 }).toEqual(services)
  try {
    expect(await live()).toEqual([])
    await reviewer.post(`/reviews/${review}/propose`, { decision: 'approve', reason })
    expect(await live()).toEqual([])
    expect((await other.post(`/reviews/${review}/decide`, { accept: true })).json).toMatchObject({
      status: 'approved',
    })
    await becomes(['kyc_validation'])
    const suspended = { services: ['kyc_validation'], reason }
    expect((await other.post(`/applications/${application}/suspend`, suspended)).status).toBe(200)
    await becomes([])
  } finally {
    await stop()
  }
})
