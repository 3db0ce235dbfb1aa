import { createSecretKey } from 'node:crypto'
import { decodeKey } from '@nani/contract/node'
import {
  addressList,
  type Channel,
  type Clock,
  createBatcher,
  createChannel,
  promptGroups,
  Refusal,
} from '@nani/foundation/core/index.ts'
import { listenForChanges, type Platform } from '@nani/foundation/platform/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Application, ApplicationDirectory } from '../../gateway/gateway/index.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { readLogo } from './logo.ts'
import { openSecrets } from './secrets.ts'

export type Directory = ApplicationDirectory & {
  findById(applicationId: string): Promise<Application | null>
  /** The logo that an application has by its hash; null: it has none of this hash. */
  findLogo(application: Application, hash: string): Promise<Buffer | null>
  /** Forgets what is remembered of an application (null: of all), so that a change takes effect at once. */
  forget(applicationId: string | null): void
}

// Changes are announced by the database and take effect at once; this bounds what a lost announcement costs.
// spec/checks#ip-allowlist asks for a minute.
const rememberedMs = 30_000
const maxRemembered = 10_000

type Row = Omit<ApplicationSettings, 'may_omit_liveness'> & {
  application_id: string
  organization_id: string
  organization_name: string
  logo_hash: string | null
  /** A bigint, as its text. */
  test_clock_ms: string
  api_key: string
  /** Until the key ends, by the clock of the database; null: it has no end. */
  ends_in_ms: number | null
  sealed_secrets: Buffer
  thumbprints: string[]
}

const selection = `
  select a.application_id, a.organization_id, o.name as organization_name, a.name, a.logo_hash, a.test_clock_ms, a.redirect_uris, a.environment, a.services, a.approved_services,
    a.withheld_approvals, a.scopes, a.purposes, a.ip_allowlist,
    a.burst_per_second, a.quotas, a.batch_items_per_day, a.service_settings, k.api_key, k.sealed_secrets,
    (extract(epoch from k.revoked_at - now()) * 1000)::float8 as ends_in_ms,
    array(select c.thumbprint from client_certificates c
          where c.application_id = a.application_id and c.revoked_at is null) as thumbprints
  from api_keys k join applications a using (application_id) join organizations o using (organization_id)
  where (k.revoked_at is null or k.revoked_at > now()) and`

type CachedApplication = { found: Promise<Application | null>; untilMs: number; applicationId: string | null }
type Column = 'k.api_key' | 'a.application_id'

/** The keys of applications in cells among some that home does not have. */
type PlacedAmong = (keys: readonly string[]) => Promise<ReadonlySet<string>>

/** Look-ups that run at the same time share a statement: a flood of invented keys costs few of them. */
const createLookup = (
  { pool, vault, clock }: { pool: pg.Pool; vault: Vault; clock: Clock },
  column: Column,
) =>
  createBatcher<string, Application | null>(async (values) => {
    const { rows } = await pool.query<Row>({
      name: `application by ${column}`,
      // The current key comes first, then those that still overlap with it, the oldest last.
      text: `${selection} ${column} = any($1) order by k.revoked_at desc nulls first, k.created_at desc`,
      values: [[...new Set(values)]],
    })
    const keys = Map.groupBy(rows, (row) => (column === 'k.api_key' ? row.api_key : row.application_id))
    return values.map((value) => {
      const [current, ...overlapping] = keys.get(value) ?? []
      return current ? applicationOf(current, overlapping, vault, clock.now()) : null
    })
  }, promptGroups)

/**
 * Applications as the gateway needs them, remembered for a while in a bounded cache. `placedAmong`: in home. A process that
 * has not heard of a new key of a cell yet looks for it here. Its caller repeats the call (503), and is not refused as a stranger (401).
 */
