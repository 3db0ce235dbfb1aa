/**
 * npm run bench:monitoring — a change of a list, from the file to the last alert, by the product on a real database.
 *
 * The product runs like `npm start`. An application monitors people by name, one in a thousand of them on the list
 * under a misspelt name. Then the UN list of November 2025 is imported over that of April 2025 by `nani lists import`,
 * and then April's again. It measures the time from the beginning of each import until all affected people have been
 * screened and every alert is written. It also measures the share of the import, and the CPU time of the product and
 * its database, which other work on the machine affects least. One change comes during a start, when the subjects are
 * not read yet. The others come when the product is idle.
 *
 * --subjects 100000; --rounds 2; --seed 1
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { openPlatform, type Platform } from '@nani/foundation/platform/index.ts'
import type { DatabaseUrls } from '@nani/foundation/storage/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import { createApplication } from '@nani/server/organizations/organizations/index.ts'
import { createFraudStore, networkKeys } from '@nani/server/risk/fraud-network/index.ts'
import { fileSource, importList } from '@nani/server/risk/lists/index.ts'
import { openScreening } from '@nani/server/services/aml/index.ts'
import { cpuTimeMs } from './cpu-time.ts'
import { startProduct } from './kyc/processes.ts'
import { seedMonitors } from './monitoring/seed-monitors.ts'
import { atMost, type Figure, figure } from './screening/figures.ts'
import { drawSubjects } from './screening/monitored-people.ts'

const { values } = parseArgs({
  options: {
    subjects: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
})
const data = resolve(process.env.NANI_BENCH_DATA ?? join(import.meta.dirname, '../../shared/data'))
if (!existsSync(join(data, 'screening'))) {
  console.log(`No benchmark data at ${data}: set NANI_BENCH_DATA to its folder. Nothing was measured.`)
  process.exit(0)
}

const [before, after] = ['2025-04-19', '2025-11-20']
const maxSeconds = 5
const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-monitoring-'))

const importUn = (day: string, { pool, clock }: Platform) =>
  importList(
    { kind: 'system', task: 'bench' },
    {
      list: 'un',
      audience: 'everyone',
      files: [fileSource(join(data, `screening/un-${day}.xml`))],
      format: null,
      acceptDrop: true,
      source: `un-${day}.xml`,
      etag: null,
      sourceDate: null,
    },
    { pool, clock },
  )

/** Waits until the product has recorded this change as processed. */
const followed = async (versionId: number, { pool }: Platform) => {
  for (;;) {
    const { rows } = await pool.query('select list_change from monitoring_progress')
    if (rows[0]?.list_change >= versionId) return
    await pause(10)
  }
}

const alertsOf = async (applicationId: string, { pool }: Platform): Promise<number> => {
  const { rows } = await pool.query(
    `select count(*) as alerts from events where application_id = $1 and type = 'aml_screening.alert'`,
    [applicationId],
  )
  return rows[0].alerts
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

/** Waits until the product has finished the work of its start. */
const atRest = async (pid: number) => {
  for (let before = cpuTimeMs(pid).own; ; ) {
    await pause(1_000)
    const now = cpuTimeMs(pid).own
    if (now - before < 50) return
    before = now
  }
}

const measureChange = async (
  { label, day, isAtRest }: { label: string; day: string; isAtRest: boolean },
  applicationId: string,
  productPid: number,
  platform: Platform,
): Promise<Figure> => {
  const alertsBefore = await alertsOf(applicationId, platform)
  const cpuBefore = cpuTimeMs(productPid)
  const startMs = performance.now()
  // The file can be older than the current one, because the bench alternates between two files.
  await platform.pool.query(`update list_versions set source_date = null where list_id = 'un'`)
  const { version } = await importUn(day, platform)
  const importedMs = performance.now()
  await followed(version.versionId, platform)
  const endMs = performance.now()
  const cpuAfter = cpuTimeMs(productPid)
  const alerts = (await alertsOf(applicationId, platform)) - alertsBefore
  const took = endMs - startMs
  return figure(
    label,
    `${seconds(took)} (import ${seconds(importedMs - startMs)}; CPU of the product ${seconds(cpuAfter.own - cpuBefore.own)}, of its database ${seconds(cpuAfter.started - cpuBefore.started)}), ` +
      `+${version.added} ~${version.changed} -${version.removed} entries, ${alerts} alerts`,
    isAtRest ? atMost(took / 1_000, maxSeconds, ' s') : undefined,
  )
}

const prepare = async (platform: Platform): Promise<string> => {
  const dependencies = { ...platform, credentialsVault: platform.vaultFor('credentials') }
  const { application_id } = await createApplication(
    { kind: 'system', task: 'bench' },
    { name: 'Bench', environment: 'production' },
    dependencies,
  )
  await importUn(before, platform)
  const fraudNetwork = createFraudStore({ pool: platform.pool, ...networkKeys(platform) })
  const screening = await openScreening({ ...platform, fraudNetwork, log: console.error })
  const startMs = performance.now()
  const subjects = await drawSubjects(data, [before, after], Number(values.subjects), Number(values.seed))
  await seedMonitors(application_id, subjects, screening, platform)
  await screening.stop()
  console.log(`  ${values.subjects} monitors written in ${seconds(performance.now() - startMs)}`)
  return application_id
}

const figures: Figure[] = []
let product = await startProduct(dataDir)
try {
  const databaseUrls = (await readRunningDatabase(dataDir)) as DatabaseUrls
  const config = { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 4 }
  let platform = await openPlatform(config, databaseUrls, () => {})
  const applicationId = await prepare(platform)
  await platform.close()
  await product.stop()

  const startMs = performance.now()
  product = await startProduct(dataDir)
  figures.push(
    figure('a start with that many monitors, until calls are served', seconds(performance.now() - startMs)),
  )
  platform = await openPlatform(config, (await readRunningDatabase(dataDir)) as DatabaseUrls, () => {})
  const change = (label: string, day: string, isAtRest = true) =>
    measureChange({ label, day, isAtRest }, applicationId, product.pid, platform)
  figures.push(await change('April to November, at the moment of the start', after, false))
  await atRest(product.pid)
  for (let round = 1; round <= Number(values.rounds); round++) {
    figures.push(await change(`November to April, round ${round}`, before))
    figures.push(await change(`April to November, round ${round}`, after))
  }
  await platform.close()
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
if (figures.some(({ isMet }) => isMet === false)) process.exitCode = 1
