import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingEnded } from '../../register/register/index.ts'
import { defineHomeEffect } from '../../register/register-outbox/index.ts'
import { generateRegister } from '../../register/synthetic-data/index.ts'
import { deleteSynthetic, outboxOf } from '../enrolment/index.ts'
import { type DeskPerson, type DeskWorld, startDeskOfTwoDatabases } from './testing/desk-world.ts'

/** Acts on a register of its own, of which home has not everything yet. */

let world: DeskWorld
let grace: DeskPerson
let odile: DeskPerson
beforeAll(async () => {
  world = await startDeskOfTwoDatabases()
  grace = await world.enrol(['enrolment_officer'])
  odile = await world.enrol(['enrolment_officer'])
})
afterAll(() => world.stop())

let made = 0
const enrolled = async () => {
  const svc_id = `COD-7200-0000-${String(++made).padStart(4, '0')}`
  const answer = await grace.post('/citizens', {
    ...{ svc_id, certified: true, level_of_assurance: 'LOA3', first_name: 'Odette', last_name: 'Kalenga' },
    ...{ date_of_birth: '1990-04-03', gender: 'female' },
  })
  expect(answer.status).toBe(201)
  return svc_id
}

/** Nothing can be carried meanwhile, as after the death of a process. */
const withoutCarrying = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { pool } = world.database
  await pool.query('alter table carried_effects rename to hidden')
  try {
    return await work()
  } finally {
    await pool.query('alter table hidden rename to carried_effects')
  }
}
const waiting = async () => (await world.register.pool.query('select from register_outbox')).rowCount
const statusOf = async (id: string) =>
  (await world.database.pool.query('select status from proposals where proposal_id = $1', [id])).rows[0]
    .status

test('a proposal that was executed cannot be declined, also before home knows it', async () => {
  const path = `/citizens/${await enrolled()}/corrections`
  const body = { changes: { first_name: 'Odile' }, reason: 'A mistake of writing.' }
  const { json } = await grace.post(path, body)
  const { id } = (json as unknown as { proposal: { id: string } }).proposal
  await withoutCarrying(async () => {
    expect((await odile.post(path, body)).json).toMatchObject({
      status: 'executed',
      proposal: { id, status: 'executed', decided_by: odile.name },
    })
    expect(await statusOf(id)).toBe('proposed')
    expect(await waiting()).toBeGreaterThan(0)
  })
  expect(await grace.post(`/proposals/${id}/decline`, { reason: 'No.' })).toMatchObject({ status: 409 })
  expect(await statusOf(id)).toBe('executed')
})

test('a repeated request gets the first answer, also before home has it', async () => {
  const path = `/citizens/${await enrolled()}/status`
  const body = { status: 'suspended', reason: 'An inquiry.' }
  const key = { 'idempotency-key': 'an-inquiry' }
  const first = await withoutCarrying(() => grace.post(path, body, key))
  expect(first.json).toMatchObject({ citizen: { status: 'suspended' } })
  expect((await grace.post(path, body, key)).json).toEqual(first.json)
  // Other tests changed other people before.
  const { rows } = await world.database.pool.query(
    `select count(*)::int as entries from acts where action = 'enrolment.change_status'
     group by subject order by max(act_number) desc limit 1`,
  )
  expect(rows).toEqual([{ entries: 1 }])
})

test('a refusal with an Idempotency-Key is answered while a row cannot be carried', async () => {
  const path = `/citizens/${await enrolled()}/status`
  const body = { status: 'suspended', reason: 'An inquiry.' }
  const missing = { status: 404, json: { error: 'not_found' } }
  const refused = await withoutCarrying(async () => {
    expect(await grace.post(path, body)).toMatchObject({ status: 200 })
    expect(await waiting()).toBeGreaterThan(0)
    const unknown = '/citizens/COD-7299-0000-0001/status'
    expect(await grace.post(unknown, body)).toMatchObject(missing)
    return grace.post(unknown, body, { 'idempotency-key': 'refused' })
  })
  expect(refused).toMatchObject(missing)
})

