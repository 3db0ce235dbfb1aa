import type { Actor } from '@nani/foundation/core/index.ts'
import { createComingPartitions, deriveKey, readsOfPrimary } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../testing/database.ts'
import { openActCell } from '../../app/cells/index.ts'
import { accessDependencies, sealDispute } from '../../citizens/accesses/index.ts'
import { consentDependencies } from '../../citizens/consents/index.ts'
import { createListCursors } from '../../gateway/acts/index.ts'
import { alarmReadings } from '../../risk/detection/index.ts'
import { createHomeAndCell } from '../../testing/database/home-and-cell.ts'
import { noon, testPlatform } from '../../testing/platform.ts'
import { deskAuditReadings } from './desk-audit.ts'
import { citizenForms } from './forms/citizen-forms.ts'
import { moneyForms } from './forms/money-forms.ts'
import { readQueue } from './queue.ts'
import { searchDesk } from './search.ts'

/** The desk of an installation with a cell: what it reads in all databases. */
let home: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_bank', 'org_shop']))
  for (const [{ pool }, id, minute] of [
    [home, 'app_home', 1],
    [cell, 'app_cell', 2],
    [home, 'app_home', 3],
  ] as const) {
    await pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at) values ($1, 'org_bank', 'Guichet', 'sandbox', '{}', '{}', '{}', 1, now())
       on conflict do nothing`,
      [id],
    )
    await pool.query(
      `insert into acts (at, actor_kind, actor, action, subject)
       values (timestamptz '2026-03-15T12:00:00Z' + $2 * interval '1 minute', 'operator', 'amina', 'applications.update', $1)`,
      [id, minute],
    )
  }
})
afterAll(async () => {
  await home.drop()
  await cell.drop()
})

const auditor: Actor = { kind: 'operator', name: 'amina', roles: ['auditor'], operatorId: 'opr_1' }
const needs = (isAway = false) => ({
  ...testPlatform(home),
  cursors: createListCursors(deriveKey(Buffer.alloc(32, 1), 'cursors')),
  databases: () => [
    { name: 'home', pool: home.pool },
    { name: 'north', pool: isAway ? null : cell.pool },
  ],
})

test('the acts of all logs are one list by time, in pages, and the export is complete or refused', async () => {
  const [list, write] = deskAuditReadings
  const shown = ({ data }: Awaited<ReturnType<typeof list>>) =>
    data.map(({ subject, cell: of = 'home' }) => [subject, of])
  const first = await list(auditor, { action: 'applications.update', limit: 2 }, needs())
  expect(shown(first)).toEqual([
    ['app_home', 'home'],
    ['app_cell', 'north'],
  ])
  const rest = { action: 'applications.update', limit: 2, cursor: `${first.next_cursor}` }
  expect(await list(auditor, rest, needs())).toMatchObject({
    ...{ data: [{ subject: 'app_home' }], next_cursor: null },
  })
  const away = await list(auditor, { action: 'applications.update' }, needs(true))
  expect([shown(away).length, away.unread]).toEqual([2, ['north']])
  const { content } = await write(auditor, { action: 'applications.update' }, needs())
  expect(content.toString().trim().split('\n')).toHaveLength(4)
  await expect(write(auditor, {}, needs(true))).rejects.toMatchObject({
    ...{ code: 'history_incomplete', context: { databases: ['north'] } },
  })
})

test('an application is found in its cell by its id and by its name, and a cell that is away is named', async () => {
  const search = async (q: string, isAway = false) => {
    const { data, unread } = await searchDesk(auditor, { q }, needs(isAway))
    return { found: data.map(({ kind, id }) => `${kind} ${id}`), unread }
  }
  expect(await search('app_cell')).toEqual({ found: ['application app_cell'], unread: undefined })
  expect(await search('guich')).toEqual({
    ...{ found: ['application app_home', 'application app_cell'], unread: undefined },
  })
  expect(await search('app_cell', true)).toEqual({ found: [], unread: ['north'] })
})

test('the queue has the cases of production in all databases, and names a cell that does not answer', async () => {
  const report = ({ pool }: TestDatabase, id: string, hour: number) =>
    pool.query(
      `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at, through_alias,
         parties, has_identified_party, evidence_count, due_at)
       values ('app_one', $1, 'production', $1, 'phishing', timestamptz '2026-03-15T00:00:00Z' + $2 * interval '1 hour', now(),
         false, '{}', false, 0, timestamptz '2026-03-14T00:00:00Z')`,
      [id, hour],
    )
  await report(home, 'frd_home', 2)
  await report(cell, 'frd_cell', 1)
  const investigator: Actor = {
    kind: 'operator',
    name: 'baraka',
    roles: ['investigator'],
    operatorId: 'opr_2',
  }
  const read = async (isAway: boolean) => {
    const queue = { ...needs(isAway), declarationOf: () => undefined, twoPeople: true }
    const { counts, parts, data, unread } = await readQueue(investigator, {}, queue)
    return { cases: counts.case, late: parts.late, found: data.map(({ id }) => id), unread }
  }
  expect(await read(false)).toEqual({ cases: 2, late: 2, found: ['frd_cell', 'frd_home'], unread: undefined })
  expect(await read(true)).toEqual({ cases: 1, late: 1, found: ['frd_home'], unread: ['north'] })
  const { data } = await searchDesk(investigator, { q: 'frd_cell' }, needs())
  expect(data).toMatchObject([{ kind: 'case', id: 'frd_cell' }])
})

test('the alarms of all databases are one list by time', async () => {
  const [list] = alarmReadings
  for (const [{ pool }, minute] of [
    [home, 1],
    [cell, 2],
    [home, 3],
  ] as const)
    await pool.query(
      `insert into alarms (application_id, kind, hour, raised_at, details)
       values ('app_' || $1::integer, 'identifier_volume', now(), timestamptz '2026-03-15T12:00:00Z' + $1::integer * interval '1 minute', '{}')`,
      [minute],
    )
  const read = (isAway: boolean, cursor?: string | null) =>
    list(auditor, { from: '2026-03-15', limit: 2, ...(cursor && { cursor }) }, needs(isAway))
  const first = await read(false)
  expect(first.data.map(({ application_id }) => application_id)).toEqual(['app_3', 'app_2'])
  const rest = await read(false, first.next_cursor)
  expect(rest.data.map(({ application_id }) => application_id)).toEqual(['app_1'])
  expect(await read(true)).toMatchObject({ data: [{ application_id: 'app_3' }, {}], unread: ['north'] })
})

test('many objects of home do not hide the one of a cell whose id was typed', async () => {
  await home.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     select 'app_many_' || n, organization_id, 'app_cell ' || n, environment, services, scopes, purposes, burst_per_second, created_at
     from applications, generate_series(1, 20) n where application_id = 'app_home'`,
  )
  try {
    const { data } = await searchDesk(auditor, { q: 'app_cell' }, needs())
    expect([data.length, data[0]?.id]).toEqual([20, 'app_cell'])
  } finally {
    await home.pool.query(`delete from applications where application_id like 'app_many_%'`)
  }
})

