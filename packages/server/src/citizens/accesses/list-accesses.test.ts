import { shownServices } from '@nani/contract'
import { minuteMs, Refusal } from '@nani/foundation/core/index.ts'
import { notedReads } from '@nani/foundation/platform/testing/noted-reads.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessWorld, startAccessWorld } from '../../testing/access-world.ts'
import type { AccessQuery } from './access-filter.ts'
import { exportAsCsv } from './export-accesses.ts'
import { listAccesses, showAccess } from './index.ts'
import { accessStatement } from './read-accesses.ts'

let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld()
})
afterAll(() => world.stop())

let people = 0
const newPerson = () => `COD-7777-0000-${String(++people).padStart(4, '0')}`
const list = (svcId: string, query: AccessQuery = {}, environment: 'production' | 'sandbox' = 'production') =>
  listAccesses(world.citizen(svcId, environment), query, world.accesses)
const servicesOf = async (svcId: string, query: AccessQuery = {}) =>
  (await list(svcId, query)).entries.map(({ service }) => service)

test('an entry has who, what for and which data, and nothing of the outcome', async () => {
  const svcId = newPerson()
  const id = await world.read({ svcId, outcome: 'match', scopes: ['kyc.addresses', 'kyc.religion'] })
  const { entries, next_cursor } = await list(svcId)
  expect(entries).toEqual([
    {
      id: `20260315.app_Guichet.${id}`,
      at: '2026-03-15T12:00:00.000Z',
      organization: 'Banque',
      application: 'Guichet',
      service: 'kyc_validation',
      purpose: 'customer_onboarding',
      scopes: ['kyc.addresses', 'kyc.religion'],
      reason: null,
      read_again: null,
      dispute: null,
      in_log: false,
    },
  ])
  expect(next_cursor).toBe(null)
})

test('the list and its file read the replica, and one entry the primary', async () => {
  const svcId = newPerson()
  await world.read({ svcId })
  const { reads, asked } = notedReads(world.database.pool)
  const accesses = { ...world.accesses, reads }
  const { entries } = await listAccesses(world.citizen(svcId), {}, accesses)
  expect(asked).toEqual([accessStatement])
  await exportAsCsv(world.citizen(svcId), { lang: 'en' }, accesses)
  expect(asked).toEqual([accessStatement, accessStatement])
  await showAccess(world.citizen(svcId), { id: entries[0]?.id ?? '' }, accesses)
  expect(asked).toHaveLength(2)
})

test('screening, monitoring, fraud reports and unknown services never appear', async () => {
  const svcId = newPerson()
  for (const service of [
    'aml_screening',
    'fraud_reporting',
    'kyb_verification',
    'monitoring',
    'later_service',
  ])
    await world.read({ svcId, service, outcome: 'high' })
  for (const service of shownServices) await world.read({ svcId, service })
  expect((await servicesOf(svcId)).toSorted()).toEqual([...shownServices].toSorted())
})

test('a change of a consent and a refusal are no reads', async () => {
  const svcId = newPerson()
  await world.read({ svcId, service: 'credit_scoring', makesResult: false, outcome: 'consent_approved' })
  expect(await servicesOf(svcId)).toEqual([])
})

test('a citizen sees no entries of another person, or of the other environment', async () => {
  const [one, other] = [newPerson(), newPerson()]
  await world.read({ svcId: one })
  await world.read({ svcId: one, application: 'Essai', service: 'age_verification' })
  expect(await servicesOf(other)).toEqual([])
  expect(await servicesOf(one)).toEqual(['kyc_validation'])
  expect((await list(one, {}, 'sandbox')).entries.map(({ application }) => application)).toEqual(['Essai'])
})

test('later reads of a result are counted, with the last time', async () => {
  const svcId = newPerson()
  const [first, second] = [await world.read({ svcId }), await world.read({ svcId: newPerson() })]
  const laterMs = world.clock.now() + minuteMs
  await world.read({ svcId: newPerson(), makesResult: false, reads: [second, first], atMs: laterMs })
  await world.read({ svcId, makesResult: false, reads: [first], atMs: laterMs - 1 })
  // Another application cannot have read it, also if it names the id.
  await world.read({ svcId, application: 'Caisse', makesResult: false, reads: [first], atMs: laterMs + 5 })
  expect((await list(svcId)).entries[0]?.read_again).toEqual({
    times: 2,
    last_at: '2026-03-15T12:01:00.000Z',
  })
})

test('the reason of a face check is shown', async () => {
  const svcId = newPerson()
  const id = await world.read({ svcId, service: 'face_recognition', scopes: null })
  await world.database.pool.query(
    `insert into face_reasons (application_id, day, entry_id, at, api_key, request_id, client_address, mode, outcome,
       sealed_reason, text_mark, pattern_mark)
     values ('app_Guichet', '2026-03-15', $1, now(), 'k', 'r', '::1', 'verification', 'match', 'Retrait au guichet', '', '')`,
    [id],
  )
  expect((await list(svcId)).entries[0]).toMatchObject({ reason: 'Retrait au guichet', scopes: [] })
})

test('one entry is the same as in the list, and exists for its citizen and environment only', async () => {
  const svcId = newPerson()
  const first = await world.read({ svcId })
  await world.read({ svcId: newPerson(), makesResult: false, reads: [first] })
  const screening = await world.read({ svcId, service: 'aml_screening' })
  const { entries } = await list(svcId)
  const id = entries[0]?.id ?? ''
  const show = (who: string, of: string, environment: 'production' | 'sandbox' = 'production') =>
    showAccess(world.citizen(who, environment), { id: of }, world.accesses)
  expect(entries[0]?.read_again?.times).toBe(1)
  expect(await show(svcId, id)).toEqual(entries[0])
  const refused: [who: string, of: string, environment?: 'sandbox'][] = [
    [newPerson(), id],
    [svcId, id, 'sandbox'],
    [svcId, id.replace(first, screening)],
    [svcId, 'x'],
  ]
  for (const question of refused) await expect(show(...question)).rejects.toMatchObject({ code: 'not_found' })
})

