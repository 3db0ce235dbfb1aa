import type pg from 'pg'
import { type ActEntry, changeCase } from '../audit/index.ts'
import { type Clock, type IdSource, OperatorError, type Random, rfc3339 } from '../core/index.ts'
import { periodStart } from '../metering/index.ts'
import { announceChange } from '../platform/index.ts'
import type { Vault } from '../storage/index.ts'
import { type ApplicationSettings, applySettings, type SettingsInput } from './application-settings.ts'
import { type Credentials, makeCredentials } from './credentials.ts'
import { lockOrganization } from './membership/organization-rows.ts'
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
  /** The hash of the logo that citizens see; null: it has none. */
  logo_hash: string | null
  created_at: string
}

export type UsageCount = { service: string; period: string; period_start: string; used: number }

export type ApplicationDetails = ApplicationSummary & {
  /** Calls counted in the current day and month (UTC). */
  usage: UsageCount[]
  /** Earlier keys that still work, and until when. */
  overlapping_keys: { api_key: string; ends_at: string }[]
  certificates: { thumbprint: string; subject: string; not_after: string; revoked_at: string | null }[]
}

/** What is shown once, at creation and when keys are rotated. */
export type IssuedCredentials = { application_id: string } & Credentials

const settingColumns = [
  'name',
  'environment',
  'services',
  'approved_services',
  'suspended_services',
  'scopes',
  'purposes',
  'ip_allowlist',
  'burst_per_second',
  'quotas',
  'batch_items_per_day',
  'may_omit_liveness',
  'service_settings',
  'redirect_uris',
] as const

const settingValues = (settings: ApplicationSettings) =>
  settingColumns.map((column) =>
    column === 'quotas' || column === 'service_settings'
      ? JSON.stringify(settings[column])
      : settings[column],
  )

/** The one organization of an installation, until organizations register themselves. */
export const defaultOrganizationId = 'org_default'

/** `organization`: its owner; absent: the organization of earlier releases. */
export type NewApplicationInput = SettingsInput & { organization?: string | undefined }

/** Creates an application with its first key set. Throws an OperatorError. */
export const createApplication = changeCase({
  action: 'applications.create',
  permission: { operator: ['supervisor'], system: true },
  async change(client, input: NewApplicationInput, platform: OrganizationDependencies) {
    if (input.organization !== undefined) await lockOrganization(client, input.organization)
    const result = await insertApplication(client, input, platform, input.organization)
    return { result, entry: createdEntry(result, applySettings({}, input)) }
  },
})

/** The entry of a created application. It holds the API key, and no secret. */
export const createdEntry = (
  { application_id, api_key }: IssuedCredentials,
  settings: ApplicationSettings,
): ActEntry => ({ subject: application_id, after: { ...settings, api_key } })

/** Creates an application as a part of a transaction. The caller records the act. */
export const insertApplication = async (
  client: pg.PoolClient,
  input: SettingsInput,
  dependencies: OrganizationDependencies,
  organizationId = defaultOrganizationId,
): Promise<IssuedCredentials> => {
  const settings = applySettings({}, input)
  const applicationId = dependencies.newId('app')
  const createdAt = new Date(dependencies.clock.now())
  await client.query(
    `insert into organizations (organization_id, name, created_at) values ($1, 'Default organization', $2)
     on conflict do nothing`,
    [defaultOrganizationId, createdAt],
  )
  const places = settingColumns.map((_, index) => `$${index + 4}`)
  await client.query(
    `insert into applications (application_id, organization_id, created_at, ${settingColumns.join(', ')})
     values ($1, $2, $3, ${places.join(', ')})`,
    [applicationId, organizationId, createdAt, ...settingValues(settings)],
  )
  return issueKeys(client, applicationId, settings.environment, dependencies)
}

