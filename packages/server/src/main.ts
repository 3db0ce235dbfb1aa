import {
  collectGarbage,
  errorLine,
  type Log,
  letThreadsCollectGarbage,
  startFailure,
} from '@nani/foundation/core/index.ts'
import { startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import {
  databaseUrls,
  destinationOf,
  type InstallationUrls,
  openLog,
  openPlatform,
  requireMasterKey,
  withRegister,
} from '@nani/foundation/platform/index.ts'
import { databaseFailure } from '@nani/foundation/storage/index.ts'
import {
  type Config,
  findFacts,
  installLastResort,
  openServerProcess,
  readConfig,
  type Server,
  unsafeSettings,
} from './app/app/index.ts'
import { type DemoCredentials, prepareDemo } from './organizations/organizations/index.ts'

/** `credentials` is null where no demo application is wanted. */
export type RunningNani = {
  server: Server
  credentials: DemoCredentials | null
  /** The last lines of the embedded PostgreSQL. */
  databaseLines(): readonly string[]
  /** What of this start is fit for a trial only. */
  unsafe: string[]
  stop(): Promise<void>
}

/** Starts everything, in order; what has been started is stopped again when a later step fails. */
export const startNani = async (config: Config, log: Log): Promise<RunningNani> => {
  const started: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const stopOne of started.reverse()) await stopOne()
    started.length = 0
  }
  try {
    requireMasterKey(config)
    const embedded = databaseUrls(config) ? null : await startDatabase(config, log, started)
    const urls = embedded ? withRegister(embedded.urls, config) : (databaseUrls(config) as InstallationUrls)
    const platform = await openPlatform(
      config,
      urls,
      (error) => log(`database: ${errorLine(error)}`, 'error'),
      log,
    )
    started.push(platform.close)
    const server = await openServerProcess(config, platform)
    started.push(server.stop)
    const credentials =
      server.demo === 'none' || config.role === 'worker'
        ? null
        : await prepareDemo(server.demo, config.dataDir, server.baseUrls, server.certificates)
    const unsafe = unsafeSettings(config, await findFacts(platform, server, config))
    const databaseLines = () => embedded?.recentLines() ?? []
    return { server, credentials, unsafe, databaseLines, stop }
  } catch (error) {
    await stop()
    throw databaseFailure(error, destinationOf(config, 'app')) ?? error
  }
}

const startDatabase = async (config: Config, log: Log, started: (() => Promise<void>)[]) => {
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  started.push(database.stop)
  return database
}

const places = (
  { server, credentials }: RunningNani,
  { dataDir, role, host, metricsPort }: Config,
): string[] =>
  role === 'worker'
    ? [
        metricsPort === null
          ? 'Worker        without a port. Set NANI_METRICS_PORT for its health and its metrics.'
          : `Worker        http://${host}:${metricsPort}/readyz`,
      ]
    : [
        `Sandbox       ${server.baseUrls.sandbox}`,
        `Production    ${server.baseUrls.production}  (mutual TLS)`,
        `Citizens      ${server.citizenUrl}`,
        `Console       ${server.consoleUrl}`,
        `Desk          ${server.deskUrl}`,
        `Test people   ${server.baseUrls.sandbox}/sandbox/scenarios`,
        `Reference     ${server.baseUrls.sandbox}/docs`,
        ...(credentials
          ? [
              `Credentials   ${dataDir}/demo-credentials.json`,
              '',
              'First call    npx nani kyc COD-0000-0000-0001',
            ]
          : ['Credentials   npx nani applications create --help']),
      ]

const welcome = (nani: RunningNani, config: Config): string =>
  [
    ...places(nani, config),
    ...(nani.unsafe.length > 0 ? ['', 'Not for real data:', ...nani.unsafe.map((line) => `  ${line}`)] : []),
    '',
    'Nani is ready',
  ].join('\n')

/** What a start left to do has ended by then: lists that another process may have changed are loaded, and jobs have begun. */
const garbageAfterMs = 10_000

/** A terminal's Ctrl-C reaches us twice, from the terminal and from npm; only a later signal is impatience. */
const impatientAfterMs = 2_000

const run = async () => {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  letThreadsCollectGarbage()
  const starting = startNani(config, log)
  let stoppingSinceMs: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > impatientAfterMs) process.exit(1)
      return
    }
    stoppingSinceMs = performance.now()
    log(`${signal}: finishing running calls`)
    // A start that is under way is finished first, so that no database is left behind.
    await (await starting).stop()
    log('stopped')
    process.exit(0)
  }
  installLastResort({
    events: process,
    report: process.report,
    log,
    stop: async () => {
      const nani = await starting
      await nani.stop()
      for (const line of nani.databaseLines()) log(`postgres: ${line}`)
    },
    exit: (code) => process.exit(code),
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const nani = await starting
  setTimeout(collectGarbage, garbageAfterMs).unref()
  if (stoppingSinceMs === undefined) process.stdout.write(`${welcome(nani, config)}\n`)
}

if (import.meta.main) {
  run().catch((error) => {
    process.stderr.write(`${startFailure(error)}\n`)
    process.exit(1)
  })
}
