import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { createTestDatabase } from '../../../../testing/database.ts'
import { heldClock, idSource, systemRandom } from '../core/index.ts'
import {
  commonEndpoints,
  createDeliverFiles,
  createFileLinks,
  type DeliveryDependencies,
  performChunk,
  performJob,
  type Queue,
  type Service,
  serviceEndpoints,
} from '../delivery/index.ts'
import {
  type Application,
  addressList,
  addSignedApi,
  bodyBudget,
  createAdmit,
  createClaimReleases,
  createPipeline,
  createServer,
  type Endpoint,
  type Outcome,
} from '../gateway/index.ts'
import { createCommit } from '../ledger/index.ts'
import type { Citizen } from '../register/index.ts'
import { createKycValidation } from '../services/kyc/index.ts'
import { createVault, deriveKey, maintainPartitions } from '../storage/index.ts'
import { type Call, type Reply, sendCall } from './call.ts'
import { testCitizen, testRegister } from './citizen.ts'

export const noon = Date.UTC(2026, 2, 15, 12)

/** The proxy through which test calls claim an address and a client certificate. */
const localProxy = '127.0.0.1'

export type Modes = Awaited<ReturnType<typeof startModes>>

export type ModesOptions = {
  citizens?: readonly Citizen[]
  /** Called before the register answers: may throw, or wait. */
  beforeRegister?: (value: string) => Promise<void> | void
  /** In place of KYC Validation. */
  service?: Service | ((pool: pg.Pool) => Service)
  endpoints?: (dependencies: DeliveryDependencies) => Endpoint[]
  environment?: Application['environment']
  /** The pool that the product itself uses; the test's own reads go around it. */
  pool?: (url: string) => Promise<pg.Pool>
}

/**
 * The gateway, the ledger and the four modes of KYC Validation on a real database and a real listener, with a
 * held clock, a register in memory, and a queue whose tasks the test runs by hand.
 */
export const startModes = async (options: ModesOptions = {}) => {
  const database = await createTestDatabase()
  const pool = (await options.pool?.(database.url)) ?? database.pool
  const clock = heldClock(noon)
  await maintainPartitions(database.pool, clock.now())
  const random = systemRandom()
  const newId = idSource(clock, random)
  const masterKey = randomBytes(32)
  const vault = (use: string) => createVault(masterKey, use, random)
  const register = testRegister(options.citizens ?? [testCitizen()], options.beforeRegister)
  const given = typeof options.service === 'function' ? options.service(pool) : options.service
  const service = given ?? createKycValidation(register)
  const applications = new Map<string, Application>()
  const tasks: { jobs: Parameters<typeof performJob>[0][]; chunks: Parameters<typeof performChunk>[0][] } = {
    jobs: [],
    chunks: [],
  }
  const outcomes: Outcome[] = []
  const internalErrors: string[] = []
  const links = createFileLinks(deriveKey(masterKey, 'file-links'))
  const queue: Queue = {
    async enqueue(name, added) {
      ;(tasks[name] as unknown[]).push(...added)
    },
    wake() {},
    work: async () => {},
    stop: async () => {},
  }
  const dependencies: DeliveryDependencies = {
    pool,
    clock,
    newId,
    queue,
    commit: createCommit(pool),
    resultsVault: vault('results'),
    answersVault: vault('answers'),
    requestsVault: vault('requests'),
    subjectKey: deriveKey(masterKey, 'audit-subject'),
    deliverFiles: createDeliverFiles(links, register.readFile),
    baseUrl: () => 'http://files.test',
    serviceByName: () => service,
    applicationById: async (id) =>
      [...applications.values()].find((entry) => entry.applicationId === id) ?? null,
    pause: async () => {},
    wakeDeliveries: () => {},
    onInternalError: (detail) => internalErrors.push(detail),
  }
  const endpoints = options.endpoints?.(dependencies) ?? [
    ...serviceEndpoints(service, dependencies),
    ...commonEndpoints(dependencies),
  ]
  const claims = createClaimReleases({
    pool,
    clock,
    pause: () => setTimeout(10, undefined, { ref: false }),
    log: () => {},
  })
  const app = createServer(null, newId)
  addSignedApi(app, {
    environment: options.environment ?? 'sandbox',
    endpoints,
    pipeline: createPipeline({
      directory: { findByApiKey: async (apiKey) => applications.get(apiKey) ?? null },
      clock,
      admit: createAdmit({ pool, clock, releaseLater: claims.releaseLater }),
      releaseClaim: claims.release,
      answersVault: dependencies.answersVault,
    }),
    record: (outcome) => outcomes.push(outcome),
    clock,
    random,
    proxies: addressList([localProxy]),
    trustsCertificate: (der) => der.toString().startsWith('trusted'),
    bodies: bodyBudget(64 * 1024 * 1024, 64 * 1024 * 1024),
    maxConcurrentCalls: 2_000,
    tls: null,
    onInternalError: (_requestId, detail) => internalErrors.push(detail),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  return {
    baseUrl,
    clock,
    database,
    dependencies,
    internalErrors,
    links,
    outcomes,
    service: service as Service,
    tasks,
    /** Lets an application call; what it is may be exchanged between two calls. */
    admitApplication(application: Application): Application {
      applications.set(application.apiKey, application)
      return application
    },
    forgetApplication: (application: Application) => applications.delete(application.apiKey),
    call: (application: Application, call: Partial<Call>): Promise<Reply> =>
      sendCall(baseUrl, application, { timestamp: Math.floor(clock.now() / 1000), ...call }),
    get: (application: Application, target: string): Promise<Reply> =>
      sendCall(baseUrl, application, { method: 'GET', target, timestamp: Math.floor(clock.now() / 1000) }),
    /** Lets time pass, and the maintenance run that a running house would have done. */
    async pass(ms: number) {
      clock.advance(ms)
      await maintainPartitions(database.pool, clock.now())
    },
    async runJobs() {
      for (const task of tasks.jobs.splice(0)) await performJob(task, dependencies)
    },
    async runChunks() {
      for (const task of tasks.chunks.splice(0)) await performChunk(task, dependencies)
    },
    async count(table: string, application: Application, condition = 'true'): Promise<number> {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*) from ${table} where application_id = $1 and ${condition}`,
        [application.applicationId],
      )
      return Number(rows[0]?.count)
    },
    async stop() {
      await app.close()
      if (pool !== database.pool) await pool.end()
      await database.drop()
    },
  }
}

export const kycBody = (changes: Record<string, unknown> = {}) => ({
  identifier: { type: 'svc_id', value: 'COD-1111-2222-3333' },
  purpose: 'customer_onboarding',
  ...changes,
})
