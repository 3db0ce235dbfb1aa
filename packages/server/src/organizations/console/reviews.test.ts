import type { Actor } from '@nani/foundation/core/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSnapshot } from '../../calls/outbox/index.ts'
import { createListCursors } from '../../gateway/acts/index.ts'
import { verifyOrganization } from '../organizations/index.ts'
import { decideReview } from '../reviews/index.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const operator = (name: string): Actor => ({
  ...{ kind: 'operator', name, roles: ['reviewer'], account: name },
})
const needs = () => ({
  ...world.platform,
  rules: { oneAccountMayBeTwo: false },
  cursors: createListCursors(deriveKey(world.platform.rootKey, 'console-cursors')),
  dossierVault: world.platform.vaultFor('dossiers'),
  requestsVault: world.platform.vaultFor('requests'),
})
const verify = (organization_id: string) =>
  verifyOrganization(operator('amina'), { organization_id }, needs())

const answers = Object.fromEntries(
  ['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'].map(
    (name) => [name, 'A text'],
  ),
)

let made = 0
/** An Owner with an application of production that selected these services and scopes. */
const withApplication = async (services: string[], scopes: string[] = []) => {
  const owner = await world.signUp()
  const rccm = `CD/KNG/RCCM/00-B-${String(10_000 + ++made)}`
  const { json: organization } = await owner.post('/organizations', { name: 'Banque', rccm })
  const path = `/organizations/${organization.id}`
  const subscribe = async (wanted: string[]) => {
    const { json: subscribed } = await owner.get(`${path}/subscriptions`)
    expect((await owner.put(`${path}/subscriptions`, { scopes: wanted }, subscribed.version)).status).toBe(
      200,
    )
  }
  await subscribe(scopes)
  const selected = { name: 'Shop', services, scopes, purposes: ['customer_onboarding'] }
  const { json } = await owner.post(`${path}/applications`, selected)
  const application = `${path}/applications/${json.counterpart.id}`
  return { owner, organization: organization.id, application, id: json.counterpart.id, subscribe }
}

const file = (kind: string) => ({
  kind,
  name: `${kind}.pdf`,
  data: Buffer.from('%PDF-1.7').toString('base64'),
})
type World = Awaited<ReturnType<typeof withApplication>>
const complete = async (
  { owner, application }: World,
  more: Record<string, string> = {},
  files: string[] = [],
) => {
  const { json } = await owner.post(`${application}/reviews`, { answers: { ...answers, ...more } })
  for (const kind of ['privacy_policy', 'terms_of_service', ...files])
    await owner.post(`${application}/reviews/${json.id}/files`, file(kind))
  return json.id
}

const eventsOf = async (applicationId: string) => {
  const { rows } = await world.database.pool.query(
    'select type from events where application_id = $1 order by position',
    [applicationId],
  )
  return rows.map(({ type }) => type)
}

test('a submission names all that is missing, and needs a verified organization', async () => {
  const own = await withApplication(['kyc_validation'])
  const { owner, application, organization } = own
  const begun = await owner.post(`${application}/reviews`)
  expect(begun.json).toMatchObject({ status: null, services: ['kyc_validation'], enhanced: false })
  expect((await owner.post(`${application}/reviews`)).status).toBe(409)
  const submit = () => owner.post(`${application}/reviews/${begun.json.id}/submit`)
  expect((await submit()).status).toBe(409)
  await verify(organization)
  expect((await submit()).json).toMatchObject({
    error: 'invalid_request',
    missing: [
      ...Object.keys(answers).map((name) => `answers.${name}`),
      ...['files.privacy_policy', 'files.terms_of_service'],
    ],
  })
  expect((await owner.get(application)).json).toMatchObject({ production_status: null })
})

