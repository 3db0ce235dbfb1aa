import { setTimeout } from 'node:timers/promises'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createConsolePages } from '@nani/foundation/http/index.ts'
import { createVault, openPool } from '@nani/foundation/storage/index.ts'
import { callsModule, performChunk, performJob } from '../calls/calls/index.ts'
import { commitModule } from '../calls/commit/index.ts'
import { outboxModule } from '../calls/outbox/index.ts'
import { billingModule } from '../money/billing/index.ts'
import { createKycValidation } from '../services/kyc/index.ts'
import { testApplication } from './application.ts'
import { testCitizen, testRegister } from './citizen.ts'
import { heldQueue, silentDetection } from './doubles.ts'

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
const clock = { ...manualClock(work.nowMs), isTrusted: () => true, check: async () => {}, stop() {} }
const random = systemRandom()
const rootKey = Buffer.from(work.masterKey, 'hex')
const platform = {
  ...{ pool, clock, rootKey, connectionString: work.databaseUrl },
  newId: idSource(clock, random),
  vaultFor: (use: string) => createVault(rootKey, use, random),
  log: (line: string) => void process.stderr.write(`${line}\n`),
  pause: async () => {},
}
const application = testApplication({ applicationId: work.applicationId })
const register = testRegister([testCitizen()], async (value) => {
  if (value !== work.deadly) return
  // The others that are under way are given the time to end.
  await setTimeout(300)
  process.kill(process.pid, 'SIGKILL')
})
// The modules of the product. The whole list of modules would load much more than this process needs.
const http = {
  publicUrls: { of: () => 'http://files.test', find: () => null, set() {} },
  consolePages: createConsolePages(),
}
const money = { topUpUrl: 'https://pay.example/top-up' }
const { billing } = (await billingModule.open({ ...platform, http }, money)).provides
const { newEvents } = (await outboxModule.open({}, {})).provides
const { commit } = (await commitModule.open({ pool, billing }, {})).provides
const { calls } = (
  await callsModule.open(
    {
      ...{ ...platform, queue: heldQueue().queue, commit, billing, newEvents, registerOfCalls: register },
      detection: silentDetection,
      issueReceipt: async () => Promise.reject(new Error('this process reads no result')),
      http,
      directory: { findById: async () => application },
      contributed: { services: [createKycValidation(register)] },
    },
    { maxOpenItems: 50_000 },
  )
).provides
if (work.job) await performJob(work.job, calls)
if (work.chunk) await performChunk(work.chunk, calls)
await pool.end()