test('two equal requests at once are one act', async () => {
  const path = `/citizens/${await enrolled()}/corrections`
  const body = { changes: { first_name: 'Odile' }, reason: 'A mistake of writing.' }
  const send = () => grace.post(path, body, { 'idempotency-key': 'at-once' })
  const writer = await world.register.pool.connect()
  await writer.query('begin')
  await writer.query('select pg_advisory_xact_lock($1)', [0x72656769])
  const sent = [send(), send()]
  // Both have read that home has no answer.
  const queued = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect
    .poll(async () => (await world.register.pool.query(queued)).rowCount, { timeout: 10_000 })
    .toBe(2)
  await writer.query('commit')
  writer.release()
  const [first, second] = await Promise.all(sent)
  expect(first).toMatchObject({ json: { status: 'proposed' } })
  expect(second).toMatchObject({ status: first?.status, json: first?.json })
  const id = (first?.json as unknown as { proposal?: { id: string } } | undefined)?.proposal?.id
  const entries = `select from acts where action = 'enrolment.correct_citizen' and after ->> 'proposal' = $1`
  expect((await world.database.pool.query(entries, [id])).rowCount).toBe(1)
})

test('the register writes proposals of its own acts alone', async () => {
  const { pool } = world.database
  const outbox = outboxOf({ ...world.deskNeeds, pool, registerPool: world.register.pool })
  const at = world.platform.clock.now()
  const row = {
    ...{ proposal_id: 'prp_forged', act: 'billing.adjust', subject: 'wallet', organization_id: null },
    ...{ content: {}, subject_version: null, status: 'proposed', proposed_by: 'Nobody' },
    ...{ proposed_account: null, reason: 'none', sealed_reason: null, decided_by: null },
    ...{ proposed_at: new Date(at).toISOString(), expires_at: new Date(at + 1_000).toISOString() },
    ...{ decided_account: null, decided_reason: null, decided_at: null, sealed_decided_reason: null },
  }
  const client = await world.register.pool.connect()
  await outbox.cause(
    client,
    defineHomeEffect('proposal', async () => {}),
    row,
  )
  client.release()
  const carried = await outbox.carry().catch((error: Error) => error.message)
  expect((await pool.query(`select from proposals where proposal_id = 'prp_forged'`)).rowCount).toBe(0)
  const left = await world.register.pool.query(`delete from register_outbox where kind = 'proposal'`)
  expect({ carried, left: left.rowCount }).toEqual({
    ...{ carried: 'the register cannot write a proposal of billing.adjust', left: 1 },
  })
})

test('two people delete generated people', async () => {
  const needs = {
    ...{ ...world.deskNeeds, pool: world.database.pool, registerPool: world.register.pool },
    ...{ ownsSchema: true, rules: { oneAccountMayBeTwo: false }, vault: world.platform.vaultFor('files') },
    endAccessBy: () => async () => nothingEnded,
  }
  const registerOutbox = outboxOf(needs)
  const supervisor = (name: string) =>
    ({ kind: 'operator', name, roles: ['supervisor'], operatorId: name }) as const
  await generateRegister(supervisor('Amina'), { count: 20, seed: 'goma', view: 'production' }, needs)
  const remove = (name: string) =>
    deleteSynthetic(
      supervisor(name),
      { environment: 'production', reason: 'The trial has ended.' },
      { ...needs, registerOutbox },
    )
  expect(await remove('Amina')).toMatchObject({ status: 'proposed', generated: 20, deleted: 0 })
  expect(await remove('Boris')).toMatchObject({ status: 'executed', deleted: 20 })
  const { rows } = await world.database.pool.query(
    `select after ->> 'step' as step from acts where action = 'register.delete_synthetic' order by act_number`,
  )
  expect(rows).toEqual([{ step: 'proposed' }, { step: 'execute' }])
})
