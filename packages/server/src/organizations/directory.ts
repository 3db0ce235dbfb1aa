import { createSecretKey } from 'node:crypto'
import { decodeKey } from '@nani/contract/node'
import type pg from 'pg'
import { type Clock, coalesce, Refusal } from '../core/index.ts'
import { type Application, type ApplicationDirectory, addressList } from '../gateway/index.ts'
import type { Vault } from '../storage/index.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { openSecrets } from './secrets.ts'

export type Directory = ApplicationDirectory & {
  findById(applicationId: string): Promise<Application | null>
  /** Forgets what is remembered of an application (null: of all), so that a change takes effect at once. */
  forget(applicationId: string | null): void
}

// Changes are announced by the database and take effect at once; this bounds what a lost announcement costs.
// Spec 1 § Rejections 3 asks for a minute.
const rememberedMs = 30_000
const maxRemembered = 10_000

type Row = Omit<ApplicationSettings, 'name'> & {
  application_id: string
  api_key: string
  sealed_secrets: Buffer
  thumbprints: string[]
}

const selection = `
  select a.application_id, a.environment, a.services, a.approved_services, a.scopes, a.purposes, a.ip_allowlist,
    a.burst_per_second, a.quotas, a.batch_items_per_day, a.may_omit_liveness, k.api_key, k.sealed_secrets,
    array(select c.thumbprint from client_certificates c
          where c.application_id = a.application_id and c.revoked_at is null) as thumbprints
  from api_keys k join applications a using (application_id)
  where k.revoked_at is null and`

type Remembered = { found: Promise<Application | null>; untilMs: number; applicationId: string | null }
type Column = 'k.api_key' | 'a.application_id'

/** Look-ups that run at the same time share a statement: a flood of invented keys costs few of them. */
const createLookup = (pool: pg.Pool, vault: Vault, column: Column) =>
  coalesce<string, Application | null>(
    async (values) => {
      const { rows } = await pool.query<Row>({
        name: `application by ${column}`,
        text: `${selection} ${column} = any($1) order by k.created_at`,
        values: [[...new Set(values)]],
      })
      // Where an application has several keys the newest stands for it.
      const found = new Map(
        rows.map((row) => [column === 'k.api_key' ? row.api_key : row.application_id, row]),
      )
      return values.map((value) => {
        const row = found.get(value)
        return row ? applicationOf(row, vault) : null
      })
    },
    {
      maxInFlight: 2,
      maxGroup: 100,
      maxWaiting: 5_000,
      overflow: () => new Refusal('overloaded', { retry_after: 1 }),
    },
  )

/** Applications as the gateway needs them, remembered for a while in a bounded cache. */
export const createDirectory = (pool: pg.Pool, vault: Vault, clock: Clock): Directory => {
  const remembered = new Map<string, Remembered>()
  const lookups = {
    'k.api_key': createLookup(pool, vault, 'k.api_key'),
    'a.application_id': createLookup(pool, vault, 'a.application_id'),
  }

  const find = (column: Column, value: string): Promise<Application | null> => {
    const key = `${column} ${value}`
    const known = remembered.get(key)
    if (known && known.untilMs > clock.now()) return known.found
    if (remembered.size >= maxRemembered) remembered.clear()
    const entry: Remembered = {
      found: lookups[column](value),
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
    }, forgetEntry)
    return entry.found
  }

  return {
    findByApiKey: (apiKey) => find('k.api_key', apiKey),
    findById: (applicationId) => find('a.application_id', applicationId),
    forget(applicationId) {
      for (const [key, entry] of remembered) {
        // An entry that is still being read may be the one that changed.
        const affected = applicationId === null || entry.applicationId === null
        if (affected || entry.applicationId === applicationId) remembered.delete(key)
      }
    },
  }
}

const applicationOf = (row: Row, vault: Vault): Application => {
  const secrets = openSecrets(vault, row.sealed_secrets, row.api_key)
  return {
    applicationId: row.application_id,
    environment: row.environment,
    apiKey: row.api_key,
    secretKey: createSecretKey(decodeKey(secrets.secret_key)),
    payloadKey: createSecretKey(decodeKey(secrets.payload_encryption_key)),
    services: new Set(row.services),
    approvedServices: new Set(row.approved_services),
    scopes: new Set(row.scopes),
    purposes: new Set(row.purposes),
    allowlist: row.ip_allowlist.length > 0 ? addressList(row.ip_allowlist) : null,
    burstPerSecond: row.burst_per_second,
    quotas: new Map(Object.entries(row.quotas) as [keyof typeof row.quotas, never][]),
    batchItemsPerDay: row.batch_items_per_day,
    mayOmitLiveness: row.may_omit_liveness,
    thumbprints: new Set(row.thumbprints),
  }
}
