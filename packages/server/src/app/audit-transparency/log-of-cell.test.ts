import { randomBytes } from 'node:crypto'
import { systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createInstallationSecrets, createVault } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { checkLog } from './check/check-log.ts'
import { newestCheckpoint } from './checkpoints.ts'
import {
  ensureLogKeys,
  hasOtherLog,
  type LogSigners,
  logKeyUse,
  logKeyUseOfCell,
  readLogSigners,
} from './log-key.ts'
import { logOfCell, originOfCellLog } from './log-of-cell.ts'
import { findEntries, proveEntry, verifyEntryProof } from './prove-entry.ts'
import { sequenceStep } from './sequence.ts'
import { createSequencer } from './sequencer.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'

/* Each cell has a log of its own. Home keeps its first keys. */

const random = systemRandom()
const rootKey = randomBytes(32)
const vaultFor = (use: string) => createVault(rootKey, use, random)

let home: TestDatabase
/** A cell, with entries. */
let world: LogWorld
beforeEach(async () => {
  home = await createTestDatabase()
  world = await openLogWorld()
  const secrets = createInstallationSecrets(home.pool, vaultFor(logKeyUse), systemClock)
  await ensureLogKeys({ database: home.pool, secrets, vault: vaultFor(logKeyUse) }, 'log.example/audit')
})
afterEach(() => Promise.all([home.drop(), world.database.drop()]))

const log = logOfCell({ name: 'north', addedAtMs: noon })
const begin = async (name = log): Promise<LogSigners> => {
  const vault = vaultFor(logKeyUseOfCell(name))
  const { pool } = world.database
  const secrets = createInstallationSecrets(home.pool, vault, systemClock)
  const origin = originOfCellLog(await readLogSigners(home.pool, vaultFor(logKeyUse)), name)
  await ensureLogKeys({ database: pool, secrets, vault, logOfCell: name }, origin)
  return readLogSigners(pool, vault)
}
const signersNow = () => readLogSigners(world.database.pool, vaultFor(logKeyUseOfCell(log)))
const sequence = async () => {
  const { pool } = world.database
  const readSigners = signersNow
  while ((await sequenceStep({ pool, random, clock: { now: () => noon }, readSigners })).more);
}
const check = async (
  kept: { keptBy: string; environment: 'sandbox'; text: string }[] = [],
  begunAtMs?: number,
) =>
  checkLog(world.database.pool, {
    ...{ signers: await signersNow(), archive: world.archive, nowMs: noon + 3_600_000 },
    ...{ from: null, to: null, kept, ...(begunAtMs !== undefined && { begunAtMs }) },
  })
const kindsOf = async (...given: Parameters<typeof check>) =>
  (await check(...given)).found.map(({ kind }) => kind)

test('its origin is below that of home, and a proof of its entries verifies with its key alone', async () => {
  const signers = await begin()
  expect(signers.sandbox.name).toBe(`log.example/audit/${log}/sandbox`)
  const [id = ''] = await world.write(1, 'sandbox')
  await sequence()
  const { pool } = world.database
  const [key] = await findEntries(pool, world.archive, { entryId: id, madeAtMs: noon })
  if (!key) throw new Error('no entry')
  const proof = await proveEntry(pool, world.archive, key)
  if (proof.state !== 'proved') throw new Error(proof.state)
  const verified = verifyEntryProof(proof.text, { key: signers.sandbox, witnesses: [] })
  expect(verified).toMatchObject({ origin: signers.sandbox.name, entry: { request_id: id } })
  const ofHome = await readLogSigners(home.pool, vaultFor(logKeyUse))
  expect(() => verifyEntryProof(proof.text, { key: ofHome.sandbox, witnesses: [] })).toThrow()
})

test('a key of home that someone copies into the cell does not sign its log', async () => {
  const { sandbox } = await begin()
  const { rows } = await home.pool.query(
    `select environment, 2 as number, verifier_key, sealed_key from audit_log_keys where environment = 'sandbox'`,
  )
  await world.database.pool.query(
    'insert into audit_log_keys (environment, number, verifier_key, sealed_key) values ($1, $2, $3, $4)',
    Object.values(rows[0]),
  )
  expect((await signersNow()).sandbox).toMatchObject({ name: sandbox.name, refused: [2] })
  await world.write(1, 'sandbox')
  await sequence()
  expect(await kindsOf()).toEqual(['checkpoint_forged'])
})

test('a log that was emptied begins under the same origin, and a checkpoint of before contradicts it', async () => {
  const before = await begin()
  const { pool } = world.database
  await world.write(3, 'sandbox')
  await sequence()
  const text = (await newestCheckpoint(pool, 'sandbox'))?.note ?? ''
  await pool.query(
    'truncate audit_entries, audit_leaves, audit_bundles, audit_tiles, audit_checkpoints, audit_log_keys',
  )
  await pool.query('update audit_trees set size = 0')
  await pool.query('update audit_sequencing set read_until = null, acts_read_until = null')
  const after = await begin()
  expect(after.sandbox.name).toBe(before.sandbox.name)
  await world.write(1, 'sandbox')
  await sequence()
  expect(await kindsOf([{ keptBy: 'The witness', environment: 'sandbox', text }])).toEqual([
    'history_shortened',
  ])
})

test('all entries of the first checkpoint cannot be removed, also with applications that are older than the cell', async () => {
  await begin()
  const { pool } = world.database
  await pool.query(`update applications set created_at = created_at - interval '500 days'`)
  await world.write(2, 'sandbox')
  await sequence()
  await pool.query('delete from audit_entries')
  await pool.query('delete from audit_leaves')
  await pool.query(`update audit_checkpoints set at = at - interval '500 days'`)
  expect(await kindsOf([], noon)).toEqual(['removed', 'removed'])
})

test('a cell that is named again has another log', async () => {
  const first = await begin()
  const again = logOfCell({ name: 'north', addedAtMs: noon + 60_000 })
  expect(again).not.toBe(log)
  const { pool } = world.database
  const isOther = (name: string) => hasOtherLog(pool, vaultFor(logKeyUseOfCell(name)))
  // In the database of before it would not go on.
  expect([await isOther(log), await isOther(again)]).toEqual([false, true])
  await pool.query('truncate audit_log_keys')
  expect(await isOther(again)).toBe(false)
  const second = await begin(again)
  expect(second.sandbox.name).not.toBe(first.sandbox.name)
})

test('a log whose steps fail for a minute must be looked at', async () => {
  const errors: unknown[] = []
  let now = noon
  const sequencer = createSequencer({
    ...{ pool: world.database.pool, random, clock: { now: () => now }, askWitnesses: null },
    // No key opens.
    readSigners: signersNow,
    ...{ onAltered: async () => {}, onMoved: async () => {}, onError: (error) => errors.push(error) },
  })
  await world.write(1, 'sandbox')
  sequencer.start()
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0))
  expect(sequencer.isIntact()).toBe(true)
  now += 61_000
  expect(sequencer.isIntact()).toBe(false)
  await sequencer.stop()
})
