import type { AddressInfo } from 'node:net'
import { readSettings } from '@nani/foundation/core/index.ts'
import { answerMemoryBounds, type Http, openHttp } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { appRole, maintainPartitions, openPool, type Queue } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../testing/database.ts'
import { composition, openServer, type Surface } from '../app/app/index.ts'
import { auditModule } from '../app/audit/index.ts'
import {
  type CallsDependencies,
  callsModule,
  type DescribedEndpoint,
  jobsModule,
  openLargeRequests,
  performChunk,
  performJob,
  type Service,
} from '../calls/calls/index.ts'
import { commitModule } from '../calls/commit/index.ts'
import { outboxModule } from '../calls/outbox/index.ts'
import { receiptsModule } from '../calls/receipts/index.ts'
import { eventEndpoints } from '../calls/webhooks/index.ts'
import {
  type Application,
  type ApplicationDirectory,
  gatewayModule,
  type OpenLargeBody,
} from '../gateway/gateway/index.ts'
import { type CellRouter, noCells, signedApiModule } from '../gateway/signed-api/index.ts'
import { billingModule } from '../money/billing/index.ts'
import type { Citizen } from '../register/register/index.ts'
import type { AuthenticationFailure, Detection } from '../risk/detection/index.ts'
import { createKycValidation } from '../services/kyc/index.ts'
import { type Call, type Reply, sendCall } from './call.ts'
import { testCitizen, testRegister } from './citizen.ts'
import { heldQueue, silentDetection } from './doubles.ts'
import { noon, testPlatform } from './platform.ts'

export { noon }

export type AuditedRow = {
  request_id: string
  method: string
  path: string
  http_status: number
  error_code: string | null
  result_id: string | null
  read_ids: string[] | null
}

/** The proxy through which test calls claim an address and a client certificate. */
const localProxy = '127.0.0.1'

export type Modes = Awaited<ReturnType<typeof startModes>>

export type ModesOptions = {
  citizens?: readonly Citizen[]
  /** Called before the register answers: may throw, or wait. */
  beforeRegister?: (value: string) => Promise<void> | void
  /** In place of KYC Validation. */
  service?: Service | ((pool: pg.Pool) => Service)
  /** In place of one service: modules of the product that contribute services. They provide the register. */
  modules?: (outer: OuterModules) => ReturnType<ReturnType<typeof oneService>>
  /** Further endpoints. */
  endpoints?: (calls: CallsDependencies) => DescribedEndpoint[]
  /** Changes each endpoint before the signed API gets it. */
  changeEndpoint?: (endpoint: DescribedEndpoint) => DescribedEndpoint
  /** Surfaces next to the signed API. */
  surfaces?: (http: Http) => Surface[]
  environment?: Application['environment']
  maxOpenItems?: number
  clockIsTrusted?: () => boolean
  authorisationDeadline?: () => AbortSignal
  /** The pool that the product itself uses; the test's own reads go around it. */
  pool?: (url: string) => Promise<pg.Pool>
}

/** As in the product, calls have the rights of `nani_app`. */
export const openAppPool = ({ url, pool: ownerPool }: TestDatabase): pg.Pool =>
  openPool(url, {
    maxConnections: 10,
    statementTimeoutMs: 60_000,
    onError: () => {},
    role: appRole,
    ownerPool,
  })

/** The signed API, as a surface that the test opens in one environment. */
const changedApi = (change: (endpoint: DescribedEndpoint) => DescribedEndpoint) =>
  defineModule({
    name: signedApiModule.name,
    async open(
      needs: Parameters<typeof signedApiModule.open>[0] & {
        contributed: { endpoints: readonly DescribedEndpoint[] }
      },
    ) {
      const endpoints = needs.contributed.endpoints.map(change)
      const { surfaces } = await signedApiModule.open({ ...needs, contributed: { endpoints } }, {})
      return { provides: { surfaces } }
    },
  })

type Doubles = {
  directory: ApplicationDirectory & { findById(id: string): Promise<Application | null> }
  queue: Queue
  detection: Detection
  http: Http
  openLargeBody: OpenLargeBody
  cellRouter: CellRouter
  authorisationDeadline?: (() => AbortSignal) | undefined
}

/** What a test replaces, in the order of the product. */
const outerModules = (doubles: Doubles) =>
  composition<Platform>()
    .use(auditModule)
    .use({ name: 'doubles', open: () => ({ provides: doubles }) })

type OuterModules = ReturnType<typeof outerModules>

/** KYC Validation, or another service, with the register of the test. */
const oneService =
  ({ citizens = [testCitizen()], beforeRegister, service }: ModesOptions) =>
  (outer: OuterModules) =>
    outer.use({
      name: 'service',
      open({ pool }) {
        const register = testRegister(citizens, beforeRegister)
        const given = typeof service === 'function' ? service(pool) : service
        return {
          provides: { register, registerOfCalls: register },
          services: [given ?? createKycValidation(register)],
        }
      },
    })

