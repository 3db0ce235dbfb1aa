import type { Environment } from '@nani/contract'
import type { FastifyInstance } from 'fastify'
import { type Config, describeError, errorLine, Refusal } from './core/index.ts'
import {
  commonEndpoints,
  createDeliverFiles,
  createFileLinks,
  type DeliveryDependencies,
  performChunk,
  performJob,
  type Service,
  serviceEndpoints,
  startQueue,
  toldResults,
} from './delivery/index.ts'
import { addFilesRoute } from './files-route.ts'
import type { Foundation } from './foundation.ts'
import {
  addressList,
  addSignedApi,
  bodyBudget,
  createAdmit,
  createClaimReleases,
  createPipeline,
  createServer,
  type ListenerOptions,
  type Outcome,
  type TlsOptions,
} from './gateway/index.ts'
import { addHealthRoute } from './health-route.ts'
import { createAuditLog, createCommit } from './ledger/index.ts'
import { type RefreshReport, refreshDueLists, seedSandboxLists } from './lists/index.ts'
import { maintain } from './maintenance.ts'
import { createMetrics } from './metrics.ts'
import { openFaces } from './open-faces.ts'
import { openMonitoring } from './open-monitoring.ts'
import { monitorSecrets, openScreening } from './open-screening.ts'
import { openWebhooks } from './open-webhooks.ts'
import {
  type CertificateDependencies,
  createDirectory,
  listenForChanges,
  openAuthority,
  openServerCertificate,
  trustsCertificate,
} from './organizations/index.ts'
import { systemLookup } from './outbound/index.ts'
import { createPostgresRegister, seedSandbox, withDeadline, withScenarios } from './register/index.ts'
import { addSandboxRoutes } from './sandbox-routes.ts'
import { createAgeVerification } from './services/age/index.ts'
import { createAmlScreening, dispositionEndpoints } from './services/aml/index.ts'
import { createFaceRecognition } from './services/face/index.ts'
import { createKybVerification } from './services/kyb/index.ts'
import { createKycValidation } from './services/kyc/index.ts'
import { deriveKey } from './storage/index.ts'

export type House = {
  baseUrls: Record<Environment, string>
  certificates: CertificateDependencies
  stop(): Promise<void>
}

const maxConcurrentCalls = 2_000
const maxBodyBytesHeld = 512 * 1024 * 1024
const jobWorkers = 8
const chunkWorkers = 4

