import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { until } from '../client/kyc.ts'
import {
  type Installation,
  recognisingFaces,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

const dataDir = startedDataDir()
let installation: Installation | undefined
afterAll(() => removeInstallation(dataDir, installation))

/** As `npm start` sets them. */
const allocator = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

const megabytesOf = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024) / 1e6

// Ten seconds after its start, a process gives back what only the start needed.
const maxWaitMs = 60_000

test.skipIf(process.platform !== 'linux').for([
  { faces: 'no face', extra: {}, limit: 250 },
  { faces: 'two workers of faces', extra: { ...recognisingFaces, NANI_FACE_WORKERS: '2' }, limit: 430 },
])('at rest a process with $faces has at most $limit MB', async ({ extra, limit }) => {
  installation = await startInstallation(dataDir, { ...allocator, ...extra }, { fromSources: true })
  const { pid } = installation
  const megabytes = await until(
    async () => megabytesOf(pid),
    (now) => now <= limit,
    { everyMs: 500, timeoutMs: maxWaitMs },
  )
  expect(megabytes).toBeLessThanOrEqual(limit)
  await installation.stop()
})
