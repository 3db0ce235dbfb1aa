import { type Config, ConfigError, errorLine, readConfig } from './core/index.ts'
import { openFoundation } from './foundation.ts'
import { type House, openHouse } from './house.ts'
import { type DemoCredentials, prepareDemo } from './organizations/index.ts'
import { startEmbeddedPostgres } from './storage/index.ts'

/** `credentials` is null where no demo application is wanted. */
export type RunningNani = { house: House; credentials: DemoCredentials | null; stop(): Promise<void> }

/** Starts everything, in order; what has been started is stopped again when a later step fails. */
export const startNani = async (config: Config, log: (line: string) => void): Promise<RunningNani> => {
  const started: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const stopOne of started.reverse()) await stopOne()
    started.length = 0
  }
  try {
    const connectionString = config.databaseUrl ?? (await startDatabase(config, log, started))
    const foundation = await openFoundation(config, connectionString, (error) =>
      log(`database: ${errorLine(error)}`),
    )
    started.push(foundation.close)
    const house = await openHouse(config, foundation, log)
    started.push(house.stop)
    const credentials = config.demo
      ? await prepareDemo(config.dataDir, house.baseUrls, house.certificates)
      : null
    return { house, credentials, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startDatabase = async (
  config: Config,
  log: (line: string) => void,
  started: (() => Promise<void>)[],
) => {
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  started.push(database.stop)
  return database.url
}

const welcome = ({ house, credentials }: RunningNani, { dataDir }: Config): string =>
  [
    `Sandbox       ${house.baseUrls.sandbox}`,
    `Production    ${house.baseUrls.production}  (mutual TLS)`,
    `Test people   ${house.baseUrls.sandbox}/sandbox/scenarios`,
    `Reference     ${house.baseUrls.sandbox}/docs`,
    ...(credentials
      ? [
          `Credentials   ${dataDir}/demo-credentials.json`,
          '',
          'Try it        npx nani kyc COD-0000-0000-0001',
        ]
      : ['Credentials   npx nani applications create --help']),
    '',
    'Nani is ready',
  ].join('\n')

/** A terminal's Ctrl-C reaches us twice, from the terminal and from npm; only a later signal is impatience. */
const impatientAfterMs = 2_000

const run = async () => {
  const log = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`)
  const config = readConfig(process.env)
  const starting = startNani(config, log)
  let stoppingSinceMs: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > impatientAfterMs) process.exit(1)
      return
    }
    stoppingSinceMs = performance.now()
    log(`${signal}: finishing the calls in flight`)
    // A start that is under way is finished first, so that no database is left behind.
    await (await starting).stop()
    log('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const nani = await starting
  if (stoppingSinceMs === undefined) process.stdout.write(`${welcome(nani, config)}\n`)
}

if (import.meta.main) {
  run().catch((error) => {
    const expected = error instanceof ConfigError || !(error instanceof Error)
    process.stderr.write(
      `Nani could not start: ${expected ? String(error) : (error.stack ?? error.message)}\n`,
    )
    process.exit(1)
  })
}