/** Puts the house together on its foundation: everything that has a choice of parts is chosen here. */
export const openHouse = async (
  config: Config,
  foundation: Foundation,
  log: (line: string) => void,
): Promise<House> => {
  const { pool, clock, random, newId, rootKey, vaultFor } = foundation
  const credentialsVault = vaultFor('credentials')
  const certificates: CertificateDependencies = {
    pool,
    clock,
    random,
    newId,
    credentialsVault,
    authorityVault: vaultFor('authority'),
  }
  const filesVault = vaultFor('files')
  const { refused } = await seedSandbox(pool, filesVault)
  const seededLists = await seedSandboxLists({ pool, clock })
  for (const refusal of [...refused, ...seededLists.refused]) log(`sandbox: ${refusal}`)

  const register = withScenarios(
    withDeadline(createPostgresRegister({ pool, vault: filesVault }), config.registerTimeoutMs),
  )
  const directory = createDirectory(pool, credentialsVault, clock)
  const queue = await startQueue(pool, (error) => log(`queue: ${errorLine(error)}`))
  const audit = createAuditLog(pool, (error) => log(`audit: ${errorLine(error)}`))
  const links = createFileLinks(deriveKey(rootKey, 'file-links'))
  const baseUrls: Record<Environment, string> = { sandbox: '', production: '' }
  const onInternalError = (detail: string) => log(`internal error: ${detail}`)

  const screening = await openScreening(foundation, log)
  const faces = config.faceWorkers > 0 ? await openFaces(config, foundation, register, log) : null
  const services: Service[] = [
    createKycValidation(register),
    createAgeVerification(register),
    createKybVerification(register),
    ...(faces ? [createFaceRecognition({ ...faces, register })] : []),
    createAmlScreening({
      ...{ register, sources: screening.sources, clock },
      monitors: monitorSecrets(foundation),
    }),
  ]
  const byName = new Map(services.map((service) => [service.name as string, service]))
  const dependencies: DeliveryDependencies = {
    pool,
    clock,
    newId,
    queue,
    commit: createCommit(pool),
    resultsVault: vaultFor('results'),
    answersVault: vaultFor('answers'),
    requestsVault: vaultFor('requests'),
    subjectKey: deriveKey(rootKey, 'audit-subject'),
    deliverFiles: createDeliverFiles(links, register.readFile),
    baseUrl: (environment) => baseUrls[environment],
    serviceByName: (name) => {
      const service = byName.get(name)
      if (!service) throw new Error(`no service is called ${name}`)
      return service
    },
    applicationById: directory.findById,
    wakeDeliveries: (applicationId) => webhooks.wake(applicationId),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onInternalError,
  }
  const webhooks = openWebhooks(config, foundation, dependencies, log)
  const changes = await listenForChanges(foundation.connectionString, (applicationId) => {
    directory.forget(applicationId)
    webhooks.forget(applicationId)
  })
  const endpoints = [
    ...services.flatMap((service) => serviceEndpoints(service, dependencies)),
    ...dispositionEndpoints(dependencies, monitorSecrets(foundation)),
    ...commonEndpoints(dependencies),
  ]
  const authority = await openAuthority(certificates)
  const claims = createClaimReleases({
    pool,
    clock,
    // It keeps no process alive that is asked to stop.
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
    log: (message, error) => log(`${message}: ${errorLine(error)}`),
  })
  const listenerOptions = {
    endpoints,
    pipeline: createPipeline({
      directory,
      clock,
      admit: createAdmit({ pool, clock, releaseLater: claims.releaseLater }),
      releaseClaim: claims.release,
      answersVault: dependencies.answersVault,
    }),
    record: (outcome: Outcome) => recordOutcome(outcome, audit.record),
    clock,
    random,
    proxies: addressList(config.trustedProxies),
    trustsCertificate: trustsCertificate(authority, certificates),
    bodies: bodyBudget(maxBodyBytesHeld, maxBodyBytesHeld / 2),
    maxConcurrentCalls,
    onInternalError: (requestId: string, detail: string) => onInternalError(`${requestId} ${detail}`),
  }
  const open = async (
    environment: Environment,
    tls: TlsOptions | null,
    port: number,
    publicUrl: string | null,
  ) => {
    const app = createServer(tls, newId)
    const options: ListenerOptions = { ...listenerOptions, environment, tls }
    addSignedApi(app, options)
    addHealthRoute(app, pool)
    addFilesRoute(app, { links, register, clock })
    if (environment === 'sandbox') addSandboxRoutes(app, services, endpoints)
    await listen(app, config.host, port)
    const address = app.server.address()
    const actual = typeof address === 'object' && address ? address.port : port
    baseUrls[environment] = publicUrl ?? `${tls ? 'https' : 'http'}://${urlHost(config.host)}:${actual}`
    return app
  }
  const names = [config.host, ...(config.productionUrl ? [new URL(config.productionUrl).hostname] : [])]
  const certificate = await openServerCertificate(authority, names.filter(isNameable), certificates)
  const tls = {
    key: certificate.privateKeyPem,
    cert: certificate.certificatePem,
    ca: authority.certificatePem,
  }

  const sandbox = await open('sandbox', null, config.sandboxPort, config.sandboxUrl)
  const production = await open('production', tls, config.productionPort, config.productionUrl)
  const metrics = config.metricsPort === null ? null : createMetrics(foundation)
  if (metrics && config.metricsPort !== null) await listen(metrics, config.host, config.metricsPort)
  await queue.work('jobs', jobWorkers, (task) => performJob(task, dependencies))
  await queue.work('chunks', chunkWorkers, (task) => performChunk(task, dependencies))
  webhooks.start()
  const monitoring = openMonitoring(foundation, screening, register, dependencies, log)
  const maintenance = maintain(
    pool,
    clock,
    (error) => log(`maintenance: ${describeError(error)}`),
    listsRefresh(config, foundation, log),
  )

  return {
    baseUrls,
    certificates,
    // Callers first, then what they left to do, then what it is written with.
    async stop() {
      maintenance.stop()
      await Promise.all([sandbox.close(), production.close(), metrics?.close()])
      await queue.stop()
      await monitoring.stop()
      await webhooks.stop()
      await audit.drain()
      await changes.stop()
      await faces?.stop()
      await screening.stop()
    },
  }
}

/** Fetches the lists that are due, when the operator wants it done. */
const listsRefresh = (
  { listsRefreshHours: everyHours, listAddresses: addresses }: Config,
  { pool, clock }: Foundation,
  log: (line: string) => void,
): (() => Promise<void>) | null => {
  if (everyHours === 0) return null
  const onReport = (report: RefreshReport) =>
    log(`list ${report.list}: ${report.outcome === 'refused' ? report.message : report.outcome}`)
  const lookup = systemLookup()
  return () => refreshDueLists({ pool, clock, lookup, addresses, everyHours, onReport })
}

const listen = async (app: FastifyInstance, host: string, port: number) => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${port} is in use. Choose another with NANI_SANDBOX_PORT, NANI_PRODUCTION_PORT or NANI_METRICS_PORT; 0 takes a free one.`,
    )
  }
}

const urlHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const isNameable = (name: string) => name !== '0.0.0.0' && name !== '::'

/** An audit entry for every call that was not part of a commit: refusals, reads, and accepted asynchronous work. */
const recordOutcome = (
  { visit, answer }: Outcome,
  record: ReturnType<typeof createAuditLog>['record'],
): void => {
  const { request, application, endpoint } = visit
  if (!visit.verified || !application) return
  const refused = answer instanceof Refusal
  if (!refused && answer.audited) return
  record({
    application_id: application.applicationId,
    at_ms: request.receivedAtMs,
    api_key: application.apiKey,
    request_id: request.requestId,
    client_address: request.peer.address,
    method: request.method,
    path: request.route,
    http_status: answer.status,
    error_code: refused ? answer.code : null,
    service: endpoint?.service ?? null,
    purpose: null,
    scopes: null,
    result_id: null,
    outcome: null,
    subject: null,
    read_ids: refused ? null : toldResults(request.params, answer.body),
  })
}
