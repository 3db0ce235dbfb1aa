import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealDispute } from '../../citizens/accesses/index.ts'
import { openDeskActs } from './desk-acts.ts'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { reportedCase } from './testing/reported-case.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** Without its entry in the log of acts, no reading of the desk discloses something. */

let world: DeskWorld
let person: DeskPerson
let names: string[]
/** It has its entry by the reading that it calls. */
const byAnother = ['billing.read_proof_of_payment']
const addresses: Record<string, () => Promise<{ status: number; json: object }>> = {}

beforeAll(async () => {
  world = await startDesk()
  person = await world.enrol(['supervisor', 'auditor'])
  const { review, application, owner } = await submittedReview(world, person, {})
  const file = await world.database.pool.query<{ file_id: string }>(
    'select file_id from production_review_files where review_id = $1',
    [review],
  )
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64',
  )
  const fraudCase = await reportedCase(world, application, [
    { type: 'image', file: { data: picture.toString('base64') }, description: 'A file.' } as never,
  ])
  const svcId = 'COD-7800-0000-0001'
  await person.post('/citizens', {
    ...{ svc_id: svcId, certified: true, level_of_assurance: 'LOA3', gender: 'female' },
    ...{ first_name: 'Odette', last_name: 'Kalenga', date_of_birth: '1990-04-03' },
  })
  const corrected = await person.post(`/citizens/${svcId}/corrections`, {
    ...{ changes: { first_name: 'Odile' }, reason: 'A mistake.' },
  })
  const correction = (corrected.json as unknown as { proposal: { id: string } }).proposal.id
  const dispute = await disputeOf(application)
  const payment = await paymentWithProof(owner.organization)
  const preview = await readyPreview()
  const get = (path: string) => () => person.get(path)
  Object.assign(addresses, {
    'acts.export_for_desk': get('/audit/export?action=reviews.propose'),
    'cases.list_for_desk': get('/cases'),
    'cases.show': get(`/cases/${fraudCase}`),
    'cases.show_opened': () => person.post(`/cases/${fraudCase}/open`, { reason: 'To look.' }),
    'cases.link': get(`/cases/${fraudCase}/graph`),
    'cases.stats': get('/cases/stats'),
    'cases.view_evidence': get(`/cases/${fraudCase}/evidence/0?reason=look`),
    'disputes.show': get(`/disputes/${dispute}`),
    'billing.read_proof_of_payment': get(`/billing/payments/${payment}/proof`),
    'enrolment.read_citizen': get(`/citizens/${svcId}`),
    'enrolment.read_correction': get(`/corrections/${correction}`),
    'organizations.read_for_desk': get(`/organizations/${owner.organization}`),
    'proposals.list': get('/proposals'),
    'reviews.read_for_desk': get(`/reviews/${review}`),
    'reviews.difference': get(`/reviews/${review}/difference`),
    'reviews.read_file': get(`/reviews/${review}/files/${file.rows[0]?.file_id}`),
    'lists.read_previewed_entries': get(`/lists/previews/${preview}/entries`),
    'lists.threshold_effect': get('/threshold/effect?value=0.85'),
  })
  // As the surface binds them, in whatever form.
  const { acts } = await openDeskActs(world.deskNeeds, () => world.url)
  const readings = acts.filter(({ declaration: { kind, recorded } }) => kind === 'reading' && recorded)
  names = [...readings.map(({ declaration }) => declaration.name), ...byAnother]
}, 120_000)
afterAll(() => world.stop())

/** A dispute as the app of its citizen leaves it. */
const disputeOf = async (application: string): Promise<string> => {
  const id = 'dsp_sealed'
  const text = sealDispute(world.platform.vaultFor('access-disputes'), 'I was not there.', {
    ...{ application_id: application, dispute_id: id },
  })
  await world.database.pool.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at, service, scopes,
       sealed_text, created_at, changed_at)
     values ($1, $2, 'production', '', 'evt_1', '2026-01-01', $4, 'kyc_validation', '{}', $3, $4, $4)`,
    [application, id, text, new Date(world.platform.clock.now())],
  )
  return id
}

const readyPreview = async (): Promise<string> => {
  const id = 'lpv_entries'
  await world.database.pool.query(
    `insert into list_previews (preview_id, list_id, status, requested_by, created_at, progressed_at)
     values ($1, 'national', 'ready', 'Beni', $2, $2)`,
    [id, new Date(world.platform.clock.now())],
  )
  return id
}

const paymentWithProof = async (organization: string): Promise<string> => {
  await world.database.pool.query(
    `insert into billing_invoices (invoice_id, organization_id, number, kind, status, currency, subtotal, tax, total, amount_due,
       issued_at, due_at)
     values ('inv_proof', $1, 'NANI-2026-000001', 'usage', 'overdue', 'USD', 0, 0, 10000, 10000, $2, $2)`,
    [organization, new Date(world.platform.clock.now())],
  )
  const { json } = await person.post(`/billing/organizations/${organization}/payments`, {
    ...{ invoices: ['inv_proof'], amount: 0.01, method: 'cash', reference: 'R' },
    proof: { name: 'receipt.txt', data: Buffer.from('A receipt.').toString('base64') },
  })
  return json.id
}

test('every reading of the desk that has an entry is tried here', () => {
  expect(names.toSorted()).toEqual(Object.keys(addresses).toSorted())
})

test('no reading answers while the log of acts cannot be written', { timeout: 120_000 }, async () => {
  const acts = world.database.pool
  const answers = async () => {
    const found: [string, number][] = []
    for (const name of names) found.push([name, (await addresses[name]?.())?.status ?? 0])
    return found
  }
  await acts.query(`create function refuse_acts() returns trigger language plpgsql as
    $$ begin raise exception 'unwritable'; end $$`)
  await acts.query(
    'create trigger refuse_acts before insert on acts for each row execute function refuse_acts()',
  )
  try {
    const refused = await answers()
    expect(refused.filter(([, status]) => status < 500)).toEqual([])
  } finally {
    await acts.query('drop trigger refuse_acts on acts')
    await acts.query('drop function refuse_acts()')
    world.logged.splice(0)
  }
  expect((await answers()).filter(([, status]) => status !== 200)).toEqual([])
})