export const createDirectory = (
  pool: pg.Pool,
  vault: Vault,
  clock: Clock,
  placedAmong: PlacedAmong | null = null,
): Directory => {
  const remembered = new Map<string, CachedApplication>()
  const lookups = {
    'k.api_key': createLookup({ pool, vault, clock }, 'k.api_key'),
    'a.application_id': createLookup({ pool, vault, clock }, 'a.application_id'),
  }
  // Real keys do not wait for it.
  const placed =
    placedAmong &&
    createBatcher<string, boolean>(async (keys) => {
      const among = await placedAmong(keys)
      return keys.map((key) => among.has(key))
    }, promptGroups)
  const look = async (column: Column, value: string): Promise<Application | null> => {
    const found = await lookups[column](value)
    // The notification of the key is under way.
    if (!found && column === 'k.api_key' && (await placed?.(value)))
      throw new Refusal(
        'overloaded',
        { retry_after: 1 },
        { detail: 'the key of a cell is not known here yet' },
      )
    return found
  }

  const find = (column: Column, value: string): Promise<Application | null> => {
    const key = `${column} ${value}`
    const known = remembered.get(key)
    if (known && known.untilMs > clock.now()) return known.found
    if (remembered.size >= maxRemembered) remembered.clear()
    const entry: CachedApplication = {
      found: look(column, value),
      untilMs: clock.now() + rememberedMs,
      applicationId: null,
    }
    const forgetEntry = () => {
      if (remembered.get(key) === entry) remembered.delete(key)
    }
    remembered.set(key, entry)
    entry.found.then((application) => {
      entry.applicationId = application?.applicationId ?? null
      // What is unknown takes no room: strangers could fill it.
      if (!application) forgetEntry()
      else entry.untilMs = Math.min(entry.untilMs, application.keysEndAtMs)
    }, forgetEntry)
    return entry.found
  }

  return {
    findByApiKey: (apiKey) => find('k.api_key', apiKey),
    findById: (applicationId) => find('a.application_id', applicationId),
    // Another hash costs no statement: strangers could ask for any.
    findLogo: async ({ applicationId, logoHash }, hash) =>
      hash === logoHash ? readLogo(pool, applicationId, hash) : null,
    forget(applicationId) {
      for (const [key, entry] of remembered) {
        // An entry that is still being read may be the one that changed.
        const affected = applicationId === null || entry.applicationId === null
        if (affected || entry.applicationId === applicationId) remembered.delete(key)
      }
    },
  }
}

const payloadKeyOf = (row: Row, vault: Vault) =>
  createSecretKey(decodeKey(openSecrets(vault, row.sealed_secrets, row.api_key).payload_encryption_key))

const applicationOf = (row: Row, overlapping: readonly Row[], vault: Vault, nowMs: number): Application => {
  const secrets = openSecrets(vault, row.sealed_secrets, row.api_key)
  const payloadKey = createSecretKey(decodeKey(secrets.payload_encryption_key))
  const oldest = overlapping.at(-1)
  const ends = [row, ...overlapping].flatMap(({ ends_in_ms }) => ends_in_ms ?? [])
  return {
    applicationId: row.application_id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    name: row.name,
    logoHash: row.logo_hash,
    clockAheadMs: Number(row.test_clock_ms),
    environment: row.environment,
    apiKey: row.api_key,
    secretKey: createSecretKey(decodeKey(secrets.secret_key)),
    payloadKey,
    webhookKey: oldest ? payloadKeyOf(oldest, vault) : payloadKey,
    keysEndAtMs: nowMs + Math.min(Number.POSITIVE_INFINITY, ...ends),
    services: new Set(row.services),
    approvedServices: new Set(row.approved_services),
    suspendedApprovals: new Set(row.withheld_approvals),
    scopes: new Set(row.scopes),
    purposes: new Set(row.purposes),
    allowlist: row.ip_allowlist.length > 0 ? addressList(row.ip_allowlist) : null,
    burstPerSecond: row.burst_per_second,
    quotas: new Map(Object.entries(row.quotas) as [keyof typeof row.quotas, never][]),
    batchItemsPerDay: row.batch_items_per_day,
    serviceSettings: new Map(
      Object.entries(row.service_settings) as [keyof typeof row.service_settings, never][],
    ),
    thumbprints: new Set(row.thumbprints),
    redirectUris: new Set(row.redirect_uris),
  }
}

export type OpenDirectory = {
  directory: Directory
  /** The application that changed. Null: each of them may have changed. */
  applicationChanges: Channel<string | null>
  stop(): Promise<void>
}

/** The applications of a database, which follow the changes that it announces. */
export const openDirectory = async (
  {
    pool,
    clock,
    vaultFor,
    connectionString,
  }: Pick<Platform, 'pool' | 'clock' | 'vaultFor' | 'connectionString'>,
  placedAmong: PlacedAmong | null = null,
): Promise<OpenDirectory> => {
  const directory = createDirectory(pool, vaultFor('credentials'), clock, placedAmong)
  const applicationChanges: Channel<string | null> = createChannel()
  applicationChanges.subscribe(directory.forget)
  const { stop } = await listenForChanges(connectionString, applicationChanges.send)
  return { directory, applicationChanges, stop }
}