test('the answers, the messages and the files of a dossier are encrypted at rest', async () => {
  const { owner, application, organization } = await withApplication(['kyc_validation'])
  await verify(organization)
  const [answer, text, content] = ['a retained answer', 'a written message', 'the bytes of a file']
  const { json } = await owner.post(`${application}/reviews`, { answers: { ...answers, retention: answer } })
  const path = `${application}/reviews/${json.id}`
  const data = Buffer.from(`%PDF-1.7 ${content}`).toString('base64')
  expect((await owner.post(`${path}/files`, { ...file('privacy_policy'), data })).status).toBe(201)
  expect((await owner.post(`${path}/messages`, { text })).json).toMatchObject({ messages: [{ text }] })
  const { rows } = await world.database.pool.query(
    `select encode(sealed_answers, 'escape') as stored from production_reviews where review_id = $1
     union all select encode(sealed_content, 'escape') from production_review_files where review_id = $1
     union all select encode(sealed_text, 'escape') from production_review_messages where review_id = $1`,
    [json.id],
  )
  expect(rows).toHaveLength(3)
  for (const { stored } of rows) expect(stored).not.toMatch(/retained answer|written message|bytes of a file/)
})

/** spec/face#dossier-for-production */
test('a review of Face Recognition asks for its policy, its controls, its assessment and its audit', async () => {
  const { owner, application } = await withApplication(['face_recognition'])
  const { json } = await owner.post(`${application}/reviews`, { answers })
  expect(json).toMatchObject({
    enhanced: true,
    missing: [
      ...['face_recognition_use', 'face_check_triggers', 'face_reason_format', 'face_search_need'].map(named),
      ...['data_protection_officer', 'biometric_encryption', 'biometric_deletion'].map(named),
      ...['face_liveness_exceptions'].map(named),
      ...['files.privacy_policy', 'files.terms_of_service', 'files.biometric_assessment'],
      ...['files.security_report', 'files.capture_audit'],
    ],
  })
})
const named = (answer: string) => `answers.${answer}`