/**
 * The gateway, the commit and the four modes of KYC Validation on a real database and a real server. They are the modules
 * of the product, opened by its own composition. The clock, the register and the queue are the test's.
 */
export const startModes = async (options: ModesOptions = {}) => {
  const database = await createDatabaseAtNoon()
  const pool = (await options.pool?.(database.url)) ?? openAppPool(database)
  const internalErrors: string[] = []
  const platform = testPlatform(database, pool, (line) => {
    if (/^(?:internal error|audit): /.test(line)) internalErrors.push(line)
  })
  const { clock } = platform
  if (options.clockIsTrusted) clock.isTrusted = options.clockIsTrusted
  const applications = new Map<string, Application>()
  const { queue, tasks } = heldQueue()
  const ivsReused: string[] = []
  const authenticationFailures: AuthenticationFailure[] = []
  const detection: Detection = {
    ...silentDetection,
    onIvReused: (environment) => void ivsReused.push(environment),
    onAuthenticationFailure: (failure) => void authenticationFailures.push(failure),
  }
  const http: Http = {
    ...openHttp({
      ...{ newId: platform.newId, log: platform.log, trustedProxies: [localProxy] },
      trustsCertificate: (der) => der.toString().startsWith('trusted'),
      maxBodyBytes: 128 * 1024 * 1024,
      answerBounds: { ...answerMemoryBounds, maxWaitMs: 100 },
    }),
    publicUrls: { of: () => 'http://files.test', find: () => null, set() {} },
  }
  http.consolePages.set('https://console.example')
  const directory = {
    findByApiKey: async (apiKey: string) => applications.get(apiKey) ?? null,
    findById: async (id: string) =>
      [...applications.values()].find((entry) => entry.applicationId === id) ?? null,
  }
  const largeRequests = openLargeRequests({ workers: 1 })
  const { authorisationDeadline } = options
  const outer = outerModules({
    ...{ directory, queue, detection, http, authorisationDeadline },
    ...{ openLargeBody: largeRequests.open, cellRouter: noCells },
  })
  const services: Service[] = []
  const modules = (options.modules ?? oneService(options))(outer)
    .use({
      name: 'services of the test',
      open({ contributed }) {
        services.push(...contributed.services)
        return { stop: largeRequests.stop }
      },
    })
    .use(billingModule)
    .use(outboxModule)
    .use(commitModule)
    .use(receiptsModule)
    .use(callsModule)
    .use({
      name: 'more endpoints',
      open: ({ calls }: { calls: CallsDependencies }) => ({ endpoints: options.endpoints?.(calls) ?? [] }),
    })
    .use(jobsModule)
    .use({
      name: 'events',
      open: ({ calls }: { calls: CallsDependencies }) => ({ endpoints: eventEndpoints(calls) }),
    })
    .use(gatewayModule)
    .use(changedApi(options.changeEndpoint ?? ((endpoint) => endpoint)))
    .use({
      name: 'public documents',
      open: ({ contributed }) => ({ provides: { publicDocuments: contributed.surfaces } }),
    })
  // Every other setting has its default.
  const { context, stop } = await modules.open(platform, {
    ...readSettings(modules.settings, {}),
    maxOpenItems: options.maxOpenItems ?? 50_000,
    topUpUrl: 'https://pay.example/top-up',
  })
  const { audit, calls: dependencies, fileLinks: links } = context
  const app = await openServer(
    http,
    [...context.surfaces, ...context.publicDocuments, ...(options.surfaces?.(http) ?? [])],
    {
      ...{
        environment: options.environment ?? 'sandbox',
        tls: null,
        host: '127.0.0.1',
        port: 0,
        publicUrl: null,
      },
    },
  )
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  return {
    audit,
    authenticationFailures,
    baseUrl,
    clock,
    database,
    dependencies,
    internalErrors,
    platform,
    ivsReused,
    links,
    service: services[0] as Service,
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
    /** Lets time pass, and the maintenance run that a running server would have done. */
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
    /** What the audit holds of an application, in the order of the requests. */
    async audited(application: Application, condition = 'true'): Promise<AuditedRow[]> {
      const { rows } = await database.pool.query<AuditedRow>(
        `select request_id, method, path, http_status, error_code, result_id, read_ids from audit_entries
         where application_id = $1 and ${condition} order by request_id, entry_id`,
        [application.applicationId],
      )
      return rows
    },
    async stop() {
      await app.close()
      await stop()
      await pool.end()
      await database.drop()
    },
  }
}

export const kycBody = (changes: Record<string, unknown> = {}) => ({
  identifier: { type: 'svc_id', value: 'COD-1111-2222-3333' },
  purpose: 'customer_onboarding',
  ...changes,
})
