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
import { addressList } from '../gateway/index.ts'
import type { Quota } from '../ledger/index.ts'

/** What an operator decides about an application (spec 1 § Application configuration). */
export type ApplicationSettings = {
  name: string
  environment: Environment
  services: ServiceName[]
  approved_services: ServiceName[]
  scopes: Scope[]
  purposes: Purpose[]
  ip_allowlist: string[]
  burst_per_second: number
  quotas: Partial<Record<ServiceName, Quota>>
  batch_items_per_day: number | null
  may_omit_liveness: boolean
}

/** As typed at a command line: lists of names, quotas as `service=calls/period`. */
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
}

/** What the operator typed is not a setting; the message says what is. */
export class SettingsError extends Error {}

const defaultBurstPerSecond = 50
const mostBatchItems = 2_000_000_000
const defaultSandboxQuota: Quota = { limit: 10_000, period: 'month' }

const listed = <Name extends string>(
  what: string,
  given: string[] | undefined,
  known: readonly string[],
  accept: (value: string) => value is Name,
): Name[] | undefined =>
  given?.map((value) => {
    if (!accept(value)) throw new SettingsError(`Unknown ${what} "${value}". Known: ${known.join(', ')}.`)
    return value
  })

const isPurpose = (value: string): value is Purpose => (purposes as readonly string[]).includes(value)
const isEnvironment = (value: string): value is Environment =>
  (environments as readonly string[]).includes(value)

const parseQuota = (text: string): [ServiceName, Quota | null] => {
  const [, service = '', limit = '', period] = /^(\w+)=(none|\d{1,12})(?:\/(day|month))?$/.exec(text) ?? []
  if (!isServiceName(service) || (limit !== 'none' && period === undefined)) {
    throw new SettingsError(
      `"${text}" is no quota. Write for example kyc_validation=10000/month or kyc_validation=none.`,
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
    throw new SettingsError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The settings that result from what was typed on top of what stood before. Everything unknown is refused
 * with the list of what is known.
 */
export const applySettings = (
  before: Partial<ApplicationSettings>,
  input: SettingsInput,
): ApplicationSettings => {
  const environment = input.environment ?? before.environment ?? ''
  if (!isEnvironment(environment)) {
    throw new SettingsError(`The environment is one of ${environments.join(', ')}.`)
  }
  const name = (input.name ?? before.name ?? '').trim()
  if (name === '' || name.length > 200) throw new SettingsError('The name has 1 to 200 characters.')
  const services = listed('service', input.services, serviceNames, isServiceName) ?? before.services ?? []
  const burst = input.burst ?? before.burst_per_second ?? defaultBurstPerSecond
  if (!Number.isInteger(burst) || burst < 1 || burst > 1_000_000) {
    throw new SettingsError('The burst is a whole number of calls a second, from 1 to 1,000,000.')
  }
  const batchQuota = input.batchQuota === undefined ? (before.batch_items_per_day ?? null) : input.batchQuota
  if (
    batchQuota !== null &&
    !(Number.isInteger(batchQuota) && batchQuota >= 0 && batchQuota <= mostBatchItems)
  ) {
    throw new SettingsError('The batch quota is a whole number of items a day, or none.')
  }
  return {
    name,
    environment,
    services,
    approved_services: approvedServices(environment, services, before, input.approved),
    scopes: listed('scope', input.scopes, scopes, isScope) ?? before.scopes ?? [],
    purposes: listed('purpose', input.purposes, purposes, isPurpose) ?? before.purposes ?? [],
    ip_allowlist: checked(input.allowIp ?? before.ip_allowlist ?? []),
    burst_per_second: burst,
    quotas: mergeQuotas(services, environment, before, input.quota),
    batch_items_per_day: batchQuota,
    may_omit_liveness: input.omitLiveness ?? before.may_omit_liveness ?? false,
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
  return approved ? services : (before.approved_services ?? [])
}
