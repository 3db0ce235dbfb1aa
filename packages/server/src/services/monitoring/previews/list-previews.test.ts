import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createListCursors, homeAlone } from '../../../gateway/acts/index.ts'
import {
  addPreview,
  failPreview,
  forgetPreviews,
  previewedFiles,
  readEntries,
  readPreviewedEntries,
  renewPreview,
  saveEntries,
} from '../../../risk/lists/index.ts'
import { actsOf } from '../../../testing/acts-of.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../../testing/monitored-world.ts'
import { dismissedInTurns } from './dismissed-in-turns.ts'
import { importPreview, previewList, readListPreview, stopPreview } from './list-previews.ts'

const manager = { kind: 'operator', name: 'Beni', roles: ['list_manager'], operatorId: 'opr_1' } as const
const header = 'reference,kind,name,birth_dates,nationalities,listed_on,ended_on'
const row = (reference: string, name: string) => `${reference},individual,${name},,COD,2024-05-01,`
const unrelated = row('N.0', 'Person Altogether Different')

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
})
afterAll(() => world.stop())

const errors: unknown[] = []
beforeEach(() => void errors.splice(0))
const needs = () => ({
  ...{ ...world.monitoring, pool: world.pool, threshold: async () => 0.8 },
  databases: () => homeAlone(world.pool),
  onError: (error: unknown) => void errors.push(error),
})
const file = (rows: readonly string[]) => ({
  name: 'list.csv',
  data: Buffer.from([header, ...rows, ''].join('\n')).toString('base64'),
})
const begin = (rows: readonly string[]) =>
  previewList(manager, { id: 'national', files: [file(rows)] }, needs())
const read = (id: string) => readListPreview(manager, { preview_id: id }, needs())
const ended = async (id: string) => {
  await expect.poll(async () => (await read(id)).status, { timeout: 20_000 }).not.toBe('running')
  return read(id)
}
const cursors = createListCursors(createSecretKey(randomBytes(32)))
const entriesOf = (id: string, kind?: 'added' | 'changed' | 'removed', more = {}) =>
  readPreviewedEntries(manager, { preview_id: id, ...(kind && { kind }), ...more }, { ...needs(), cursors })
const accept = (id: string) => importPreview(manager, { preview_id: id, accept_drop: true }, needs())

