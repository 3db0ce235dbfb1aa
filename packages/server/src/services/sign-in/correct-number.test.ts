import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalCalls } from './approvals/testing/approval-calls.ts'
import { openApprovals } from './approvals/testing/approvals-world.ts'
import { askingIn } from './approvals/testing/asking.ts'
import { browserContext } from './authorize.ts'
import { createCorrect, maxCorrections } from './correct-number.ts'
import { createEnteredNumbers } from './entered-number.ts'
import { type Handle, handleText } from './handles.ts'
import { createIdentify } from './identify.ts'
import { readRequest } from './requests/requests.ts'
import { writeAnswer } from './requests/write-requests.ts'
import { createVisit } from './visit.ts'

const people = Array.from({ length: 12 }, (_, index) => `COD-1111-0000-${4001 + index}`)
let next = 0
const newPerson = () => people[next++] as string

let world: Awaited<ReturnType<typeof openApprovals>>
beforeAll(async () => {
  world = await openApprovals(people)
})
afterAll(() => world.stop())

const { openRequest, facts } = askingIn(() => world)
const rowOf = async (handle: Handle) => {
  const row = await readRequest(world.pool, handle)
  if (!row) throw new Error('no request')
  return row
}
const identify = async (handle: Handle, secret: string, text: string, address = '203.0.113.44') =>
  createIdentify(world.dependencies)(await rowOf(handle), secret, text, address)
const correct = async (handle: Handle) =>
  createCorrect({ ...world.dependencies, newId: world.newId })(await rowOf(handle))
const visit = (handle: Handle, secret: string) =>
  createVisit({
    ...world.dependencies,
    issueCode: async () => 'code',
    baseUrl: () => 'https://identity.example',
  })(handleText(handle), secret, facts())
const everyColumn = async ({ requestId }: Handle) =>
  (await world.pool.query('select * from sign_in_requests where request_id = $1', [requestId])).rows[0]

test('a correction leads to the form of the same sign-in, with the same end of its window', async () => {
  const { handle, secret } = await openRequest()
  await identify(handle, secret, newPerson())
  const before = await everyColumn(handle)
  const after = (await correct(handle)) as Handle
  const row = await everyColumn(after)
  expect(row.expires_at).toEqual(before.expires_at)
  expect(row).toMatchObject({ status: 'started', corrections: 1, citizen: null, source: null })
  // Everything that authorize wrote has passed on. A further column of it must be copied as well.
  const { created_at, request_id, shown_number, sealed_browser, corrections, ...opened } = await everyColumn(
    (await openRequest()).handle,
  )
  for (const [name, value] of Object.entries(opened))
    if (!['expires_at', 'browser_hash'].includes(name)) expect(row[name], name).toEqual(value)
  const browser = world.dependencies.vault.open(row.sealed_browser, browserContext(after)).toString()
  expect(JSON.parse(browser).address).toBe('41.243.0.9')
  // The same browser, also in another tab and after "back".
  expect(await visit(after, secret)).toMatchObject({ next: 'identify' })
  expect(await visit(handle, secret)).toEqual({ next: 'moved', handle: handleText(after) })
  expect(await visit(handle, 'a stranger')).toMatchObject({ next: 'redirect' })
})

test('the person of the wrong number is asked no more, and no approval of that device counts', async () => {
  const device = await world.enrol(newPerson())
  const { handle, secret } = await openRequest()
  await identify(handle, secret, device.session.actor.svcId)
  const { list } = approvalCalls(world.dependencies)
  expect((await list(device.session)).approvals).toHaveLength(1)
  world.announced.length = 0
  const client = await world.pool.connect()
  try {
    // An approval whose transaction began before the correction.
    await client.query('begin')
    await client.query('select now()')
    await correct(handle)
    expect(await writeAnswer(client, handle, { answer: 'approved', approvedWith: 'swk' })).toBeNull()
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(world.announced).toEqual([handle.requestId, device.session.citizen.toString('hex')])
  expect((await list(device.session)).approvals).toEqual([])
})

test('each corrected number counts for the back-off of the network and of its citizen', async () => {
  const address = '203.0.113.45'
  const svcId = newPerson()
  const quiet: boolean[] = []
  for (let sign = 0; sign < 2; sign++) {
    const { handle, secret } = await openRequest()
    await identify(handle, secret, svcId, address)
    const after = (await correct(handle)) as Handle
    await identify(after, secret, svcId, address)
    quiet.push((await everyColumn(handle)).quiet, (await everyColumn(after)).quiet)
  }
  // Three requests of the same citizen notify, as without corrections.
  expect(quiet).toEqual([false, false, false, true])
})

test('a sign-in is corrected three times at most, once for each request, and never after its end', async () => {
  const opened = await openRequest()
  let { handle } = opened
  for (let count = 0; count < maxCorrections; count++) {
    await identify(handle, opened.secret, newPerson(), '203.0.113.46')
    const both = await Promise.all([correct(handle), correct(handle)])
    expect(both.filter((one) => one !== null)).toHaveLength(1)
    handle = both.find((one) => one !== null) as Handle
  }
  await identify(handle, opened.secret, newPerson(), '203.0.113.46')
  expect(await correct(handle)).toBeNull()
  const ended = await openRequest()
  await identify(ended.handle, ended.secret, 'COD-9999-0000-0077')
  await world.pool.query('update sign_in_requests set expires_at = now() where request_id = $1', [
    ended.handle.requestId,
  ])
  expect(await correct(ended.handle)).toBeNull()
})

test('what was entered can be read for its own request alone, and no one can write it', () => {
  const { seal, open } = createEnteredNumbers(world.dependencies)
  const handle = { applicationId: 'app_1', requestId: 'sgn_1' }
  const sealed = seal(handle, '+243810000001')
  expect(open(handle, sealed)).toBe('+243810000001')
  expect(open({ ...handle, requestId: 'sgn_2' }, sealed)).toBeNull()
  for (const strange of [null, '', 'x', sealed.slice(4), sealed.slice(0, -4), 'é'.repeat(5_000)])
    expect(open(handle, strange)).toBeNull()
})
