import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { pseudonym } from '../../app/audit/index.ts'
import type { NamedDatabase } from '../../gateway/acts/index.ts'
import { inRegisterTransaction, writeCitizensIn } from '../../register/register/index.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { borrower, request, startCredit } from './credit-world.fixture.ts'
import { groupsOfCitizens } from './groups-of-citizens.ts'
import { type MonitoringRequest, monitorScores } from './monitor-scores.ts'

let world: Awaited<ReturnType<typeof startCredit>>
beforeAll(async () => {
  world = await startCredit()
})
afterAll(() => world.stop())

const auditor: Actor = { kind: 'operator', name: 'dora', roles: ['auditor'] }
const monitor = (
  changes: Partial<MonitoringRequest> = {},
  actor = auditor,
  cells: readonly NamedDatabase[] = [],
  more: { maxScores?: number; vault?: typeof world.vault } = {},
) => {
  const { vault, subjectKey, clock, scorecards } = world
  return monitorScores(
    actor,
    { environment: 'sandbox', days: 40, version: null, cutoff: 580, outcomes: [], ...changes },
    {
      pool: world.database.pool,
      databases: () => [{ name: 'home', pool: world.database.pool }, ...cells],
      registerPool: world.database.pool,
      ...{ clock, vault, subjectKey, scorecards, ...more },
    },
  )
}

test('a report reads the scores of its time and environment, with outcomes by score and by citizen', async () => {
  const before = (await monitor()).figures
  const application = world.newApplication()
  world.facts.records = { telecom: { sim_age_months: 80, number_changes_24m: 0 } }
  const scored = [await world.call(application, request()), await world.call(application, request())]
  const [first] = scored
  world.facts.records = {}
  const thin = await world.call(application, request())

  const { figures, unusedOutcomes } = await monitor({
    outcomes: [
      { scoreId: first?.json.id as string, defaulted: true },
      { svcId: borrower, defaulted: false },
      { svcId: 'COD-9999-9999-9999', defaulted: true },
    ],
  })
  expect(figures.scores).toBe(before.scores + 3)
  expect(figures.thinFiles).toBe(before.thinFiles + 1)
  expect([figures.known, unusedOutcomes]).toEqual([2, 1])
  // The newest score of the citizen is the thin file.
  const sorted = [first, thin].map((answer) => answer?.json.score)
  expect([...(figures.outcomes?.scores ?? [])].toSorted()).toEqual(sorted.toSorted())
  expect((await monitor({ environment: 'production' })).figures.scores).toBe(0)
})

