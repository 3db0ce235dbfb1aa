import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Described, describedOperations } from '../../testing/operations/described-operations.ts'
import { consoleObjects } from './testing/console-objects.ts'
import { consoleRequests } from './testing/console-requests.ts'
import { type Answer, type ConsoleWorld, startConsole } from './testing/console-world.ts'
import { storedCall, storedDispute, storedMonitor, storedScreening } from './testing/stored-by-calls.ts'

/** A foreign object is answered like a missing one, by every operation that names an object. */

type Operation = {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { example?: object }> }
}
type Listed = Described<Operation>
type Owner = Awaited<ReturnType<ConsoleWorld['signUp']>>
type Own = { owner: Owner; organization: string; application: string }

let world: ConsoleWorld
let operations: Listed[]
let [theirs, ours] = [] as unknown as [Own, Own]
/** Their objects, by the end of the path of operations. */
let objects: Record<string, string>
/** Members of bodies that name their objects, and those that the example of the description only indicates. */
let named: Record<string, object> = {}
let complete: Record<string, object> = {}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const makeObjects = async ({ owner, organization, application }: Own, dossier: { review: string }) => {
  const ofApplication = `/organizations/${organization}/applications/${application}`
  const invited = { email: 'invited@example.cd', roles: ['developer'] }
  const { json: invitation } = await owner.post(`/organizations/${organization}/invitations`, invited)
  await owner.post(`${dossier.review}/submit`)
  await owner.put(`${ofApplication}/webhook`, { url: 'https://hooks.example.cd/nani' })
  const { json: run } = await owner.post(`${ofApplication}/conformance-runs`)
  const { json: session } = await owner.get('/me/sessions')
  const { json: event } = await owner.get(`${ofApplication}/events`)
  const certificate = await consoleRequests(world)['certificates.revoke_own']?.()
  return {
    ...{ members: owner.id, invitations: invitation.id, sessions: session.data[0]?.id as string },
    ...{ reviews: idOf(dossier.review), 'conformance-runs': run.id, events: event.data[0]?.id as string },
    certificates: idOf(certificate?.path ?? ''),
    requests: await storedCall(world, application),
    monitors: await storedMonitor(world, application),
    disputes: await storedDispute(world, application),
  }
}

beforeAll(async () => {
  world = await startConsole()
  const made = consoleObjects(world)
  const dossier = await made.withDossier()
  theirs = { owner: dossier.owner, organization: dossier.id, application: idOf(dossier.production) }
  const own = await made.withApplication()
  ours = { owner: own.owner, organization: own.id, application: idOf(own.production) }
  await own.owner.put(`${own.production}/webhook`, { url: 'https://hooks.example.cd/nani' })
  await world.database.pool.query(
    `insert into member_passkeys (passkey_id, account_id, credential_id, name, public_key, sign_count, created_at)
     values ('psk_theirs', $1, 'credential', 'Phone', '\\x01', 0, now())`,
    [theirs.owner.id],
  )
  const payment = await consoleRequests(world)['billing.declare_own_payment']?.()
  const invoice = (payment?.body as { invoice_ids?: string[] } | undefined)?.invoice_ids?.[0] ?? ''
  objects = { ...(await makeObjects(theirs, dossier)), invoices: invoice, passkeys: 'psk_theirs' }
  named = {
    'dispositions.decide_own': {
      screening_id: await storedScreening(world, theirs.application),
      position: 0,
    },
    'billing.declare_own_payment': { invoice_ids: [invoice] },
  }
  const picture = sharp({ create: { width: 64, height: 64, channels: 4, background: '#0b4f9e' } })
  complete = { 'applications.set_own_logo': { data: (await picture.png().toBuffer()).toString('base64') } }
  operations = describedOperations((await ours.owner.get('/openapi.json')).json)
}, 60_000)
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

/** The kind of object that an operation names last: the part of the path before its last parameter. */
const kindOf = ({ path }: Listed): string | undefined => /\/([\w-]+)\/\{(?:id|thumbprint)\}/.exec(path)?.[1]

/** The answer to a request under our session, without ids and times. */
const answerTo = async (operation: Listed, ids: Record<string, string>, body: object = {}) => {
  const { method, path, requestBody, parameters } = operation
  const sent = { ...requestBody?.content['application/json']?.example, ...body }
  const { status, json }: Answer = await ours.owner.send(
    method,
    path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'none'),
    method === 'GET' ? undefined : sent,
    parameters?.some(({ name }) => name === 'If-Match') ? { 'if-match': '"1"' } : {},
  )
  const inBody = Object.values(body).flat().map(String)
  const shownIds = [...Object.values(ids), ...inBody].filter((text) => text.length > 3)
  const text = JSON.stringify({ ...json, request_id: '' })
  return { status, text: shownIds.reduce((left, id) => left.replaceAll(id, 'ID'), text) }
}

/** Their object under our session, and one that no one has. */
const answers = async (operation: Listed, application: string) => {
  const kind = kindOf(operation)
  const id = kind === undefined ? 'none' : (objects[kind] ?? `no object of ${kind}`)
  const organization_id = ours.organization
  const isOwn = application === ours.application
  const foreign = { organization_id, application_id: application, id, thumbprint: id }
  const unknown = {
    ...{ organization_id, application_id: isOwn ? application : 'app_none' },
    ...{ id: 'none_1', thumbprint: 'none_1' },
  }
  const body = named[operation.operationId] ?? complete[operation.operationId]
  return {
    foreign: await answerTo(operation, foreign, body),
    unknown: await answerTo(operation, unknown, body && inventedOf(body)),
  }
}
/** The same members with ids that no one has. */
const inventedOf = (body: object): object =>
  JSON.parse(JSON.stringify(body).replaceAll(/(aml|inv)_\w+/g, '$1_01KJQCCTY0B1F2GR7V5Q0WDX9N'))

/** The operations by the status of both answers, which are alike. */
const statusesOf = async (selected: readonly Listed[], application: string) => {
  const found = new Map<number, string[]>()
  for (const operation of selected) {
    const { operationId } = operation
    const { foreign, unknown } = await answers(operation, application)
    expect([operationId, foreign]).toEqual([operationId, unknown])
    found.set(foreign.status, [...(found.get(foreign.status) ?? []), operationId])
  }
  return found
}

test('of every kind of object there is one of another organization', async () => {
  const kinds = new Set(operations.flatMap((operation) => kindOf(operation) ?? []))
  expect([...kinds].filter((kind) => objects[kind] === undefined)).toEqual([])
  for (const path of [
    `/applications/${theirs.application}`,
    `/applications/${theirs.application}/reviews/${objects.reviews}`,
    `/applications/${theirs.application}/requests/${objects.requests}`,
    `/applications/${theirs.application}/conformance-runs/${objects['conformance-runs']}`,
  ])
    expect([path, (await theirs.owner.get(`/organizations/${theirs.organization}${path}`)).status]).toEqual([
      path,
      200,
    ])
})

test('an application of another organization is answered like a missing one', async () => {
  const selected = operations.filter(({ path }) => path.includes('{application_id}'))
  expect(selected.length).toBeGreaterThan(30)
  expect(await statusesOf(selected, theirs.application)).toEqual(new Map([[404, expect.anything()]]))
})

test('an object of another organization is answered like a missing one, under an own application too', async () => {
  const selected = operations.filter((operation) => kindOf(operation) ?? named[operation.operationId])
  expect(selected.length).toBeGreaterThan(15)
  expect(await statusesOf(selected, ours.application)).toEqual(new Map([[404, expect.anything()]]))
  expect((await theirs.owner.get('/me')).status).toBe(200)
})