test('of two submissions at the same time, one wins; an approval makes the services live', async () => {
  const own = await withApplication(['kyc_validation'], ['kyc.addresses'])
  const { owner, application, organization, id } = own
  await verify(organization)
  const review = await complete(own)
  const both = await Promise.all([1, 2].map(() => owner.post(`${application}/reviews/${review}/submit`)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const decided = await decideReview(operator('amina'), { id: review, decision: 'approve' }, needs())
  expect(decided.status).toBe('decided')
  expect((await owner.get(application)).json).toMatchObject({
    ...{ production_status: 'approved', approved_services: ['kyc_validation'] },
    ...{ purposes_in_force: ['customer_onboarding'], scopes_in_force: ['kyc.addresses'] },
  })
  expect(await eventsOf(id)).toEqual(Array(2).fill('application.production_status_changed'))
})

test('the events of a review are of production alone, reach its endpoint, and have what changed', async () => {
  const own = await withApplication(['kyc_validation'])
  const { owner, application, organization, id } = own
  await verify(organization)
  const { json: shown } = await owner.get(application)
  const sandbox = application.replace(id, shown.counterpart_id)
  await owner.put(`${application}/webhook`, { url: 'https://hooks.example.cd/production' })
  await owner.put(`${sandbox}/webhook`, { url: 'https://hooks.example.cd/sandbox' })
  const review = await complete(own)
  await owner.post(`${application}/reviews/${review}/submit`)
  await decideReview(operator('amina'), { id: review, decision: 'approve' }, needs())

  const { rows } = await world.database.pool.query<{ event_id: string; type: string; sealed_data: Buffer }>(
    `select e.event_id, e.type, e.sealed_data from events e join webhook_deliveries d using (application_id, event_id)
     where e.application_id = $1 and d.state = 'scheduled' order by e.position`,
    [id],
  )
  const vault = world.platform.vaultFor('requests')
  const sent = rows.map(({ event_id: eventId, type, sealed_data }) => ({
    type,
    data: openSnapshot(sealed_data, { applicationId: id, eventId }, vault),
  }))
  const changed = (status: string, approved: string[], previous: object) => ({
    type: 'application.production_status_changed',
    data: {
      object: {
        ...{ id, object: 'application', name: 'Shop', environment: 'production', production_status: status },
        ...{ services: ['kyc_validation'], approved_services: approved, updated_at: expect.any(String) },
      },
      previous_attributes: previous,
    },
  })
  expect(sent).toEqual([
    changed('submitted', [], { production_status: null }),
    changed('approved', ['kyc_validation'], { production_status: 'submitted', approved_services: [] }),
  ])
  expect(await eventsOf(shown.counterpart_id as string)).toEqual([])
})

test('an enhanced review is proposed by one reviewer, and decided by another one', async () => {
  const own = await withApplication(['kyc_validation'], ['kyc.religion'])
  const { owner, application, organization } = own
  await verify(organization)
  const review = await complete(own, { sensitive_data_necessity: 'A text' })
  await owner.post(`${application}/reviews/${review}/submit`)
  const approve = (name: string) => decideReview(operator(name), { id: review, decision: 'approve' }, needs())
  expect((await approve('amina')).status).toBe('proposed')
  expect((await owner.get(application)).json).toMatchObject({
    production_status: 'in_review',
    scopes_in_force: [],
  })
  await expect(approve('Amina ')).rejects.toMatchObject({ code: 'second_person_required' })
  expect((await approve('jonas')).status).toBe('decided')
  expect((await owner.get(application)).json).toMatchObject({ scopes_in_force: ['kyc.religion'] })
})

/** Subscribes scopes again and selects them for the application. */
const selectAgain = async ({ owner, application, subscribe }: World, scopes: string[]) => {
  await subscribe(scopes)
  const { json: shown } = await owner.get(application)
  return (await owner.patch(application, { scopes }, shown.version)).json
}
const selectedAgain = { scopes: ['kyc.religion'], scopes_in_force: [] }

test.each([
  ['while it is selected', true],
  ['after it was taken from the application', false],
])('a subscription that ends %s ends the approval of its scope', async (_name, isSelected) => {
  const own = await withApplication(['kyc_validation'], ['kyc.religion'])
  const { owner, application, organization } = own
  await verify(organization)
  const review = await complete(own, { sensitive_data_necessity: 'A text' })
  await owner.post(`${application}/reviews/${review}/submit`)
  for (const name of ['amina', 'jonas'])
    await decideReview(operator(name), { id: review, decision: 'approve' }, needs())
  const { json: shown } = await owner.get(application)
  expect(shown).toMatchObject({ scopes_in_force: ['kyc.religion'] })
  if (!isSelected) await owner.patch(application, { scopes: [] }, shown.version)
  await own.subscribe([])
  expect((await owner.get(application)).json).toMatchObject({ scopes: [], scopes_in_force: [] })
  expect(await selectAgain(own, ['kyc.religion'])).toMatchObject(selectedAgain)
})

test('a scope whose subscription ended during the review is not approved by it', async () => {
  const own = await withApplication(['kyc_validation'], ['kyc.religion'])
  const { owner, application, organization } = own
  await verify(organization)
  const review = await complete(own, { sensitive_data_necessity: 'A text' })
  await owner.post(`${application}/reviews/${review}/submit`)
  await own.subscribe([])
  for (const name of ['amina', 'jonas'])
    await decideReview(operator(name), { id: review, decision: 'approve' }, needs())
  expect((await owner.get(application)).json).toMatchObject({ production_status: 'approved' })
  expect(await selectAgain(own, ['kyc.religion'])).toMatchObject(selectedAgain)
})

test('after changes were requested the review is submitted again, and a withdrawn one ends as rejected', async () => {
  const own = await withApplication(['kyc_validation'])
  const { owner, application, organization } = own
  await verify(organization)
  const review = await complete(own)
  const path = `${application}/reviews/${review}`
  await owner.post(`${path}/submit`)
  const asked = { id: review, decision: 'request_changes' as const, reason: 'Name the contact.' }
  await decideReview(operator('amina'), asked, needs())
  const { json: shown } = await owner.get(path)
  expect(shown).toMatchObject({
    status: 'changes_requested',
    messages: [{ from: 'reviewer', text: 'Name the contact.' }],
  })
  const change = { answers: { data_protection_contact: 'dpo@example.cd' } }
  expect((await owner.patch(path, change, shown.version - 1)).json).toMatchObject({
    error: 'changed_meanwhile',
  })
  expect((await owner.patch(path, change, shown.version)).status).toBe(200)
  expect((await owner.post(`${path}/messages`, { text: 'Done.' })).status).toBe(201)
  await owner.post(`${path}/submit`)
  expect((await owner.post(`${path}/withdraw`)).json).toMatchObject({
    status: 'rejected',
    reason: 'withdrawn',
  })
  expect((await owner.get(application)).json).toMatchObject({ production_status: 'rejected' })
  expect((await owner.post(`${application}/reviews`)).status).toBe(201)
})
