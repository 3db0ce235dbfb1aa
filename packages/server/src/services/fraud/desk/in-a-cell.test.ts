import { dayMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { openActCell } from '../../../app/cells/index.ts'
import type { ActCell } from '../../../gateway/acts/index.ts'
import { createFraudStore, networkKeys } from '../../../risk/fraud-network/index.ts'
import { openCaseNetwork } from '../case-network.ts'
import { fraudSecrets } from '../fraud-secrets.ts'
import { eraseExpiredCases } from '../retention.ts'
import { moveDueCases, stateMs } from '../sandbox/move-due-cases.ts'
import { defaultCaseRetention } from '../settings.ts'
import { decideProposal, proposeDecision, reopenFraudCase, startFraudCase } from './case-acts.ts'
import { deskOfCase } from './desk-of-case.ts'
import { amani, bahati, chanda, type DeskWorld, startDeskWorld, testDesk } from './desk-world.fixture.ts'
import { mergeFraudCase } from './merge-cases.ts'
import { exportFraudCases } from './reading/export-cases.ts'
import { linkFraudCases, listFraudCases, readCaseStatistics, showFraudCase } from './reading/read-cases.ts'

/** The desk of an installation whose cases are in home and in a cell. PostgreSQL copies nothing between these databases. */
let home: TestDatabase
let world: DeskWorld
let cell: ActCell
const away = { isAway: false }
const errors: string[] = []
beforeAll(async () => {
  home = await createDatabaseAtNoon()
  world = await startDeskWorld()
  cell = openActCell({
    ...{ ...world.modes.platform, name: 'north', home: home.pool },
    log: (line) => void errors.push(line),
  })
  // Home has these tables. A statement that looks for them in the cell fails.
  await rows('drop table operators, fraud_network_revision, fraud_network_changes cascade')
})
afterAll(async () => {
  await world.stop()
  await home.drop()
})
beforeEach(() => {
  errors.length = 0
  away.isAway = false
})

const rows = (text: string, values: unknown[] = []) => world.modes.database.pool.query(text, values)
const desks = () => {
  const { pool } = world.modes.platform
  const databases = () => [
    { name: 'home', pool: home.pool },
    { name: 'north', pool: away.isAway ? null : pool },
  ]
  const opened = { registerPool: home.pool, databases }
  return [
    { name: 'home', desk: testDesk(home.pool, world.rootKey, world.clock, opened) },
    {
      name: 'north',
      desk: away.isAway ? null : testDesk(pool, world.rootKey, world.clock, { ...opened, cell }),
    },
  ]
}
const homeDesk = () => {
  const [first] = desks()
  if (!first?.desk) throw new Error('home has no desk')
  return first.desk
}
const deskOf = async (fraud_case: string) => (await deskOfCase(desks(), { fraud_case })) ?? homeDesk()

const svcIds = Array.from({ length: 20 }, (_, at) => `COD-1000-0000-${String(at).padStart(4, '0')}`)
const newSvcId = () => String(svcIds.pop())
const suspect = (value = newSvcId()) => ({ role: 'suspect', identifier: { type: 'svc_id', value } })

const tablesOfCase = ['fraud_cases', 'fraud_case_keys', 'fraud_party_keys', 'fraud_case_entries']
/** Reports a case in the cell, and puts it into home. */
const reportInHome = async (changes: Record<string, unknown>) => {
  const one = await world.report(changes)
  for (const table of tablesOfCase) {
    const { rows: found } = await rows(`select to_jsonb(t)::text as row from ${table} t where case_id = $1`, [
      one.id,
    ])
    for (const { row } of found)
      await home.pool.query(
        `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`,
        [row],
      )
  }
  for (const table of tablesOfCase.toReversed())
    await rows(`delete from ${table} where case_id = $1`, [one.id])
  return one
}

const listed = async (caseNumber: string) => ({
  home: (await home.pool.query('select from fraud_network_parties where case_number = $1', [caseNumber]))
    .rowCount,
  cell: (await rows('select from fraud_network_parties where case_number = $1', [caseNumber])).rowCount,
})
const waiting = async () => (await rows('select from cell_outbox')).rowCount

const confirm = async ({ named, number }: { named: { fraud_case: string }; number: string }) => {
  const despite_mismatch = 'No one in the register has the number.'
  const proposal = { ...named, status: 'confirmed', reason: 'two witnesses', despite_mismatch } as const
  await startFraudCase(amani, named, await deskOf(number))
  await proposeDecision(amani, proposal, await deskOf(number))
  return decideProposal(bahati, { ...named, decision: 'accept', despite_mismatch }, await deskOf(number))
}

test('two people confirm and reopen a case of the cell, and home has it in the fraud network meanwhile', async () => {
  const svcId = newSvcId()
  const one = await world.report({ subject: suspect(svcId) })
  expect(await confirm(one)).toMatchObject({ status: 'confirmed' })
  expect([await listed(one.number), await waiting()]).toEqual([{ home: 1, cell: 0 }, 0])
  // Home has no key of the case, and screens subjects all the same.
  const store = createFraudStore({ ...networkKeys(world.modes.platform), pool: home.pool })
  const subject = { svcId, rccm: null, names: [], dateOfBirth: null, nationality: null }
  const { applicationId } = one.application
  expect((await store.find(subject, { environment: 'sandbox', applicationId })).suspectIn).toMatchObject([
    { caseNumber: one.number },
  ])
  expect((await world.acts(one.number)).map(({ action }) => action)).toEqual([
    ...['cases.start', 'cases.propose', 'cases.decide'],
  ])
  expect((await home.pool.query('select from acts where subject = $1', [one.number])).rowCount).toBe(0)
  expect(await one.current()).toMatchObject({ status: 'confirmed' })
  await reopenFraudCase(chanda, { ...one.named, reason: 'new facts' }, await deskOf(one.id))
  expect([await listed(one.number), errors]).toEqual([{ home: 0, cell: 0 }, []])
})

test('what a person proposed about a case of the cell counts no more when home has disabled the person', async () => {
  const { named, id } = await world.report({ subject: suspect() })
  await startFraudCase(amani, named, await deskOf(id))
  await proposeDecision(
    amani,
    { ...named, status: 'escalated_to_authorities', reason: 'r', despite_mismatch: 'r' },
    await deskOf(id),
  )
  expect((await showFraudCase(amani, named, await deskOf(id))).proposal).not.toBeNull()
  await home.pool.query(
    `insert into operators (operator_id, email, name, name_key, roles, invited_by, created_at, disabled_at)
     values ('opr_1', 'amani@example.cd', 'Amani', 'amani', '{investigator}', 'Chanda', now(), now())`,
  )
  try {
    expect((await showFraudCase(chanda, named, await deskOf(id))).proposal).toBeNull()
    const deciding = decideProposal(bahati, { ...named, decision: 'accept' }, await deskOf(id))
    await expect(deciding).rejects.toMatchObject({ code: 'no_proposal' })
  } finally {
    await home.pool.query('delete from operators')
  }
})

test('decisions that home could not take are carried later, once and in their order', async () => {
  const one = await world.report({ subject: suspect() })
  await home.pool.query('alter table fraud_network_parties add constraint none check (false) not valid')
  expect(await confirm(one)).toMatchObject({ status: 'confirmed' })
  await reopenFraudCase(chanda, { ...one.named, reason: 'new facts' }, await deskOf(one.id))
  expect([await waiting(), await listed(one.number)]).toEqual([2, { home: 0, cell: 0 }])
  expect(errors[0]).toContain('none')
  await home.pool.query('alter table fraud_network_parties drop constraint none')
  await Promise.all([cell.carry(), cell.carry()])
  await cell.carry()
  expect([await waiting(), await listed(one.number)]).toEqual([0, { home: 0, cell: 0 }])
})

test('a sandbox case of the cell changes by itself, and its suspect is in the network of home', async () => {
  const one = await world.report({ type: 'document_forgery', subject: suspect() })
  const { platform, clock } = world.modes
  const moving = {
    ...{ ...platform, ...fraudSecrets(platform), requestsVault: platform.vaultFor('requests') },
    network: openCaseNetwork({ ...platform, registerPool: home.pool, cell }),
    wakeDeliveries() {},
    carry: cell.carry,
    onError: (error: unknown) => void errors.push(String(error)),
  }
  for (const status of ['under_review', 'confirmed']) {
    clock.advance(stateMs)
    await moveDueCases(moving)
    expect(await one.current()).toMatchObject({ status })
  }
  expect([await listed(one.number), await waiting(), errors]).toEqual([{ home: 1, cell: 0 }, 0, []])
  const years = 3_651 * dayMs
  await eraseExpiredCases(world.modes.database.pool, clock.now() + years, {
    ...{ ...defaultCaseRetention, cause: cell.cause },
  })
  await cell.carry()
  expect(await listed(one.number)).toEqual({ home: 0, cell: 0 })
})

test('lists, statistics and links have the cases of all databases, and name one that does not answer', async () => {
  const shared = { subject: suspect() }
  const totalNow = async (isAway: boolean) => {
    away.isAway = isAway
    const { total } = await readCaseStatistics(amani, {}, homeDesk())
    away.isAway = false
    return total
  }
  const before = { all: await totalNow(false), home: await totalNow(true) }
  const inCell = await world.report(shared)
  const inHome = await reportInHome(shared)
  await rows('update fraud_cases set priority = 3 where case_id = $1', [inCell.id])
  await home.pool.query('update fraud_cases set priority = 2 where case_id = $1', [inHome.id])
  const list = async () => {
    const { data, unread } = await listFraudCases(amani, { environment: null, limit: 2 }, homeDesk())
    return { found: data.map(({ case_number }) => case_number), unread, data }
  }
  const { found, unread, data } = await list()
  expect([found, unread]).toEqual([[inCell.number, inHome.number], undefined])
  expect(data.map(({ possible_duplicates }) => possible_duplicates)).toEqual([
    [inHome.number],
    [inCell.number],
  ])
  expect({ all: await totalNow(false), home: await totalNow(true) }).toEqual({
    ...{ all: before.all + 2, home: before.home + 1 },
  })
  for (const one of [inCell, inHome]) {
    const graph = await linkFraudCases(amani, one.named, await deskOf(one.id))
    expect([graph.size, graph.links, graph.unread]).toEqual([
      ...[
        2,
        [
          {
            case_number: one === inCell ? inHome.number : inCell.number,
            reasons: ['identifier'],
            strength: 1,
          },
        ],
      ],
      undefined,
    ])
  }
  expect(await showFraudCase(amani, inHome.named, await deskOf(inHome.id))).toMatchObject({
    ...{ cluster: { size: 2 }, possible_duplicates: [inCell.number] },
  })
  const { data: exported } = await exportFraudCases(amani, { environment: null }, homeDesk())
  expect(exported.map(({ id }) => id)).toEqual(expect.arrayContaining([inCell.id, inHome.id]))

  away.isAway = true
  const partly = await list()
  expect([partly.found[0], partly.unread]).toEqual([inHome.number, ['north']])
  expect((await readCaseStatistics(amani, {}, homeDesk())).unread).toEqual(['north'])
  expect(await linkFraudCases(amani, inHome.named, homeDesk())).toMatchObject({ size: 1, unread: ['north'] })
  const incomplete = { code: 'history_incomplete', context: { databases: ['north'] } }
  await expect(exportFraudCases(amani, { environment: null }, homeDesk())).rejects.toMatchObject(incomplete)
  await expect(deskOf(inCell.id)).rejects.toMatchObject(incomplete)
  // By its id it is the only one. By its number, the cell may have another one.
  expect((await deskOf(inHome.id)).cell).toBeUndefined()
  await expect(deskOf(inHome.number)).rejects.toMatchObject(incomplete)
})

test('a case is merged into one of another database, and two merges in opposite directions make one duplicate', async () => {
  const [inCell, inHome] = [await world.report(), await reportInHome({})]
  const merge = async (one: typeof inCell, into: typeof inCell) =>
    mergeFraudCase(
      amani,
      { ...one.named, into: into.number, reason: 'the same call' },
      await deskOf(one.id),
    ).then(
      ({ duplicate_of }) => duplicate_of,
      ({ code }) => code,
    )
  const done = await Promise.all([merge(inCell, inHome), merge(inHome, inCell)])
  expect(done.filter((one) => one === 'case_is_duplicate')).toHaveLength(1)
  expect([inHome.number, inCell.number]).toContain(done.find((one) => one !== 'case_is_duplicate'))
  expect(await merge(await world.report(), { ...inHome, number: 'RDC-FRD-2026-999999' })).toBe(
    'case_not_found',
  )
})

test('a case that has a duplicate is merged into a third one of another database, and each names the next', async () => {
  const [first, second, third] = [await world.report(), await reportInHome({}), await world.report()]
  const merge = async (one: typeof first, into: typeof first) =>
    mergeFraudCase(amani, { ...one.named, into: into.number, reason: 'the same call' }, await deskOf(one.id))
  await merge(first, second)
  await merge(second, third)
  const next = async (one: typeof first) =>
    (await showFraudCase(amani, one.named, await deskOf(one.id))).duplicate_of
  expect([await next(first), await next(second), await next(third)]).toEqual([
    ...[second.number, third.number, null],
  ])
  await expect(merge(third, first)).rejects.toMatchObject({ code: 'case_is_duplicate' })
})
