import { systemRandom } from '@nani/foundation/core/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyOfDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import type { Moved } from './continue-elsewhere.ts'
import { createSequencer } from './sequencer.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'

/* A copy that a tool of the database made is started as the installation, and not with `nani restore`. */

let first: LogWorld
let world: LogWorld
/** What no step had taken when the copy was made. */
let waiting: { entry: string | undefined; act: string | undefined }
beforeEach(async () => {
  first = await openLogWorld()
  await first.write(3)
  await first.act(2)
  await first.sequence()
  waiting = { entry: (await first.write(1))[0], act: (await first.act(1))[0] }
  world = await openLogWorld({ signers: first.signers, copied: await copyOfDatabase(first.database) })
})
afterEach(() => Promise.all([first.database.drop(), world.database.drop()]))

const query = async (sql: string, values: unknown[] = []) =>
  (await world.database.pool.query(sql, values)).rows

test.each([
  ['a little higher than', 20],
  ['far higher than', 2 ** 40],
  ['lower than', -100],
])(
  'a copy whose transactions had numbers %s those of its server loses and repeats nothing, and has an act of its move',
  async (_name, shift) => {
    const [now] = await query('select pg_current_xact_id()::text as number')
    const until = Number(now?.number) + shift
    await query('update audit_entries set written_in = $1::text::xid8', [until - 1])
    await query('update audit_entries set written_in = $1::text::xid8 where entry_id = $2', [
      until + 1,
      waiting.entry,
    ])
    await query('update acts set written_in = $1::text::xid8', [until - 1])
    await query('update acts set written_in = $1::text::xid8 where act_number = $2', [until + 1, waiting.act])
    await query('update audit_sequencing set read_until = $1, acts_read_until = $1', [`${until}:${until}:`])
    await world.write(2)
    await world.act(2)
    for (let transactions = 0; transactions < 30; transactions++) await query('select pg_current_xact_id()')

    await world.sequence()
    await world.write(1)
    await world.sequence()

    expect(await world.check()).toMatchObject({
      ...{ entries: 7, acts: 6, waiting: 0, findings: 0 },
      moves: [{ act: 'act_6', production: 5, sandbox: 0, last_step_at: '2026-03-15T12:00:00.000Z' }],
    })
  },
)

test('a sequencer that starts on a copy says so once, and one on the same database never', async () => {
  const moves: Moved[] = []
  const errors: unknown[] = []
  const sequencer = () =>
    createSequencer({
      ...{ pool: world.database.pool, clock: { now: () => noon }, random: systemRandom() },
      readSigners: async () => world.signers,
      askWitnesses: null,
      onAltered: async () => {},
      onMoved: async (moved) => void moves.push(moved),
      onError: (error) => errors.push(error),
    })
  for (let start = 0; start < 2; start++) {
    const running = sequencer()
    running.start()
    await expect.poll(async () => (await world.check()).waiting).toBe(0)
    await running.stop()
  }

  expect([moves.length, errors]).toEqual([1, []])
  expect(moves[0]).toMatchObject({ production: 5, sandbox: 0 })
})

test('the first step after an upgrade notes where it is, and is no move', async () => {
  await query('update audit_sequencing set read_in = null')
  await world.sequence()
  expect((await world.check()).moves).toEqual([])
  expect(await query('select read_in = database_identity() as is_here from audit_sequencing')).toEqual([
    { is_here: true },
  ])
})
