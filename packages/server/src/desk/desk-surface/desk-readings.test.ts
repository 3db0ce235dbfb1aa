import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let amina: DeskPerson
let jonas: DeskPerson
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['reviewer'])
  jonas = await world.enrol(['reviewer', 'supervisor'])
})
afterAll(() => world?.stop())

test('a new logo is shown as the server drew it, and only while it waits', async () => {
  const { application } = await submittedReview(world, amina, {})
  const logo = Buffer.from('89504e470d0a1a0a', 'hex')
  const hash = createHash('sha256').update(logo).digest('hex')
  await world.database.pool.query(
    'update applications set proposed_logo = $2, proposed_logo_hash = $3 where application_id = $1',
    [application, logo, hash],
  )
  const path = `/applications/${application}`
  const shown = await amina.get(`${path}/proposed-logo?hash=${hash}`)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('content-digest')).toBe(`sha-256=:${Buffer.from(hash, 'hex').toString('base64')}:`)
  expect((await amina.get(`${path}/proposed-logo?hash=${'0'.repeat(64)}`)).status).toBe(404)
  await amina.post(`${path}/name`, { accept: true, proposed_name: null, proposed_logo_hash: hash })
  expect((await amina.get(`${path}/proposed-logo?hash=${hash}`)).status).toBe(404)
})

test('every act of money that waits has its sentence in the queue', async () => {
  const { owner } = await submittedReview(world, amina, {})
  const actions = [
    'adjust',
    'mode',
    'void',
    'credit-note',
    'approve-payment',
    'approve-top-up',
    'return-unapplied',
  ]
  for (const action of actions)
    await world.database.pool.query(
      `insert into billing_proposals (proposal_id, organization_id, action, command, proposed_by, proposed_at)
       values ($1, $2, $3, '[]', 'Another', $4)`,
      [`prp_${action}`, owner.organization, action, new Date(world.platform.clock.now())],
    )
  const supervisor = await world.enrol(['supervisor'])
  const { json } = (await supervisor.get('/queue')) as unknown as {
    json: { data: { kind: string; id: string; sentence: { en: string; fr: string } | null }[] }
  }
  const sentences = json.data.filter(({ id }) => actions.some((action) => id === `prp_${action}`))
  expect(sentences.map(({ sentence }) => sentence?.fr)).toEqual(actions.map(() => expect.any(String)))
})

test('a new name is decided as it was read: a name that replaced it meanwhile stays', async () => {
  const { application, owner } = await submittedReview(world, amina, {})
  const propose = (name: string) =>
    world.database.pool.query('update applications set proposed_name = $2 where application_id = $1', [
      ...[application, name],
    ])
  await propose('Boutique')
  const organization = (await amina.get(`/organizations/${owner.organization}`)) as unknown as {
    json: { applications: { id: string; proposed_name: string | null; proposed_logo_hash: string | null }[] }
  }
  const shown = organization.json.applications.find(({ id }) => id === application)
  expect(shown).toMatchObject({ proposed_name: 'Boutique', proposed_logo_hash: null })
  const seen = { proposed_name: 'Boutique', proposed_logo_hash: null }
  await propose('Banque centrale')
  const path = `/applications/${application}/name`
  for (const accept of [true, false])
    expect(await amina.post(path, { accept, ...seen })).toMatchObject({
      status: 412,
      json: { error: 'changed_meanwhile', current: { id: application, proposed_name: 'Banque centrale' } },
    })
  expect(
    (await amina.post(path, { accept: true, ...seen, proposed_name: 'Banque centrale' })).json,
  ).toMatchObject({ name: 'Banque centrale', proposed_name: null })
})

test('the audit is read and exported with its digest', async () => {
  const auditor = await world.enrol(['auditor'])
  for (let count = 0; count < 3; count++) await auditor.get('/audit/export?format=csv')
  const found = await auditor.get(`/audit?actor=${encodeURIComponent(auditor.name)}&limit=2`)
  expect(found.json.data).toHaveLength(2)
  expect(found.json.next_cursor).not.toBeNull()
  const file = await auditor.get('/audit/export?format=csv&action=reviews.propose')
  const digest = createHash('sha256').update(file.json.text).digest('base64')
  expect(file.headers.get('content-digest')).toBe(`sha-256=:${digest}:`)
  expect(file.json.text.split('\n')[0]).toContain('number,at,actor_kind')
})

test('the applications of an organization are read in pages', async () => {
  const { owner } = await submittedReview(world, amina, {})
  const path = `/organizations/${owner.organization}`
  const { json: page } = await amina.get(path)
  expect(page).toMatchObject({ has_more_applications: false })
  await world.database.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     select 'app_page' || lpad(n::text, 3, '0'), $1, 'Many', 'sandbox', '{}', '{}', '{}', 10, now()
     from generate_series(1, 120) n`,
    [owner.organization],
  )
  const { json: long } = (await amina.get(path)) as unknown as { json: { applications: object[] } }
  expect(long).toMatchObject({ has_more_applications: true })
  expect(long.applications).toHaveLength(50)
  const ids = new Set<string>()
  let cursor: string | null = ''
  for (let count = 0; count < 9 && cursor !== null; count++) {
    const { json } = await amina.get(`${path}/applications${cursor && `?cursor=${cursor}`}`)
    for (const { id } of json.data) ids.add(id)
    cursor = json.next_cursor
  }
  expect(ids.size).toBe(122)
  expect((await amina.get('/organizations/org_none/applications')).status).toBe(404)
})

test('a case is named by its id, because both environments may have its number', async () => {
  const { application } = await submittedReview(world, amina, {})
  const number = 'RDC-FRD-2026-000077'
  await world.database.pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at,
       through_alias, parties, has_identified_party, evidence_count, due_at)
     select $1, 'frd_same_' || environment, environment, $2, 'phishing', now(), now(), false, '{}', false, 0, now()
     from unnest('{sandbox,production}'::text[]) environment`,
    [application, number],
  )
  const { json: queue } = (await jonas.get('/queue')) as unknown as { json: { data: { title: string }[] } }
  expect(queue.data.filter(({ title }) => title === number)).toMatchObject([{ id: 'frd_same_production' }])
  const { json: found } = await jonas.get(`/search?q=${number}`)
  expect(found.data.map(({ id }) => id).toSorted()).toEqual(['frd_same_production', 'frd_same_sandbox'])
})

test('of two list managers who change the threshold at once, the second one reads it again', async () => {
  const [first, second] = [await world.enrol(['list_manager']), await world.enrol(['list_manager'])]
  const read = async (by: DeskPerson) =>
    (await by.get('/lists')).json as unknown as { threshold: number; threshold_version: number }
  const { threshold_version: version } = await read(second)
  expect((await first.put('/threshold', { threshold: 0.9 }, version)).status).toBe(204)
  expect(await second.put('/threshold', { threshold: 0.7 }, version)).toMatchObject({
    status: 412,
    json: { error: 'changed_meanwhile', current: { threshold: 0.9, version: version + 1 } },
  })
  expect(await second.put('/threshold', { threshold: 0.7 })).toMatchObject({
    status: 400,
    json: { error: 'invalid_request', field: 'If-Match' },
  })
  expect((await second.put('/threshold', { threshold: 0.7 }, version + 1)).status).toBe(204)
  expect(await read(first)).toMatchObject({ threshold: 0.7, threshold_version: version + 2 })
})