/** A dispute and a consent of the application in a database. */
const write = async ({ pool }: TestDatabase, application: string, minute: number) => {
  const at = new Date(Date.UTC(2026, 2, 15, 12, minute))
  const id = `dsp_${application}`
  const sealed = sealDispute(platform.vaultFor('access-disputes'), 'Pourquoi ?', {
    ...{ application_id: application, dispute_id: id },
  })
  await pool.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at, service,
       scopes, sealed_text, created_at, changed_at)
     values ($1, $2, 'sandbox', '\\x01', 'kyc_1', $4, $3, 'kyc_validation', '{}', $5, $3, $3)`,
    [application, id, at, at.toISOString().slice(0, 10), sealed],
  )
  const record = { application_id: application, record_id: `cnr_${application}` }
  const details = { svc_id: 'COD-0000-0000-0008', amount_requested: null, reference: null }
  await pool.query(
    `insert into credit_consents (application_id, record_id, environment, citizen, status, product, sealed_details, created_at,
       answer_by, consent_id, granted_at, lapses_at, due_status, due_at, changed_at)
     values ($1, $2, 'sandbox', '\\x01', 'approved', 'bnpl', $3, $4, $4, $5, $4, $6, 'expired', $6, $4)`,
    [
      ...[application, record.record_id],
      platform
        .vaultFor('consents')
        .seal(Buffer.from(JSON.stringify(details)), `consent details:${application}:${record.record_id}`),
      ...[at, `cns_${application}`, new Date(at.getTime() + 30 * 86_400_000)],
    ],
  )
}

let platform: ReturnType<typeof testPlatform>
const supervisor: Actor = {
  ...{ kind: 'operator', name: 'boris', roles: ['supervisor'], operatorId: 'opr_2' },
}

test('disputes of all databases are one list, and each is read and answered in the database that has it', async () => {
  platform = testPlatform(home)
  for (const [database, application, minute] of [
    [home, 'app_home', 1],
    [cell, 'app_cell', 2],
  ] as const) {
    await createComingPartitions(database.pool, platform.clock.now())
    await write(database, application, minute)
  }
  const ofCell = { ...platform, pool: cell.pool, reads: readsOfPrimary(cell.pool) }
  const actCell = openActCell({ ...ofCell, name: 'north', home: home.pool })
  const context = { pool: cell.pool, cell: actCell, consents: consentDependencies(ofCell) }
  let isAway = false
  const north = () => ({ name: 'north', cell: isAway ? null : context })
  const forms = citizenForms({
    ...{ pool: home.pool, accesses: accessDependencies(platform), consents: consentDependencies(platform) },
    cursors: createListCursors(deriveKey(Buffer.alloc(32, 1), 'cursors')),
    places: { all: () => [north()], findApplication: (id) => (id === 'app_cell' ? north() : null) },
  })
  const run = (route: string, input: object) =>
    forms
      .find(({ declaration }) => declaration.routes.operator === route)
      ?.run(supervisor, input) as Promise<{
      data: { id: string }[]
      next_cursor: string | null
      unread?: string[]
      status: string
    }>
  const list = async (input: object) => {
    const { data, next_cursor, unread } = await run('GET /disputes', input)
    return { ids: data.map(({ id }) => id), next_cursor, unread }
  }
  const all = ['dsp_app_cell', 'dsp_app_home']
  expect(await list({})).toEqual({ ids: all, next_cursor: null, unread: undefined })
  const first = await list({ limit: 1 })
  expect(first.ids).toEqual(['dsp_app_cell'])
  expect(await list({ limit: 1, cursor: first.next_cursor })).toMatchObject({ ids: ['dsp_app_home'] })
  const queued = async () => {
    const queue = await readQueue(
      { ...supervisor, roles: ['reviewer'] } as Actor,
      {},
      { ...needs(isAway), declarationOf: () => undefined, twoPeople: true },
    )
    return [queue.counts.dispute, queue.data.map(({ id }) => id), queue.unread]
  }
  expect(await queued()).toEqual([2, all.toReversed(), undefined])

  expect(await run('GET /disputes/{id}', { id: 'dsp_app_cell' })).toMatchObject({ text: 'Pourquoi ?' })
  const answered = { id: 'dsp_app_cell', text: 'Nous répondons.' }
  expect(await run('POST /disputes/{id}/answers', answered)).toMatchObject({ status: 'answered' })
  const revoked = { id: 'cns_app_cell', reason: 'Fraude' }
  expect(await run('POST /consents/{id}/revoke', revoked)).toMatchObject({ status: 'revoked' })
  const acts = async ({ pool }: TestDatabase) =>
    (await pool.query(`select action from acts where actor = 'boris' order by act_number`)).rows.map(
      ({ action }) => action,
    )
  expect([await acts(home), await acts(cell)]).toEqual([
    [],
    ['disputes.show', 'disputes.answer', 'consents.revoke'],
  ])
  await expect(run('GET /disputes/{id}', { id: 'dsp_none' })).rejects.toMatchObject({
    code: 'dispute_not_found',
  })

  isAway = true
  expect(await list({})).toMatchObject({ ids: ['dsp_app_home'], unread: ['north'] })
  expect(await queued()).toEqual([1, ['dsp_app_home'], ['north']])
  await expect(run('POST /consents/{id}/revoke', revoked)).rejects.toMatchObject({ code: 'overloaded' })
  expect(await run('GET /disputes/{id}', { id: 'dsp_app_home' })).toMatchObject({ text: 'Pourquoi ?' })
})

const officer: Actor = { ...auditor, roles: ['billing_officer'] }

const actCell = () =>
  openActCell({
    ...{ name: 'north', pool: cell.pool, home: home.pool, clock: testPlatform(home).clock },
    ...{ rootKey: Buffer.alloc(32, 7), log() {} },
  })

/** The acts of money at the desk. The money of `org_bank` is in the cell. */
const money = (isAway = false) => {
  const place = isAway ? null : { pool: cell.pool, cell: actCell() }
  const acts = moneyForms({ ...testPlatform(home), paymentProvider: null }, needs().cursors, {
    places: {
      find: async (id) => (id === 'org_bank' ? { name: 'north', cell: place, withMoney: true } : null),
    },
    databases: needs(isAway).databases,
  })
  return async (name: string, input: object) => {
    const act = acts.find(({ declaration }) => declaration.name === name)
    return (await act?.run(officer, input)) as {
      data: Record<string, string>[]
      next_cursor: string | null
      unread?: string[]
    }
  }
}

test('lists of money have the rows of all databases in their order, in pages, and an act finds the one that has its object', async () => {
  const proposal = (pool: TestDatabase['pool'], id: string, organization: string, minute: number) =>
    pool.query(
      `insert into billing_proposals (proposal_id, organization_id, action, command, proposed_by, proposed_at)
       values ($1, $2, 'adjust', '[]', 'boris', $3)`,
      [id, organization, new Date(noon - 3_600_000 + minute * 60_000)],
    )
  await proposal(home.pool, 'prp_1', 'org_shop', 1)
  await proposal(cell.pool, 'prp_2', 'org_bank', 2)
  await proposal(home.pool, 'prp_3', 'org_shop', 3)
  for (const [{ pool }, id] of [
    [home, 'org_shop'],
    [cell, 'org_bank'],
  ] as const)
    await pool.query(
      `insert into billing_wallets (organization_id, wallet_id, mode, currency, updated_at) values ($1, $1, 'prepaid', 'USD', now())`,
      [id],
    )
  const read = money()
  const ids = ({ data }: Awaited<ReturnType<typeof read>>) => data.map(({ id }) => id)
  const first = await read('billing.proposals', { limit: 2 })
  expect(ids(first)).toEqual(['prp_1', 'prp_2'])
  expect(ids(await read('billing.proposals', { limit: 2, cursor: first.next_cursor }))).toEqual(['prp_3'])
  const { data } = await read('billing.organizations', {})
  expect(data.map(({ organization_id }) => organization_id)).toEqual(['org_bank', 'org_shop'])
  const away = await money(true)('billing.proposals', {})
  expect([ids(away), away.unread]).toEqual([['prp_1', 'prp_3'], ['north']])
  const queue = await readQueue(
    officer,
    {},
    { ...needs(true), declarationOf: () => undefined, twoPeople: false },
  )
  expect([queue.counts.proposal, queue.unread]).toEqual([2, ['north']])

  // A disabled person is disabled in home.
  await home.pool.query(
    `insert into operators (operator_id, name, name_key, email, roles, created_at, invited_by, disabled_at)
     values ('opr_boris', 'boris', 'boris', 'boris@x', '{}', now(), 'amina', now())`,
  )
  expect(ids(await read('billing.proposals', {}))).toEqual([])
  const decline = (isAway = false) =>
    money(isAway)('billing.decline_proposal', { id: 'prp_2', reason: 'wrong' })
  await expect(decline(true)).rejects.toMatchObject({ code: 'history_incomplete' })
  expect(await decline()).toMatchObject({ status: 'declined', organization_id: 'org_bank' })
  const declined = (pool: TestDatabase['pool']) =>
    pool.query(`select from acts where action = 'billing.decline_proposal'`)
  expect([(await declined(cell.pool)).rowCount, (await declined(home.pool)).rowCount]).toEqual([1, 0])
})
