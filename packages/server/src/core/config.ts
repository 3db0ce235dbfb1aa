import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** Everything that an operator can set, from the environment. Documented in docs/operating.md. */
export type Config = {
  dataDir: string
  /** Null: the embedded PostgreSQL of the data directory. */
  databaseUrl: string | null
  /** 32 bytes; null: made on first start and kept beside the data. */
  masterKey: Buffer | null
  host: string
  sandboxPort: number
  productionPort: number
  /** Where `GET /metrics` is answered; null: nowhere. */
  metricsPort: number | null
  /** How callers reach us, when it is not the address that we listen on. */
  sandboxUrl: string | null
  productionUrl: string | null
  trustedProxies: string[]
  registerTimeoutMs: number
  maxConnections: number
  /** Whether events of the sandbox may be sent to this machine, by HTTP too. */
  sandboxWebhooksAllowLoopback: boolean
  /** How often each screening list is fetched from where it is published; 0: never by itself. */
  listsRefreshHours: number
  /** Where lists are fetched from, by list, in place of the official addresses; none: the list is not fetched. */
  listAddresses: Record<string, string[]>
  /** Manifests of models for faces, in place of the built-in ones; null: none. */
  faceModelsDir: string | null
  /** How many photographs are analysed at once; 0: Face Recognition is not offered. */
  faceWorkers: number
  /** How the enrolled are searched among everybody. */
  faceSearch: FaceSearchChoice
  /** Whether a start makes the demo applications, which may do everything. */
  demo: boolean
}

export type FaceSearchChoice =
  | { kind: 'scan' | 'sketches' | 'graph' }
  | { kind: 'qdrant'; url: string; apiKey: string | null }

/** What the operator set is no setting; the message says what is. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

export const readConfig = (environment: Environment): Config => ({
  dataDir: resolve(environment.NANI_DATA_DIR || '.nani'),
  databaseUrl: environment.DATABASE_URL || null,
  masterKey: readMasterKey(environment, 'NANI_MASTER_KEY'),
  host: environment.NANI_HOST || '127.0.0.1',
  sandboxPort: wholeNumber(environment, 'NANI_SANDBOX_PORT', 4010, 65_535),
  productionPort: wholeNumber(environment, 'NANI_PRODUCTION_PORT', 4443, 65_535),
  metricsPort: environment.NANI_METRICS_PORT
    ? wholeNumber(environment, 'NANI_METRICS_PORT', 0, 65_535)
    : null,
  sandboxUrl: readUrl(environment, 'NANI_SANDBOX_URL'),
  productionUrl: readUrl(environment, 'NANI_PRODUCTION_URL'),
  trustedProxies: (environment.NANI_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter((part) => part !== ''),
  registerTimeoutMs: wholeNumber(environment, 'NANI_REGISTER_TIMEOUT_MS', 5_000, 60_000),
  maxConnections: wholeNumber(environment, 'NANI_DATABASE_CONNECTIONS', 16, 500),
  // The embedded database means a trial on one's own machine.
  sandboxWebhooksAllowLoopback: yesOrNo(
    environment,
    'NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK',
    !environment.DATABASE_URL,
  ),
  listsRefreshHours: wholeNumber(environment, 'NANI_LISTS_REFRESH_HOURS', 0, 8_760),
  listAddresses: readListAddresses(environment.NANI_LIST_ADDRESSES),
  faceModelsDir: environment.NANI_FACE_MODELS ? resolve(environment.NANI_FACE_MODELS) : null,
  faceWorkers: wholeNumber(environment, 'NANI_FACE_WORKERS', Math.min(availableParallelism(), 16), 256),
  faceSearch: readFaceSearch(environment),
  demo: yesOrNo(environment, 'NANI_DEMO', true),
})

const wholeNumber = (environment: Environment, name: string, fallback: number, most: number): number => {
  const text = environment[name]
  if (text === undefined || text === '') return fallback
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new ConfigError(`${name} is a whole number from 0 to ${most}, not "${text}".`)
  return value
}

const yesOrNo = (environment: Environment, name: string, fallback: boolean): boolean => {
  const text = environment[name]?.toLowerCase()
  if (!text) return fallback
  if (!/^(?:true|false|1|0)$/.test(text)) throw new ConfigError(`${name} is true or false, not "${text}".`)
  return text === 'true' || text === '1'
}

const readUrl = (environment: Environment, name: string): string | null => {
  const text = environment[name]
  if (!text) return null
  if (!URL.canParse(text)) throw new ConfigError(`${name} is no URL: "${text}".`)
  return text.replace(/\/+$/, '')
}

const readFaceSearch = (environment: Environment): FaceSearchChoice => {
  const choice = environment.NANI_FACE_SEARCH || 'scan'
  if (choice === 'scan' || choice === 'sketches' || choice === 'graph') return { kind: choice }
  if (/^https?:/.test(choice) && URL.canParse(choice)) {
    const url = choice.replace(/\/+$/, '')
    return { kind: 'qdrant', url, apiKey: environment.NANI_QDRANT_API_KEY || null }
  }
  throw new ConfigError(
    `NANI_FACE_SEARCH is scan, sketches, graph, or the URL of a Qdrant cluster, not "${choice}".`,
  )
}

/** `un=https://… us_sdn=https://…`; a list that is there twice has several files, one that is there empty none. */
const readListAddresses = (text = ''): Record<string, string[]> => {
  const addresses: Record<string, string[]> = {}
  for (const part of text.split(/\s+/).filter((one) => one !== '')) {
    const [, list, url] = /^([a-z_]+)=(.*)$/.exec(part) ?? []
    if (!list || (url && !URL.canParse(url)))
      throw new ConfigError(`NANI_LIST_ADDRESSES is such as un=https://example.org/un.xml, not "${part}".`)
    const known = addresses[list] ?? []
    addresses[list] = url ? [...known, url] : known
  }
  return addresses
}

/** 32 bytes in base64, or null when nothing is set. */
export const readMasterKey = (environment: Environment, name: string): Buffer | null => {
  const text = environment[name]
  if (!text) return null
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) {
    throw new ConfigError(`${name} is 32 bytes in base64; make one with: openssl rand -base64 32`)
  }
  return key
}
