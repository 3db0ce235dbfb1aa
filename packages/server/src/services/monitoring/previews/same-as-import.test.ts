import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeAlone } from '../../../gateway/acts/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../../testing/monitored-world.ts'
import { randomSubject, randomVersion } from '../../../testing/random-lists.ts'
import { importPreview, previewList, readListPreview } from './list-previews.ts'

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
})
afterAll(() => world.stop())

const manager = { kind: 'operator', name: 'Beni', roles: ['list_manager'], operatorId: 'opr_1' } as const
const header = 'reference,kind,name,birth_dates,nationalities,listed_on,ended_on'
const needs = () => ({
  ...{ ...world.monitoring, pool: world.pool, threshold: async () => 0.8 },
  databases: () => homeAlone(world.pool),
  onError: (error: unknown) => void world.errors.push(error),
})

const preview = async (rows: readonly string[]) => {
  const files = [{ name: 'list.csv', data: Buffer.from([header, ...rows, ''].join('\n')).toString('base64') }]
  const { id } = await previewList(manager, { id: 'national', files }, needs())
  const read = () => readListPreview(manager, { preview_id: id }, needs())
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).not.toBe('running')
  return read()
}

/** A version with the entries of another that have new references. */
const withAdded = (rows: readonly string[], others: readonly string[]): string[] => {
  const referenceOf = (row: string) => row.slice(0, row.indexOf(','))
  const known = new Set(rows.map(referenceOf))
  return [...rows, ...others.filter((row) => !known.has(referenceOf(row)))]
}

const raisedFor = async (application: Application) =>
  (await world.alerts(application)).length +
  (await world.events(application, 'aml_screening.hit_removed')).length

const rowOf = (reference: string, name: string) => `${reference},individual,${name},,,2020-01-01,`
/** A version that adds an entry with the name of two subjects. */
const listed: [{ full_name: string }[], string[][]] = [
  ['Jean Mutombo', 'Jean Mutombo', 'Amani Ngoy'].map((full_name) => ({ full_name })),
  [[rowOf('X.1', 'Djuma Kabila')], [rowOf('X.1', 'Djuma Kabila'), rowOf('X.2', 'Jean Mutombo')]],
]

test('a preview of any list counts exactly the subjects that get an alert by the import', async () => {
  let added = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomSubject, { minLength: 5, maxLength: 25 }),
      fc.array(randomVersion, { minLength: 2, maxLength: 3 }),
      async (subjects, [first = [], ...versions]) => {
        const applications = [world.newApplication(), world.newApplication()]
        await world.publish('national', first)
        await world.cycle()
        for (const [index, subject] of subjects.entries())
          await world.screen(applications[index % 2] as Application, subject, {
            monitoring: true,
            reference: `subject ${index}`,
          })
        await world.cycle()
        // Some versions only add entries, so that no baseline of a subject without a match is read.
        const stepwise = versions.flatMap((version, index) => [
          withAdded(versions[index - 1] ?? first, version),
          version,
        ])
        for (const version of stepwise) {
          const before = await Promise.all(applications.map(raisedFor))
          const { id, changes } = await preview(version)
          const counts = new Map(changes?.alerts.map((one) => [one.application_id, one.subjects]))
          await importPreview(manager, { preview_id: id, accept_drop: true }, needs())
          await world.catchUp()
          await world.cycle()
          const after = await Promise.all(applications.map(raisedFor))
          expect(applications.map(({ applicationId }) => counts.get(applicationId) ?? 0)).toEqual(
            after.map((count, index) => count - (before[index] ?? 0)),
          )
          if (changes?.removed === 0 && changes.changed === 0) added += counts.size
        }
        expect(world.errors).toEqual([])
        await world.pool.query('delete from monitors')
      },
    ),
    { numRuns: 2, examples: [listed] },
  )
  expect(added).toBeGreaterThan(0)
}, 120_000)