test('pages follow one another without a gap or a repetition, over days', async () => {
  const svcId = newPerson()
  const times = Array.from({ length: 25 }, (_, index) => world.clock.now() - index * 2 * 3_600_000)
  // Some at the same instant: the id decides.
  for (const atMs of [...times.slice(0, 12), ...times.slice(0, 12)])
    await world.read({ svcId, atMs: Math.max(atMs, Date.UTC(2026, 2, 14)) })
  const all = (await list(svcId, { limit: '100' })).entries.map(({ id }) => id)
  expect(all).toHaveLength(24)
  const paged: string[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < 10; page++) {
    const found: Awaited<ReturnType<typeof list>> = await list(svcId, { limit: '7', cursor })
    paged.push(...found.entries.map(({ id }) => id))
    cursor = found.next_cursor
  }
  expect(paged).toEqual(all)
})

test('a cursor belongs to its citizen and its filter', async () => {
  const [svcId, other] = [newPerson(), newPerson()]
  for (let index = 0; index < 3; index++) await world.read({ svcId })
  const cursor = (await list(svcId, { limit: '1', service: 'kyc_validation' })).next_cursor ?? ''
  const refused = (act: Promise<unknown>) =>
    expect(act).rejects.toMatchObject({ code: 'invalid_request', context: { field: 'cursor' } })
  expect((await list(svcId, { limit: '1', service: 'kyc_validation', cursor })).entries).toHaveLength(1)
  await refused(list(other, { service: 'kyc_validation', cursor }))
  await refused(list(svcId, { cursor }))
  await refused(list(svcId, { service: 'kyc_validation', cursor: `${cursor}A` }))
  await refused(list(svcId, { cursor: 'x'.repeat(199) }))
})

test('the filters are time, service, organization and purpose', async () => {
  const svcId = newPerson()
  const yesterdayMs = world.clock.now() - 86_400_000
  await world.read({ svcId, atMs: yesterdayMs, service: 'age_verification' })
  await world.read({ svcId, application: 'Caisse', purpose: 'fraud_prevention' })
  await world.read({ svcId, service: 'credit_scoring' })
  expect(await servicesOf(svcId, { to: '2026-03-14' })).toEqual(['age_verification'])
  expect(await servicesOf(svcId, { from: '2026-03-15', purpose: 'fraud_prevention' })).toEqual([
    'kyc_validation',
  ])
  expect(await servicesOf(svcId, { from: '2026-03-15T12:00:00.001Z' })).toEqual([])
  expect(await servicesOf(svcId, { organization: 'Boutique' })).toEqual(['kyc_validation'])
  expect(await servicesOf(svcId, { service: 'credit_scoring' })).toEqual(['credit_scoring'])
})

test.each<[string, AccessQuery]>([
  ['service', { service: 'aml_screening' }],
  ['from', { from: 'yesterday' }],
  ['from', { from: '2026-02-31T99:00:00Z' }],
  ['from', { from: '2026-02-30' }],
  ['to', { to: '2026-02-30T10:00:00Z' }],
  ['to', { to: '2026-13-01' }],
  ['limit', { limit: '0' }],
  ['limit', { limit: '101' }],
  ['purpose', { purpose: 'a\0b' }],
  ['organization', { organization: 'x'.repeat(201) }],
])('a wrong %s is refused: %j', async (field, query) => {
  await expect(list(newPerson(), query)).rejects.toBeInstanceOf(Refusal)
  await expect(list(newPerson(), query)).rejects.toMatchObject({ context: { field } })
})

test('only a citizen reads the own log', async () => {
  const operator = { kind: 'operator', name: 'amina', roles: ['supervisor'] } as const
  await expect(listAccesses(operator, {}, world.accesses)).rejects.toMatchObject({ code: 'not_permitted' })
})

test('each partition is read by the index of the subject, and never scanned', async () => {
  const { pool } = world.database
  const filled: string[] = []
  for (let week = 1; week <= 6; week++) {
    const atMs = world.clock.now() - week * 7 * 86_400_000
    await pool.query(`select create_partition('audit_entries', $1)`, [dayOf(atMs)])
    filled.push(`audit_entries_${dayOf(atMs).replaceAll('-', '')}`)
    await pool.query(
      `insert into audit_entries (application_id, day, entry_id, at, service, result_id, subject)
       select 'app_Guichet', $1::date, 'x' || n, $1::date + n * interval '1 s', 'kyc_validation', 'x', sha256(n::text::bytea)
       from generate_series(1, 800) as n`,
      [dayOf(atMs)],
    )
  }
  await pool.query('analyze audit_entries')
  const bounds = ['2025-03-15', '2026-03-16', new Date(0), new Date(world.clock.now())]
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${accessStatement}`, [
    ...[Buffer.alloc(32), 'production', ...bounds, null, null, null, 'infinity', 'infinity', '', 51],
  ])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // An empty partition may be scanned.
  for (const partition of filled) {
    expect(plan).toContain(`Scan Backward using ${partition}_subject_day_at_entry_id_idx`)
    expect(plan).toContain(`Bitmap Index Scan on ${partition}_read_ids_idx`)
    expect(plan).not.toContain(`Seq Scan on ${partition}`)
  }
})