test('a preview counts the changes and the subjects that would alert, as the import then does', async () => {
  const [first, second] = [world.newApplication(), world.newApplication()]
  await world.publish('national', [unrelated, row('P.1', 'Humba Lokole Matondo')])
  for (const application of [first, second])
    await world.monitor(application, { full_name: 'Wambozu Ilondo Kapesa' }, { reference: 'new' })
  await world.monitor(first, { full_name: 'Humba Lokole Matondo' }, { reference: 'gone' })
  await world.monitor(second, { full_name: 'Mwamba Tshilombo Ngalula' }, { reference: 'quiet' })
  const before = [await world.alerts(first), await world.alerts(second)].map(({ length }) => length)
  const begun = await begin([
    unrelated.replace('2024-05-01', '2024-06-01'),
    row('P.2', 'Wambozu Ilondo Kapesa'),
  ])
  expect(begun).toMatchObject({ status: 'running', list: 'national', changes: null })
  const preview = await ended(begun.id)
  expect(errors).toEqual([])
  expect(preview).toMatchObject({
    status: 'ready',
    progress: { screened: 4, subjects: 4 },
    changes: { added: 1, removed: 1, changed: 1, entries: 2 },
  })
  expect(preview.changes?.alerts).toEqual([
    { application_id: first.applicationId, subjects: 2 },
    { application_id: second.applicationId, subjects: 1 },
  ])
  expect(JSON.stringify(preview)).not.toContain('Wambozu')
  // The preview changed nothing.
  expect((await world.screen(first, { full_name: 'Wambozu Ilondo Kapesa' })).hits).toEqual([])
  expect((await accept(begun.id)).status).toBe('imported')
  await world.catchUp()
  await world.cycle()
  const events = async (application: typeof first) =>
    (await world.alerts(application)).length +
    (await world.events(application, 'aml_screening.hit_removed')).length
  expect([await events(first), await events(second)]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
  await expect(accept(begun.id)).rejects.toMatchObject({ code: 'state_conflict' })
  const acts = (await actsOf(world.pool, 'national')).map(({ action }) => action)
  expect(acts).toEqual(expect.arrayContaining(['lists.preview', 'lists.import_preview']))
})

test('a preview has each entry that is added, changed or removed, with its values before and after', async () => {
  const hostile = '<img src=x onerror=alert(1)> =1+1 \u202egnp.evil'
  await world.publish('national', [unrelated, row('P.1', 'Humba Lokole'), row('P.2', 'Kiala Nsimba')])
  const { id } = await begin([
    row('P.1', 'Humba Lokole Matondo').replace('2024-05-01', '2024-06-01'),
    ...[unrelated, row('P.3', hostile), row('P.4', 'Wambozu Ilondo')],
  ])
  expect((await ended(id)).changes).toMatchObject({ added: 2, changed: 1, removed: 1 })
  const whole = await entriesOf(id)
  expect(whole.data.map(({ kind, reference }) => `${kind} ${reference}`)).toEqual([
    ...['added P.3', 'added P.4', 'changed P.1', 'removed P.2'],
  ])
  const [, , changed, removed] = whole.data
  expect(changed).toMatchObject({
    ...{ name: 'Humba Lokole Matondo', is_cut: false },
    fields: [
      { field: 'names', before: ['Humba Lokole'], after: ['Humba Lokole Matondo'] },
      { field: 'listed_on', before: ['2024-05-01'], after: ['2024-06-01'] },
    ],
  })
  expect(removed?.fields).toContainEqual({ field: 'names', before: ['Kiala Nsimba'], after: [] })
  expect(whole.data[0]?.name).toBe(hostile)
  // Pages of one kind.
  const first = await entriesOf(id, 'added', { limit: 1 })
  const second = await entriesOf(id, 'added', { limit: 1, cursor: first.next_cursor })
  expect([...first.data, ...second.data]).toEqual(whole.data.slice(0, 2))
  expect(second.next_cursor).toBeNull()
  // A stopped preview keeps none.
  await stopPreview(manager, { preview_id: id }, needs())
  expect((await entriesOf(id)).data).toEqual([])
  await expect(entriesOf('lpv_none')).rejects.toMatchObject({ code: 'object_not_found' })
})

test('the groups of a preview read decisions one after another, so that calls have the other connections', async () => {
  let running = 0
  let maxRunning = 0
  const pool = {
    async query(...given: unknown[]) {
      maxRunning = Math.max(maxRunning, ++running)
      const answer = await (world.pool.query as (...all: unknown[]) => Promise<unknown>).apply(
        world.pool,
        given,
      )
      running--
      return answer
    },
  }
  const read = dismissedInTurns(pool as never, world.secrets)
  const hits = [{ key: 'national:P.1', contentHash: 'a' }]
  const groups = Array.from({ length: 8 }, (_, index) => read('app_none', `subject ${index}`, hits))
  expect((await Promise.all(groups)).map((isDismissed) => isDismissed(hits[0] as (typeof hits)[0]))).toEqual(
    groups.map(() => false),
  )
  expect(maxRunning).toBe(1)
})

test('a list that changed after the preview is not imported', async () => {
  await world.publish('national', [unrelated])
  const { id } = await begin([unrelated, row('P.3', 'Kiala Nsimba')])
  expect(await ended(id)).toMatchObject({ status: 'ready' })
  await world.publish('national', [unrelated, row('P.4', 'Another Person Entirely')])
  await expect(accept(id)).rejects.toMatchObject({
    code: 'changed_meanwhile',
    context: { current: { object: 'list_version', list: 'national', added: 1 } },
  })
  expect((await read(id)).status).toBe('ready')
})

test('files that are no list fail with a reason, and a second preview waits for the first', async () => {
  const broken = { name: 'list.csv', data: Buffer.from('not a list').toString('base64') }
  const { id } = await previewList(manager, { id: 'national', files: [broken] }, needs())
  const failed = await ended(id)
  expect(failed.status).toBe('failed')
  expect(failed.failure).not.toContain('Try again')
  await expect(accept(id)).rejects.toMatchObject({ code: 'state_conflict' })
  // The preview waits for the lock of its list, as it does for an import.
  const holder = await world.pool.connect()
  await holder.query(`begin`)
  await holder.query(`select pg_advisory_xact_lock(hashtext('nani list national everyone'))`)
  const running = await begin([unrelated])
  await expect(begin([unrelated])).rejects.toMatchObject({
    ...{ code: 'state_conflict', context: { preview_id: running.id } },
  })
  await holder.query('rollback')
  holder.release()
  expect((await ended(running.id)).status).toBe('ready')
})

test('a preview is stopped while it runs and when it is ready: nothing is imported, and another one begins at once', async () => {
  const stop = (id: string) => stopPreview(manager, { preview_id: id }, needs())
  const filesOf = (id: string) => previewedFiles(world.pool, id)
  const holder = await world.pool.connect()
  await holder.query(`begin`)
  await holder.query(`select pg_advisory_xact_lock(hashtext('nani list national everyone'))`)
  const running = await begin([unrelated, row('P.5', 'Kiala Nsimba')])
  expect(await stop(running.id)).toMatchObject({ status: 'stopped', changes: null })
  expect(await filesOf(running.id)).toEqual([])
  const next = await begin([unrelated, row('P.5', 'Kiala Nsimba')])
  await holder.query('rollback')
  holder.release()
  const ready = await ended(next.id)
  expect(ready.status).toBe('ready')
  expect(await read(running.id)).toMatchObject({ status: 'stopped', changes: null })
  expect(await stop(next.id)).toMatchObject({ status: 'stopped', changes: ready.changes })
  expect(await filesOf(next.id)).toEqual([])
  await expect(accept(next.id)).rejects.toMatchObject({ code: 'state_conflict' })
  await expect(stop(next.id)).rejects.toMatchObject({ code: 'state_conflict' })
  const [act] = (await actsOf(world.pool, 'national')).filter(({ action }) => action === 'lists.stop_preview')
  expect(act).toMatchObject({ actor: 'Beni', after: { alerts: expect.any(Number) } })
})

test('a preview whose process stopped for a minute fails, also where the process goes on', async () => {
  const holder = await world.pool.connect()
  await holder.query(`begin`)
  await holder.query(`select pg_advisory_xact_lock(hashtext('nani list national everyone'))`)
  const late = await begin([unrelated])
  world.clock.advance(50_000)
  await renewPreview(world.pool, late.id, world.clock.now())
  world.clock.advance(50_000)
  await expect(begin([unrelated])).rejects.toMatchObject({ code: 'state_conflict' })
  world.clock.advance(11_000)
  const next = await begin([unrelated])
  await holder.query('rollback')
  holder.release()
  expect((await ended(next.id)).status).toBe('ready')
  expect(await read(late.id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('ended') })
})

test('a preview keeps a bounded number of entries of each kind, and none where it does not run', async () => {
  const added = { previewId: 'lpv_many', list: 'national', by: 'Beni', files: [] } as const
  expect(await addPreview(world.pool, { ...added, nowMs: world.clock.now() })).toBeNull()
  const groups = async function* () {
    for (const reference of ['A', 'B', 'C']) yield [{ reference, before: null, after: null }]
  }
  expect(await saveEntries(world.pool, 'lpv_many', groups(), 2)).toBe(true)
  const kept = await readEntries(world.pool, 'lpv_many', { kind: null, after: null, limit: 10 })
  expect(kept.map(({ content }) => content.reference)).toEqual(['A', 'B'])
  await failPreview(world.pool, 'lpv_many', 'It was a test of its bound.')
  expect(await saveEntries(world.pool, 'lpv_many', groups())).toBe(false)
})

test('a file is read in parts of 256 KiB', async () => {
  const content = randomBytes(2 * 262_144 + 1)
  const files = [{ name: 'list.csv', content }]
  const added = { previewId: 'lpv_parts', list: 'national', by: 'Beni', files } as const
  expect(await addPreview(world.pool, { ...added, nowMs: world.clock.now() })).toBeNull()
  const parts: Buffer[] = []
  for (const one of await previewedFiles(world.pool, 'lpv_parts'))
    for await (const part of one.open()) parts.push(part as Buffer)
  expect(parts.map(({ length }) => length)).toEqual([262_144, 262_144, 1])
  expect(Buffer.concat(parts).equals(content)).toBe(true)
  await failPreview(world.pool, 'lpv_parts', 'It was a test of its parts.')
})

test('a preview is deleted after a day, and an unknown list has none', async () => {
  const { id } = await begin([unrelated])
  await ended(id)
  world.clock.advance(24 * 3_600_000 + 1)
  await expect(read(id)).rejects.toMatchObject({ code: 'object_not_found' })
  await forgetPreviews(world.pool, world.clock.now())
  const { rows } = await world.pool.query(
    `select preview_id from list_previews union select preview_id from list_preview_files
     union select preview_id from list_preview_entries`,
  )
  expect(rows).toEqual([])
  await expect(
    previewList(manager, { id: 'none', files: [file([unrelated])] }, needs()),
  ).rejects.toMatchObject({ code: 'object_not_found' })
})
