import { dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())

type Person = Awaited<ReturnType<ConsoleWorld['signUp']>>

const shop = async () => {
  const owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  const { json: made } = await owner.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  return { owner, organizationId: json.id, applicationId: made.id }
}

const write = (applicationId: string, id: string) => {
  const nowMs = world.platform.clock.now()
  return world.rows.query(
    `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
       http_status, service, scopes, actor)
     values ($1, $2, $3, $4, $5, '203.0.113.7', 'POST', '/v1/kyc/validations', 200, 'kyc_validation', '{}', 'application')`,
    [applicationId, dayOf(nowMs), `kyc_${id}`, new Date(nowMs), id],
  )
}

const addressOf = (path: string) => `${world.url.replace('localhost', '127.0.0.1')}${path}`
const cookiesOf = ({ cookies }: Person) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The lines of a stream as they arrive; null: it has ended. */
const openStream = async (person: Person, path: string) => {
  const answer = await fetch(addressOf(`/api${path}`), { headers: { cookie: cookiesOf(person) } })
  const reader = answer.body?.getReader()
  let text = ''
  return {
    status: answer.status,
    async next(): Promise<string | null> {
      for (;;) {
        const [event, ...rest] = text.split('\n\n')
        if (rest.length > 0) {
          text = rest.join('\n\n')
          if (event?.startsWith('data: ')) return event.slice('data: '.length)
          continue
        }
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return null
        text += Buffer.from(value).toString()
      }
    },
    close: () => reader?.cancel(),
  }
}

test('a new call of any process reaches the stream, and a call of another application does not', async () => {
  const { owner, organizationId, applicationId } = await shop()
  const other = await shop()
  await write(applicationId, 'req_before')
  const stream = await openStream(
    owner,
    `/organizations/${organizationId}/applications/${applicationId}/requests/stream`,
  )
  expect(stream.status).toBe(200)
  // The first turn of a stream learns what is there already.
  const sent: string[] = []
  for (let seen: string | null = null; seen === null; ) {
    await write(other.applicationId, world.platform.newId('req'))
    sent.push(world.platform.newId('req'))
    await write(applicationId, sent.at(-1) ?? '')
    seen = await Promise.race([stream.next(), world.platform.pause().then(() => null)])
    if (seen === null) continue
    const call = JSON.parse(seen)
    expect(sent).toContain(call.id)
    // It is the object that the log has.
    const { json } = await owner.get(
      `/organizations/${organizationId}/applications/${applicationId}/requests/${call.id}`,
    )
    expect(call).toEqual(json)
  }
  await stream.close()
})

test('a stream ends with the session, and with the right to read', async () => {
  const { owner, organizationId, applicationId } = await shop()
  const path = `/organizations/${organizationId}/applications/${applicationId}/requests/stream`
  const ofSession = await openStream(owner, path)
  await owner.delete('/session')
  expect(await ofSession.next()).toBeNull()
  expect((await openStream(owner, path)).status).toBe(401)

  const developer = await world.signUp()
  await world.database.pool.query(
    `insert into organization_members (organization_id, person_id, roles, joined_at) values ($1, $2, '{developer}', now())`,
    [organizationId, developer.id],
  )
  const ofRole = await openStream(developer, path)
  expect(ofRole.status).toBe(200)
  await world.database.pool.query('delete from organization_members where person_id = $1', [developer.id])
  expect(await ofRole.next()).toBeNull()
})

test('a person has at most four streams', async () => {
  const { owner, organizationId, applicationId } = await shop()
  const path = `/organizations/${organizationId}/applications/${applicationId}/requests/stream`
  const streams = []
  for (let index = 0; index < 5; index++) streams.push(await openStream(owner, path))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204])
  await Promise.all(streams.slice(0, 4).map(({ close }) => close()))
})

test('HEAD answers like GET without a body, and opens no stream', async () => {
  const { owner, organizationId, applicationId } = await shop()
  const ask = async (method: string, path: string) => {
    const answer = await fetch(addressOf(path), { method, headers: { cookie: cookiesOf(owner) } })
    const text = await answer.text()
    const [type, length] = ['content-type', 'content-length'].map((name) => answer.headers.get(name))
    return { path, text, status: answer.status, type, length }
  }
  const application = `/api/organizations/${organizationId}/applications/${applicationId}`
  for (const path of [application, '/api/openapi.json', '/api/nothing', '/'])
    expect(await ask('HEAD', path)).toEqual({ ...(await ask('GET', path)), text: '' })
  expect(await ask('HEAD', `${application}/requests/stream`)).toMatchObject({
    ...{ status: 200, type: 'text/event-stream; charset=utf-8', text: '' },
  })
})