/** Issues a key set of an application, as a part of a transaction. */
export const issueKeys = async (
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

export type ApplicationUpdate = { applicationId: string; settings: SettingsInput }

/** Changes the named settings and keeps the others. Every process applies the change within a minute. */
export const updateApplication = changeCase({
  action: 'applications.update',
  permission: { operator: ['supervisor', 'reviewer'] },
  async change(client, { applicationId, settings: input }: ApplicationUpdate, _: OrganizationDependencies) {
    await lockApplication(client, applicationId)
    const before = await readSummary(client, applicationId)
    if (input.environment && input.environment !== before.environment) {
      throw new OperatorError(
        'application_setting_invalid',
        'The environment of an application cannot change; create another application.',
      )
    }
    const settings = applySettings(before, input)
    const assignments = settingColumns.map((column, index) => `${column} = $${index + 2}`)
    // The selection of the organization is replaced by what an operator sets.
    const reset = 'selected_scopes = null, selected_purposes = null, version = version + 1'
    await client.query(
      `update applications set ${assignments.join(', ')}, ${reset} where application_id = $1`,
      [applicationId, ...settingValues(settings)],
    )
    await announceChange(client, applicationId)
    const entry = { subject: applicationId, ...changedSettings(before, settings) }
    return { result: { ...before, ...settings }, entry }
  },
})

/** The settings that differ, before and after. */
const changedSettings = (before: ApplicationSettings, after: ApplicationSettings) => {
  const changed = settingColumns.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (settings: ApplicationSettings) =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]))
  return { before: pick(before), after: pick(after) }
}

const summarySelection = `select a.application_id, a.created_at, a.logo_hash, ${settingColumns.map((column) => `a.${column}`).join(', ')},
  (select k.api_key from api_keys k where k.application_id = a.application_id and k.revoked_at is null
   order by k.created_at desc limit 1) as api_key
  from applications a`

type SummaryRow = Omit<ApplicationSummary, 'created_at'> & { created_at: Date }
const summaryOf = (row: SummaryRow): ApplicationSummary => ({
  ...row,
  created_at: rfc3339(row.created_at.getTime()),
})

/**
 * Locks the row of an application until the transaction ends, so that two changes happen one after the other. The lock
 * is a statement of its own on one row: a database with several nodes takes it on one node.
 */
export const lockApplication = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
): Promise<void> => {
  await client.query('select from applications where application_id = $1 for update', [applicationId])
}

/** Throws an OperatorError where there is no such application. */
export const readSummary = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
): Promise<ApplicationSummary> => {
  const { rows } = await client.query<SummaryRow>(`${summarySelection} where a.application_id = $1`, [
    applicationId,
  ])
  if (!rows[0]) throw new OperatorError('application_not_found', `There is no application ${applicationId}.`)
  return summaryOf(rows[0])
}

export const listApplications = async ({ pool }: OrganizationDependencies): Promise<ApplicationSummary[]> => {
  const { rows } = await pool.query<SummaryRow>(`${summarySelection} order by a.created_at`)
  return rows.map(summaryOf)
}

type CertificateRow = { thumbprint: string; subject: string; not_after: Date; revoked_at: Date | null }

/** Configuration, and calls used per service and period. */
export const showApplication = async (
  applicationId: string,
  { pool, clock }: OrganizationDependencies,
): Promise<ApplicationDetails> => {
  const summary = await readSummary(pool, applicationId)
  const nowMs = clock.now()
  const { rows: usage } = await pool.query<UsageCount>(
    `select service, period, period_start, used from usage_counters
     where application_id = $1 and (period, period_start) in (('day', $2), ('month', $3))
     order by service, period`,
    [applicationId, periodStart('day', nowMs), periodStart('month', nowMs)],
  )
  const { rows: certificates } = await pool.query<CertificateRow>(
    `select thumbprint, subject, not_after, revoked_at from client_certificates
     where application_id = $1 order by created_at`,
    [applicationId],
  )
  const { rows: overlapping } = await pool.query<{ api_key: string; revoked_at: Date }>(
    `select api_key, revoked_at from api_keys
     where application_id = $1 and revoked_at > now() order by revoked_at`,
    [applicationId],
  )
  return {
    ...summary,
    usage,
    overlapping_keys: overlapping.map(({ api_key, revoked_at }) => ({
      api_key,
      ends_at: rfc3339(revoked_at.getTime()),
    })),
    certificates: certificates.map((row) => ({
      thumbprint: row.thumbprint,
      subject: row.subject,
      not_after: rfc3339(row.not_after.getTime()),
      revoked_at: row.revoked_at && rfc3339(row.revoked_at.getTime()),
    })),
  }
}
