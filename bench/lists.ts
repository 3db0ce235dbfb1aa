/**
 * npm run bench:lists — imports of the official files and of a large graph, into an embedded database.
 *
 * First the lists of ../shared/data/screening (or NANI_BENCH_DATA/screening): entries, changes and refusals of each.
 * Then a generated FollowTheMoney file of people with offices and relatives: the whole file, a second one with one in
 * a thousand changed, and a delta. It reports seconds, CPU of this process, and its maximum memory.
 *
 * --people 250000   of the graph: with offices and families four times as many entities; 0: no graph
 */
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import { migrate, openPool } from '@nani/foundation/storage/index.ts'
import {
  createListReader,
  type ImportReport,
  importList,
  isListRefusal,
  type ListId,
  type SourceFile,
} from '@nani/server/risk/lists/index.ts'
import { graphDelta, graphFile } from './lists/generate-graph.ts'

const { values } = parseArgs({ options: { people: { type: 'string', default: '250000' } } })
const people = Number(values.people)
const data = join(
  process.env.NANI_BENCH_DATA ?? resolve(import.meta.dirname, '../../shared/data'),
  'screening',
)

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-lists-'))
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const pool = openPool(server.url, { maxConnections: 4, statementTimeoutMs: 60_000, onError: console.error })
const clock = { now: () => Date.now() }

const fileOf = (path: string): SourceFile => ({
  name: path,
  open: () => createReadStream(join(data, path), { highWaterMark: 256 * 1024 }),
})

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

const measured = async (label: string, list: ListId, files: SourceFile[]): Promise<void> => {
  const before = process.cpuUsage()
  const startMs = performance.now()
  let peakBytes = 0
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
  }, 200)
  const outcome = await importList(
    { kind: 'system', task: 'bench' },
    {
      list,
      audience: 'everyone',
      files,
      format: null,
      acceptDrop: true,
      source: label,
      etag: null,
      sourceDate: null,
    },
    { pool, clock },
  ).then(reportText, refusalText)
  clearInterval(watch)
  const cpu = process.cpuUsage(before)
  const megabytes = Math.round(Math.max(peakBytes, process.memoryUsage().rss) / 1_048_576)
  console.log(
    `${label.padEnd(34)} ${outcome}  ${seconds(performance.now() - startMs)} s, ${seconds((cpu.user + cpu.system) / 1_000)} s CPU, ${megabytes} MB`,
  )
}

const reportText = ({ version, format }: ImportReport): string =>
  `${format}: ${version.entries} entries, +${version.added} ~${version.changed} -${version.removed}`

const refusalText = (error: unknown): string => {
  if (isListRefusal(error)) return `refused (${error.code}): ${error.message}`
  throw error
}

const officialFiles: readonly (readonly [label: string, list: ListId, paths: string[]])[] = [
  ['UN, April 2025', 'un', ['un-2025-04-19.xml']],
  ['UN, broken', 'un', ['un-2025-08-16-malformed.xml']],
  ['UN, November 2025', 'un', ['un-2025-11-20.xml']],
  ['UN, April 2025 again', 'un', ['un-2025-04-19.xml']],
  ['US SDN, 2019', 'us_sdn', ['sdn', 'alt', 'add'].map((name) => `ofac-2019/${name}.csv`)],
  ['US SDN, 2021', 'us_sdn', ['sdn', 'alt', 'add'].map((name) => `ofac-2021/${name}.csv`)],
  ['US non-SDN', 'us_non_sdn', ['ofac-nonsdn-consolidated.xml']],
  ['EU, two entries', 'eu', ['eu-fsf-sample.xml']],
  ['UK, two entries', 'uk', ['uk-sanctions-sample.xml']],
  ['FATF', 'fatf', ['fatf_2026-06.json']],
  ['OpenSanctions CSV', 'watchlist', ['opensanctions/targets.simple.csv']],
  ['OpenSanctions FTM', 'pep', ['opensanctions/entities.ftm.json']],
]

const readAll = async (): Promise<void> => {
  const reader = createListReader(pool)
  const startMs = performance.now()
  let entries = 0
  for await (const group of reader.readEntries(await reader.latestChange())) entries += group.length
  console.log(
    `${'Read for an index'.padEnd(34)} ${entries} entries  ${seconds(performance.now() - startMs)} s`,
  )
}

try {
  await migrate(pool)
  if (existsSync(data))
    for (const [label, list, paths] of officialFiles) await measured(label, list, paths.map(fileOf))
  else console.log(`There is no ${data}: the official files are not measured. Set NANI_BENCH_DATA.`)
  if (people > 0) {
    await measured('Graph, whole', 'pep', [graphFile(people, 0)])
    await measured('Graph, 1 in 1,000 changed', 'pep', [graphFile(people, 1)])
    await measured('Graph, as a delta', 'pep', [graphDelta(people, 2)])
  }
  await readAll()
} finally {
  await pool.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
