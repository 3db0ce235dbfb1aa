import type pg from 'pg'
import { type Clock, type IdSource, type Random, rfc3339 } from '../core/index.ts'
import { periodStart } from '../ledger/index.ts'
import { inTransaction, queryBuilder, type Vault } from '../storage/index.ts'
import { announceChange } from './announce.ts'
import {
  type ApplicationSettings,
  applySettings,
  SettingsError,
  type SettingsInput,
} from './application-settings.ts'
import { type Credentials, makeCredentials } from './credentials.ts'
import { sealSecrets } from './secrets.ts'

export type OrganizationDependencies = {
  pool: pg.Pool
  clock: Clock
  random: Random
  newId: IdSource
  credentialsVault: Vault
}

export type ApplicationSummary = ApplicationSettings & {
  application_id: string
  api_key: string | null
  created_at: string
}

export type UsageCount = { service: string; period: string; period_start: string; used: number }

export type ApplicationDetails = ApplicationSummary & {
  /** Calls counted in the current day and month (UTC). */
  usage: UsageCount[]
  certificates: { thumbprint: string; subject: string; not_after: string; revoked_at: string | null }[]
}

/** What is shown once, at creation and when keys are rotated. */
export type IssuedCredentials = { application_id: string } & Credentials

const settingColumns = [
  'name',
  'environment',
  'services',
  'approved_services',
  'scopes',
  'purposes',
  'ip_allowlist',
  'burst_per_second',
  'quotas',
  'batch_items_per_day',
  'may_omit_liveness',
] as const

const settingValues = (settings: ApplicationSettings) =>
  settingColumns.map((column) => (column === 'quotas' ? JSON.stringify(settings.quotas) : settings[column]))

/** The one organization of an installation, until organizations register themselves. */
export const defaultOrganizationId = 'org_default'

/** Creates an application with its first key set. Throws a SettingsError that says what to type instead. */
export const createApplication = (
  input: SettingsInput,
  dependencies: OrganizationDependencies,
): Promise<IssuedCredentials> =>
  inTransaction(dependencies.pool, (client) => insertApplication(client, input, dependencies))

/** Likewise, as a part of a transaction. */
export const insertApplication = async (
  client: pg.PoolClient,
  input: SettingsInput,
  dependencies: OrganizationDependencies,
): Promise<IssuedCredentials> => {
  const settings = applySettings({}, input)
  const applicationId = dependencies.newId('app')
  const createdAt = new Date(dependencies.clock.now())
  await client.query(
    `insert into organizations (organization_id, name, created_at) values ($1, 'Default organization', $2)
     on conflict do nothing`,
    [defaultOrganizationId, createdAt],
  )
  const columns = ['application_id', 'organization_id', 'created_at', ...settingColumns]
  await client.query(
    `insert into applications (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    [applicationId, defaultOrganizationId, createdAt, ...settingValues(settings)],
  )
  return issueKeys(client, applicationId, settings.environment, dependencies)
}

const issueKeys = async (
  client: pg.PoolClient,
  applicationId: string,
  environment: ApplicationSettings['environment'],
  { random, clock, credentialsVault }: OrganizationDependencies,
): Promise<IssuedCredentials> => {
  const credentials = makeCredentials(environment, random)
  await client.query(
    'insert into api_keys (application_id, api_key, sealed_secrets, created_at) values ($1, $2, $3, $4)',
    [applicationId, credentials.api_key, sealSecrets(credentialsVault, credentials), new Date(clock.now())],
  )
  await announceChange(client, applicationId)
  return { application_id: applicationId, ...credentials }
}

/** Changes what was typed and keeps the rest; in force within a second on every process. */
export const updateApplication = (
  applicationId: string,
  input: SettingsInput,
  { pool }: OrganizationDependencies,
): Promise<ApplicationSummary> =>
  inTransaction(pool, async (client) => {
    const before = await readSummary(client, applicationId, true)
    if (input.environment && input.environment !== before.environment) {
      throw new SettingsError('The environment of an application cannot change; create another application.')
    }
    const settings = applySettings(before, input)
    const assignments = settingColumns.map((column, index) => `${column} = $${index + 2}`)
    await client.query(`update applications set ${assignments.join(', ')} where application_id = $1`, [
      applicationId,
      ...settingValues(settings),
    ])
    await announceChange(client, applicationId)
    return { ...before, ...settings }
  })

const summarySelection = `select a.application_id, a.created_at, ${settingColumns.map((column) => `a.${column}`).join(', ')},
  (select k.api_key from api_keys k where k.application_id = a.application_id and k.revoked_at is null
   order by k.created_at desc limit 1) as api_key
  from applications a`

type SummaryRow = Omit<ApplicationSummary, 'created_at'> & { created_at: Date }
const summaryOf = (row: SummaryRow): ApplicationSummary => ({
  ...row,
  created_at: rfc3339(row.created_at.getTime()),
})

const readSummary = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
  forUpdate = false,
): Promise<ApplicationSummary> => {
  const { rows } = await client.query<SummaryRow>(
    `${summarySelection} where a.application_id = $1${forUpdate ? ' for update of a' : ''}`,
    [applicationId],
  )
  if (!rows[0])
    throw new SettingsError(`There is no application ${applicationId}; see nani applications list.`)
  return summaryOf(rows[0])
}

export const listApplications = async ({ pool }: OrganizationDependencies): Promise<ApplicationSummary[]> => {
  const { rows } = await pool.query<SummaryRow>(`${summarySelection} order by a.created_at`)
  return rows.map(summaryOf)
}

/** Configuration, and calls used per service and period. */
export const showApplication = async (
  applicationId: string,
  { pool, clock }: OrganizationDependencies,
): Promise<ApplicationDetails> => {
  const summary = await readSummary(pool, applicationId)
  const nowMs = clock.now()
  const query = queryBuilder(pool)
  const usage = await query
    .selectFrom('usage_counters')
    .select(['service', 'period', 'period_start', 'used'])
    .where('application_id', '=', applicationId)
    .where((is) =>
      is.or(
        (['day', 'month'] as const).map((period) =>
          is.and({ period, period_start: periodStart(period, nowMs) }),
        ),
      ),
    )
    .orderBy('service')
    .orderBy('period')
    .execute()
  const certificates = await query
    .selectFrom('client_certificates')
    .select(['thumbprint', 'subject', 'not_after', 'revoked_at'])
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .execute()
  return {
    ...summary,
    usage,
    certificates: certificates.map((row) => ({
      thumbprint: row.thumbprint,
      subject: row.subject,
      not_after: rfc3339(row.not_after.getTime()),
      revoked_at: row.revoked_at && rfc3339(row.revoked_at.getTime()),
    })),
  }
}

/** Issues a new key set and revokes the old one (spec 1 § Credentials). */
export const rotateKeys = (
  applicationId: string,
  dependencies: OrganizationDependencies,
): Promise<IssuedCredentials> =>
  inTransaction(dependencies.pool, async (client) => {
    const { environment } = await readSummary(client, applicationId, true)
    await client.query(
      'update api_keys set revoked_at = $2 where application_id = $1 and revoked_at is null',
      [applicationId, new Date(dependencies.clock.now())],
    )
    return issueKeys(client, applicationId, environment, dependencies)
  })
