import {
  type Environment,
  environments,
  isScope,
  isServiceName,
  type Purpose,
  purposes,
  type Scope,
  type ServiceName,
  scopes,
  serviceNames,
} from '@nani/contract'
import { addressList, OperatorError } from '@nani/foundation/core/index.ts'
import type { Quota } from '../../money/metering/index.ts'
import { redirectUris } from './redirect-uris.ts'

/** What an operator decides about an application (spec/organizations#application-configuration). */
export type ApplicationSettings = {
  name: string
  environment: Environment
  services: ServiceName[]
  approved_services: ServiceName[]
  /** Taken from the application. An approval does not cover them: two people give them back. */
  suspended_services: ServiceName[]
  scopes: Scope[]
  purposes: Purpose[]
  ip_allowlist: string[]
  burst_per_second: number
  quotas: Partial<Record<ServiceName, Quota>>
  batch_items_per_day: number | null
  may_omit_liveness: boolean
  /** The settings for each service, in the form that the service declares. */
  service_settings: ServiceSettings
  /** Where a sign-in may return to, byte for byte. */
  redirect_uris: string[]
}

type ServiceSettings = Partial<Record<ServiceName, Record<string, unknown>>>

/** Settings as an operator names them: lists of names, quotas as `service=calls/period`. */
export type SettingsInput = {
  name?: string | undefined
  environment?: string | undefined
  services?: string[] | undefined
  scopes?: string[] | undefined
  purposes?: string[] | undefined
  allowIp?: string[] | undefined
  burst?: number | undefined
  quota?: string[] | undefined
  batchQuota?: number | null | undefined
  approved?: boolean | undefined
  omitLiveness?: boolean | undefined
  redirectUri?: string[] | undefined
}

const defaultBurstPerSecond = 50
const maxBatchQuota = 2_000_000_000
const defaultSandboxQuota: Quota = { limit: 10_000, period: 'month' }

const listed = <Name extends string>(
  what: string,
  given: string[] | undefined,
  known: readonly string[],
  accept: (value: string) => value is Name,
): Name[] | undefined =>
  given?.map((value) => {
    if (!accept(value))
      throw new OperatorError(
        'application_setting_invalid',
        `Unknown ${what} "${value}". Known: ${known.join(', ')}.`,
      )
    return value
  })

const isPurpose = (value: string): value is Purpose => (purposes as readonly string[]).includes(value)
const isEnvironment = (value: string): value is Environment =>
  (environments as readonly string[]).includes(value)

const parseQuota = (text: string): [ServiceName, Quota | null] => {
  const [, service = '', limit = '', period] = /^(\w+)=(none|\d{1,12})(?:\/(day|month))?$/.exec(text) ?? []
  if (!isServiceName(service) || (limit !== 'none' && period === undefined)) {
    throw new OperatorError(
      'application_setting_invalid',
      `"${text}" is not a quota. Write for example kyc_validation=10000/month or kyc_validation=none.`,
    )
  }
  return [service, limit === 'none' ? null : { limit: Number(limit), period: period as Quota['period'] }]
}

const mergeQuotas = (
  services: ServiceName[],
  environment: Environment,
  before: Partial<ApplicationSettings>,
  typed: string[] | undefined,
): ApplicationSettings['quotas'] => {
  const quotas = { ...before.quotas }
  const known = new Set(before.services)
  for (const service of services) {
    if (environment === 'sandbox' && !known.has(service)) quotas[service] = defaultSandboxQuota
  }
  for (const [service, quota] of (typed ?? []).map(parseQuota)) {
    if (quota) quotas[service] = quota
    else delete quotas[service]
  }
  return quotas
}

const checked = (networks: string[]) => {
  try {
    addressList(networks)
    return networks
  } catch (error) {
    throw new OperatorError(
      'application_setting_invalid',
      error instanceof Error ? error.message : String(error),
    )
  }
}

/** Applies the given settings to the current ones. An unknown value is refused with the list of known values. */
export const applySettings = (
  before: Partial<ApplicationSettings>,
  input: SettingsInput,
): ApplicationSettings => {
  const environment = input.environment ?? before.environment ?? ''
  if (!isEnvironment(environment)) {
    throw new OperatorError(
      'application_setting_invalid',
      `The environment must be one of ${environments.join(', ')}.`,
    )
  }
  const name = (input.name ?? before.name ?? '').trim()
  if (name === '' || name.length > 200)
    throw new OperatorError('application_setting_invalid', 'The name must have 1 to 200 characters.')
  const services = listed('service', input.services, serviceNames, isServiceName) ?? before.services ?? []
  const burst = input.burst ?? before.burst_per_second ?? defaultBurstPerSecond
  if (!Number.isInteger(burst) || burst < 1 || burst > 1_000_000) {
    throw new OperatorError(
      'application_setting_invalid',
      'The burst must be a whole number of calls per second, from 1 to 1,000,000.',
    )
  }
  const batchQuota = input.batchQuota === undefined ? (before.batch_items_per_day ?? null) : input.batchQuota
  if (
    batchQuota !== null &&
    !(Number.isInteger(batchQuota) && batchQuota >= 0 && batchQuota <= maxBatchQuota)
  ) {
    throw new OperatorError(
      'application_setting_invalid',
      'The batch quota must be a whole number of items per day, or none.',
    )
  }
  return {
    name,
    environment,
    services,
    approved_services: approvedServices(environment, services, before, input.approved),
    suspended_services: before.suspended_services ?? [],
    scopes: listed('scope', input.scopes, scopes, isScope) ?? before.scopes ?? [],
    purposes: listed('purpose', input.purposes, purposes, isPurpose) ?? before.purposes ?? [],
    ip_allowlist: checked(input.allowIp ?? before.ip_allowlist ?? []),
    burst_per_second: burst,
    quotas: mergeQuotas(services, environment, before, input.quota),
    batch_items_per_day: batchQuota,
    ...livenessSettings(before, input.omitLiveness),
    redirect_uris: redirectUris(input.redirectUri ?? before.redirect_uris ?? [], environment),
  }
}

/** The permission of face recognition, also in the column that the previous release reads. */
const livenessSettings = (
  { may_omit_liveness = false, service_settings: settings = {} }: Partial<ApplicationSettings>,
  typed: boolean | undefined,
): Pick<ApplicationSettings, 'may_omit_liveness' | 'service_settings'> => {
  const mayOmit = typed ?? may_omit_liveness
  return {
    may_omit_liveness: mayOmit,
    service_settings: {
      ...settings,
      face_recognition: { ...settings.face_recognition, may_omit_liveness: mayOmit },
    },
  }
}

/** An approval covers the services that it was given for; a service added later needs its own. */
const approvedServices = (
  environment: Environment,
  services: ServiceName[],
  before: Partial<ApplicationSettings>,
  approved: boolean | undefined,
): ServiceName[] => {
  if (environment === 'sandbox' || approved === false) return []
  const suspended = before.suspended_services ?? []
  return approved ? services.filter((one) => !suspended.includes(one)) : (before.approved_services ?? [])
}