/** Moves the scores of an application to a cell. */
const moveScores = async ({ applicationId }: { applicationId: string }, cell: TestDatabase) => {
  const found = `from credit_score_records where application_id = '${applicationId}'`
  const { rows } = await world.database.pool.query(`select *, day::text as day ${found}`)
  for (const row of rows) {
    await cell.pool.query(`select create_partition('credit_score_records', $1)`, [row.day])
    await cell.pool.query(
      `insert into credit_score_records (application_id, day, score_id, environment, citizen, scored_at, sealed_basis)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      ['application_id', 'day', 'score_id', 'environment', 'citizen', 'scored_at', 'sealed_basis'].map(
        (name) => row[name],
      ),
    )
  }
  await world.database.pool.query(`delete ${found}`)
  return rows.map((row) => row.score_id as string)
}

test('a report has the newest scores of all databases, and opens no older ones of the next database', async () => {
  const [older, newer] = [await createTestDatabase(), await createTestDatabase()]
  try {
    const inOlder = world.newApplication()
    const inHome = world.newApplication()
    const inNewer = world.newApplication()
    for (const application of [inOlder, inOlder, inHome, inHome, inHome, inNewer])
      await world.call(application, request())
    await moveScores(inOlder, older)
    const [newestId] = await moveScores(inNewer, newer)
    let opened = 0
    const open = (...given: Parameters<typeof world.vault.open>) => {
      opened++
      return world.vault.open(...given)
    }
    const vault = { ...world.vault, open }
    const cells = [
      { name: 'newer', pool: newer.pool },
      { name: 'older', pool: older.pool },
    ]
    const outcomes = [{ scoreId: newestId as string, defaulted: true }]
    const read = await monitor({ outcomes }, auditor, cells, { maxScores: 2, vault })
    expect(read).toMatchObject({ scores: 2, isCut: true, unusedOutcomes: 0 })
    // Two of home and one more, which says that there are more; one of the newer cell, and none of the older one.
    expect(opened).toBe(4)
  } finally {
    await older.drop()
    await newer.drop()
  }
})

test('a report has the scores of a cell, and names a cell that cannot be read', async () => {
  const [inCell, inHome] = [world.newApplication(), world.newApplication()]
  world.facts.records = {}
  const older = await world.call(inCell, request())
  await world.call(inHome, request())
  const before = await monitor()
  const cell = await createTestDatabase()
  try {
    expect(await moveScores(inCell, cell)).toEqual([older.json.id])
    const north = { name: 'north', pool: cell.pool }
    // The newest score of the citizen is that of home.
    const outcomes = [{ svcId: borrower, defaulted: true }]
    const after = await monitor({ outcomes }, auditor, [north])
    expect(after).toMatchObject({ scores: before.scores, unusedOutcomes: 0 })
    expect(after).not.toHaveProperty('unread')
    const away = await monitor({}, auditor, [{ ...north, pool: null }])
    expect(away).toMatchObject({ scores: before.scores - 1, unread: ['north'] })
    const entry = await world.database.pool.query(
      `select after from acts where action = 'credit_scores.monitor' order by act_number desc limit 1`,
    )
    expect(entry.rows).toMatchObject([{ after: { unread: ['north'] } }])
  } finally {
    await cell.drop()
  }
})

test('a report is in the audit log, needs a role and a known version', async () => {
  await monitor()
  const { rows } = await world.database.pool.query(
    `select actor, after from acts where action = 'credit_scores.monitor' limit 1`,
  )
  expect(rows).toEqual([{ actor: 'dora', after: expect.objectContaining({ environment: 'sandbox' }) }])
  const investigator: Actor = { kind: 'operator', name: 'amani', roles: ['investigator'] }
  await expect(monitor({}, investigator)).rejects.toMatchObject({ code: 'not_permitted' })
  await expect(monitor({ version: 'other' })).rejects.toMatchObject({ code: 'credit_model_not_found' })
})

test('the groups of a citizen are gender and the province of the primary address', async () => {
  const { pool } = world.database
  const { subjectKey } = world
  const address = { ...testCitizen().addresses[0], is_primary: false, province: 'Ituri' }
  const people = [
    testCitizen({ addresses: [address, ...testCitizen().addresses] as never, documents: [] }),
    testCitizen({ svc_id: 'COD-1111-2222-4444', gender: 'female', addresses: [], documents: [] }),
    testCitizen({ svc_id: 'COD-1111-2222-5555', documents: [] }),
  ].map((one) => ({ ...one, phone_numbers: [], biometrics: { selfie: null, fingerprints: [], iris: [] } }))
  await inRegisterTransaction(pool, (client) => writeCitizensIn(client, people, 'sandbox'), 'durable')
  const [one, other] = people.map(({ svc_id }) => pseudonym(subjectKey, svc_id))
  const wanted = new Set([one as string, other as string])
  expect(Object.fromEntries(await groupsOfCitizens(pool, 'sandbox', { wanted, subjectKey }))).toEqual({
    [one as string]: { gender: 'male', province: 'Kinshasa' },
    [other as string]: { gender: 'female', province: null },
  })
  expect((await groupsOfCitizens(pool, 'production', { wanted, subjectKey })).size).toBe(0)
})
