import { randomBytes } from 'node:crypto'
import {
  newPrivateKey,
  openCheckpoint,
  openSigner,
  readVerifierKey,
  signCheckpoint,
  verifierKey,
} from '@nani/engines/transparency-log/index.ts'
import { systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createInstallationSecrets, createVault } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../testing/noon.ts'
import { checkLog } from './check/check-log.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { ensureLogKeys, logKeyUse, publicKeysOf, readLogSigners } from './log-key.ts'
import { logResource } from './log-resource.ts'
import { findEntries, proveEntry, verifyEntryProof } from './prove-entry.ts'
import { rotateLogKeys } from './rotate-log-key.ts'
import { AlteredTree, type SequencerDependencies, sequenceStep } from './sequence.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'

const random = systemRandom()
const rootKey = randomBytes(32)
const vaultFor = (use: string) => createVault(rootKey, use, random)
const vault = vaultFor(logKeyUse)
const operator = { kind: 'operator', name: 'amina', roles: ['supervisor'] } as const

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
  const { pool } = world.database
  const secrets = createInstallationSecrets(pool, vault, systemClock)
  await ensureLogKeys({ database: pool, secrets, vault }, 'log.example/audit')
})
afterEach(() => world.database.drop())

/** Appends an entry. Returns its id and the newest checkpoint. */
const append = async () => {
  const { pool } = world.database
  const [id = ''] = await world.write(1)
  const clock = { now: () => noon }
  const readSigners: SequencerDependencies['readSigners'] = (database) => readLogSigners(database, vault)
  while ((await sequenceStep({ pool, clock, random, readSigners })).more);
  return { id, note: (await newestCheckpoint(pool, 'production'))?.note ?? '' }
}
const keys = async () => (await publicKeysOf(world.database.pool, 'production'))?.trim().split('\n') ?? []
const rotate = () =>
  rotateLogKeys(
    operator,
    { environments: ['production'], overlap_days: 30 },
    { pool: world.database.pool, clock: systemClock, vaultFor },
  )
const isOf = (note: string, key = '') => {
  try {
    return openCheckpoint(note, readVerifierKey(key)).checkpoint.size > 0
  } catch {
    return false
  }
}

test('after a rotation both keys sign, then the new one alone; the origin stays, and all keys are public', async () => {
  const { pool } = world.database
  const before = await append()
  const [old = ''] = await keys()
  const [rotated] = await rotate()
  expect(await keys()).toEqual([rotated?.key, old])
  expect(rotated?.previous).toBe(old)
  expect(readVerifierKey(rotated?.key ?? '').name).toBe('log.example/audit/production')

  const during = await append()
  expect([isOf(during.note, old), isOf(during.note, rotated?.key)]).toEqual([true, true])
  const [entry] = await findEntries(pool, world.archive, { entryId: during.id, madeAtMs: noon })
  const proof = entry && (await proveEntry(pool, world.archive, entry))
  for (const key of [old, rotated?.key ?? ''])
    expect(
      verifyEntryProof(proof?.state === 'proved' ? proof.text : '', {
        key: readVerifierKey(key),
        witnesses: [],
      }),
    ).toMatchObject({ entry: { entry_id: during.id } })

  await pool.query(
    "update audit_log_keys set signs_until = now() - interval '1 second' where signs_until is not null",
  )
  const after = await append()
  expect([isOf(after.note, old), isOf(after.note, rotated?.key)]).toEqual([false, true])

  const signers = await readLogSigners(pool, vault)
  const kept = { keptBy: 'auditor', environment: 'production' as const, text: before.note }
  const report = await checkLog(pool, {
    signers,
    archive: world.archive,
    nowMs: noon,
    from: null,
    to: null,
    kept: [kept],
  })
  expect(report).toMatchObject({ entries: 3, found: [] })
  expect((await logResource(pool, 'production/keys'))?.body.toString()).toBe(`${rotated?.key}\n${old}\n`)
})

test('a start after a rotation makes no key', async () => {
  await rotate()
  const { pool } = world.database
  const both = await keys()
  const secrets = createInstallationSecrets(pool, vault, systemClock)
  await ensureLogKeys({ database: pool, secrets, vault }, null)
  expect(await keys()).toEqual(both)
})

const check = async () =>
  checkLog(world.database.pool, {
    ...{ signers: await readLogSigners(world.database.pool, vault), archive: world.archive },
    ...{ nowMs: noon, from: null, to: null, kept: [] },
  })

test('a planted row of keys signs nothing, stops nothing and is found', async () => {
  await append()
  const origin = 'log.example/audit/production'
  const planted = openSigner(origin, 'ed25519', newPrivateKey())
  const sql = `insert into audit_log_keys (environment, number, verifier_key, sealed_key, signs_until)
    select 'production', $1, $2, sealed_key, $3 from audit_log_keys where environment = 'production' and number = 1`
  const { pool } = world.database
  await pool.query(sql, [7, 'garbage', null])
  await pool.query(sql, [6, verifierKey(planted), new Date()])
  const { note } = await append()
  const [own = ''] = (await keys()).slice(-1)
  expect([isOf(note, own), isOf(note, verifierKey(planted))]).toEqual([true, false])
  const { found } = await check()
  expect(found.map(({ kind, message }) => [kind, /key (\d)/.exec(message)?.[1]])).toEqual([
    ['checkpoint_forged', '7'],
    ['checkpoint_forged', '6'],
  ])
})

test('an earlier key signs no newest checkpoint once a later key has signed', async () => {
  const { pool } = world.database
  await append()
  const [old] = [(await readLogSigners(pool, vault)).production]
  await rotate()
  await pool.query(
    "update audit_log_keys set signs_until = now() - interval '1 second' where signs_until is not null",
  )
  // No checkpoint was made since the rotation.
  expect((await check()).found).toEqual([])
  await append()
  expect((await check()).found).toEqual([])
  const newest = await newestCheckpoint(pool, 'production')
  const head = { origin: old.name, size: newest?.size ?? 0, root: newest?.root ?? Buffer.alloc(0) }
  await pool.query(
    "insert into audit_checkpoints (environment, size, root, note, at) values ('production', $1, $2, $3, now())",
    [head.size + 1, head.root, signCheckpoint({ ...head, size: head.size + 1 }, old)],
  )
  const { found } = await check()
  expect(found.map(({ message }) => message).join()).toContain(
    'not signed by a key of the log that signs now',
  )
  await expect(append()).rejects.toThrow(AlteredTree)
})
