import { setTimeout } from 'node:timers/promises'
import { createBilling, listInEffect, readPriceLists } from '../billing/index.ts'
import {
  type CallsDependencies,
  createCursors,
  createDeliverFiles,
  createFileLinks,
  performChunk,
  performJob,
} from '../calls/index.ts'
import { createCommit } from '../commit/index.ts'
import { idSource, manualClock, systemRandom } from '../core/index.ts'
import { createKycValidation } from '../services/kyc/index.ts'
import { createVault, deriveKey, openPool } from '../storage/index.ts'
import { testApplication } from './application.ts'
import { testCitizen, testRegister } from './citizen.ts'

/** What a process of its own performs; it kills itself when it is asked for the identifier `deadly`. */
export type DeadlyWork = {
  databaseUrl: string
  masterKey: string
  nowMs: number
  applicationId: string
  deadly: string
  job?: Parameters<typeof performJob>[0]
  chunk?: Parameters<typeof performChunk>[0]
}

const work = JSON.parse(process.argv[2] as string) as DeadlyWork
const pool = openPool(work.databaseUrl, {
  maxConnections: 8,
  statementTimeoutMs: 30_000,
  onError: () => {},
})
const clock = manualClock(work.nowMs)
const random = systemRandom()
const key = Buffer.from(work.masterKey, 'hex')
const vault = (use: string) => createVault(key, use, random)
const lists = await readPriceLists(pool)
const application = testApplication({ applicationId: work.applicationId })
const register = testRegister([testCitizen()], async (value) => {
  if (value !== work.deadly) return
  // The others that are under way are given the time to end.
  await setTimeout(300)
  process.kill(process.pid, 'SIGKILL')
})
const service = createKycValidation(register)
const links = createFileLinks(deriveKey(key, 'file-links'))
const dependencies: CallsDependencies = {
  pool,
  clock,
  newId: idSource(clock, random),
  queue: {
    enqueue: async () => {},
    enqueueLater: async () => {},
    isAwaited: async () => false,
    wake() {},
    work: async () => {},
    isRunning: () => true,
    stop: async () => {},
  },
  maxOpenItems: 50_000,
  commit: createCommit(pool),
  billing: createBilling(
    { inEffect: (organizationId, atMs) => listInEffect(lists, organizationId, atMs) },
    { pool, clock, newId: idSource(clock, random) },
  ),
  resultsVault: vault('results'),
  answersVault: vault('answers'),
  requestsVault: vault('requests'),
  subjectKey: deriveKey(key, 'audit-subject'),
  cursors: createCursors(deriveKey(key, 'cursors')),
  deliverFiles: createDeliverFiles(links, register.readFile),
  baseUrl: () => 'http://files.test',
  serviceByName: () => service,
  applicationById: async () => application,
  pause: async () => {},
  wakeDeliveries: () => {},
  onInternalError: (detail) => process.stderr.write(`${detail}\n`),
}
if (work.job) await performJob(work.job, dependencies)
if (work.chunk) await performChunk(work.chunk, dependencies)
await pool.end()
