import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { Refusal } from '../core/index.ts'
import { type ArchiveStep, verifyArchive } from './index.ts'
import { type ArchiveWorld, noon, oldDay, openArchiveWorld } from './testing/archive-world.ts'

const worlds: ArchiveWorld[] = []
afterAll(() => Promise.all(worlds.map((world) => world.stop())))

const steps: ArchiveStep[] = ['written', 'renamed', 'manifest', 'dropped', 'recorded']

const killedAfter = (world: ArchiveWorld, step: ArchiveStep): Promise<string | null | undefined> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'killed-archive.fixture.ts')
    const given = [world.database.url, world.folder, world.rootKey.toString('hex'), String(noon), step]
    const child = execFile(process.execPath, [file, ...given], () => resolve(child.signalCode))
  })

/** The server notices the end of the killed connection shortly afterwards, and then gives its locks back. */
const runWhenFree = (world: ArchiveWorld) =>
  vi.waitFor(
    () =>
      world.run().catch((error) => {
        if (error instanceof Refusal && error.code === 'archive_busy') throw error
        return Promise.reject(error)
      }),
    { timeout: 20_000, interval: 50 },
  )

test.each(steps)('a run that is killed after the step "%s" loses and doubles no row', async (step) => {
  const world = await openArchiveWorld()
  worlds.push(world)
  const ids = await world.writeEntries(40)
  expect(await killedAfter(world, step)).toBe('SIGKILL')
  const days = await world.archive.daysOf('audit_entries')
  // In the database or in the archive, never in both or in neither.
  expect([await world.count('audit_entries'), days.length]).toEqual(step === 'recorded' ? [0, 1] : [40, 0])

  await runWhenFree(world)
  expect(await world.count('audit_entries')).toBe(0)
  await world.archive.steadily(async () => {})
  const [day] = await world.archive.daysOf('audit_entries')
  const found: unknown[] = []
  if (day)
    for await (const rows of world.archive.read(day)) found.push(...rows.map(({ row }) => row?.entry_id))
  expect(found.sort()).toEqual(ids)
  expect(await verifyArchive(world.database.pool, world.archive, noon)).toEqual({
    ...{ days: 1, erased: 0, rows: 40, faults: [], unknown_files: [] },
  })
  expect((await readdir(world.folder)).sort()).toEqual(
    ['keys', 'manifest.json', 'rows'].map((kind) => `${oldDay}.audit_entries.${kind}`),
  )
})
