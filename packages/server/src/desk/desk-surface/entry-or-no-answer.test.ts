import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredActs } from '../../../../../testing/declared-acts.ts'
import type { Declaration } from '../../gateway/acts/index.ts'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { reportedCase } from './testing/reported-case.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** Without its entry in the log of acts, no reading of the desk discloses something. */

let world: DeskWorld
let person: DeskPerson
let readings: Declaration[]
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
  const get = (path: string) => () => person.get(path)
  Object.assign(addresses, {
    'acts.export_for_desk': get('/audit/export?action=reviews.propose'),
    'cases.list_for_desk': get('/cases'),
    'cases.show': get(`/cases/${fraudCase}`),
    'cases.show_opened': () => person.post(`/cases/${fraudCase}/open`, { reason: 'To look.' }),
    'cases.link': get(`/cases/${fraudCase}/graph`),
    'cases.stats': get('/cases/stats'),
    'cases.view_evidence': get(`/cases/${fraudCase}/evidence/0?reason=look`),
    'enrolment.read_citizen': get(`/citizens/${svcId}`),
    'enrolment.read_correction': get(`/corrections/${correction}`),
    'organizations.read_for_desk': get(`/organizations/${owner.organization}`),
    'reviews.read_for_desk': get(`/reviews/${review}`),
    'reviews.difference': get(`/reviews/${review}/difference`),
    'reviews.read_file': get(`/reviews/${review}/files/${file.rows[0]?.file_id}`),
    'lists.threshold_effect': get('/threshold/effect?value=0.85'),
  })
  readings = (await declaredActs())
    .map(({ declaration }) => declaration)
    .filter(({ kind, recorded, routes }) => kind === 'reading' && recorded && routes.operator)
}, 120_000)
afterAll(() => world.stop())

test('every reading of the desk that has an entry is tried here', () => {
  expect(readings.map(({ name }) => name).filter((name) => !(name in addresses))).toEqual([])
})

test('no reading answers while the log of acts cannot be written', { timeout: 120_000 }, async () => {
  const acts = world.database.pool
  const names = readings.map(({ name }) => name)
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
