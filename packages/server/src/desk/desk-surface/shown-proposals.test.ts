import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let amina: DeskPerson
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['reviewer'])
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
      ...{ status: 412, json: { error: 'changed_meanwhile' } },
    })
  expect(
    (await amina.post(path, { accept: true, ...seen, proposed_name: 'Banque centrale' })).json,
  ).toMatchObject({ name: 'Banque centrale', proposed_name: null })
})
