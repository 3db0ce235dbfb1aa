import { afterEach, beforeEach, expect, test } from 'vitest'
import { continueRestoredLog } from './continue-restored-log.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
})
afterEach(() => world.database.drop())

const query = async (sql: string, values: unknown[] = []) =>
  (await world.database.pool.query(sql, values)).rows

const restore = async (): Promise<void> => {
  const client = await world.database.pool.connect()
  await client.query('begin')
  await continueRestoredLog(client)
  await client.query('commit')
  client.release()
}

test.each([
  ['a little higher than', 20],
  ['far higher than', 2 ** 40],
  ['lower than', -100],
])(
  'a restored log whose transactions had numbers %s those of this server loses and repeats nothing',
  async (_name, shift) => {
    await world.write(3)
    await world.act(3)
    await world.sequence()
    const [waiting] = await world.write(1)
    const [act] = await world.act(1)
    const [now] = await query('select pg_current_xact_id()::text as number')
    const until = Number(now?.number) + shift
    await query('update audit_entries set written_in = $1::text::xid8', [until - 1])
    await query('update audit_entries set written_in = $1::text::xid8 where entry_id = $2', [
      until + 1,
      waiting,
    ])
    await query('update acts set written_in = $1::text::xid8', [until - 1])
    await query('update acts set written_in = $1::text::xid8 where act_number = $2', [until + 1, act])
    await query('update audit_sequencing set read_until = $1, acts_read_until = $1', [`${until}:${until}:`])
    await restore()
    await world.write(2)
    await world.act(2)
    for (let transactions = 0; transactions < 30; transactions++) await query('select pg_current_xact_id()')
    await world.sequence()
    expect(await world.check()).toMatchObject({ entries: 6, acts: 6, waiting: 0, findings: 0 })
  },
)

test('a restored log that still swept goes on with it', async () => {
  const ids = await world.write(3)
  await query(
    "update audit_sequencing set read_until = '5:5:', read_at = '2026-03-15 12:00Z', sweep_day = '2026-03-01', sweep_application = 'a', sweep_entry = 'b'",
  )
  await restore()
  expect(await query('select sweep_day::text, sweep_application, sweep_entry from audit_sequencing')).toEqual(
    [{ sweep_day: '2026-03-01', sweep_application: 'a', sweep_entry: 'b' }],
  )
  await world.sequence()
  expect(await world.check()).toMatchObject({ entries: ids.length, waiting: 0, findings: 0 })
})

test('a log that no step has begun is restored as one', async () => {
  await world.write(2)
  await world.act(1)
  await restore()
  expect(await query('select read_until, acts_read_until from audit_sequencing')).toEqual([
    { read_until: null, acts_read_until: null },
  ])
  await world.sequence()
  expect(await world.check()).toMatchObject({ entries: 2, acts: 1, waiting: 0, findings: 0 })
})
