import {
  type Environment,
  environments,
  isScope,
  isServiceName,
  type Purpose,
  purposes,
  type ServiceName,
  scopes,
  serviceNames,
} from '@nani/contract'
import { addressList, Refusal } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import type { Quota } from '../../money/metering/index.ts'
import { redirectUris } from './redirect-uris.ts'

const services = Type.Array(Type.Enum([...serviceNames]))

/** What an operator decides about an application (spec/organizations#application-configuration). */
export const settingsSchema = {
  name: Type.String(),
  environment: Type.Enum([...environments]),
  services,
  approved_services: services,
  /** Taken from the application. An approval does not cover them: two people give them back. */
  suspended_services: services,
  /** The suspended services that are approved apart from that. */
  withheld_approvals: services,
  scopes: Type.Array(Type.Enum([...scopes])),
  purposes: Type.Array(Type.Enum([...purposes])),
  ip_allowlist: Type.Array(Type.String()),
  burst_per_second: Type.Number(),
  quotas: Type.Unsafe<Partial<Record<ServiceName, Quota>>>(
    Type.Record(Type.String(), Type.Object({ limit: Type.Number(), period: Type.Enum(['day', 'month']) })),
  ),
  batch_items_per_day: Type.Union([Type.Number(), Type.Null()]),
  may_omit_liveness: Type.Boolean(),
  /** The settings for each service, in the form that the service declares. */
  service_settings: Type.Unsafe<Partial<Record<ServiceName, Record<string, unknown>>>>(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  ),
  /** Where a sign-in may return to, byte for byte. */
  redirect_uris: Type.Array(Type.String()),
}
const settingsObject = Type.Object(settingsSchema)
export type ApplicationSettings = Static<typeof settingsObject>

const texts = Type.Optional(Type.Array(Type.String({ maxLength: 2_048 }), { maxItems: 1_000 }))

/** Settings as an operator names them: lists of names, quotas as `service=calls/period`. The rules refuse wrong values. */
export const settingsInput = Type.Object(
  {
    name: Type.Optional(Type.String()),
    environment: Type.Optional(Type.String()),
    services: texts,
    scopes: texts,
    purposes: texts,
    allow_ip: texts,
    burst: Type.Optional(Type.Number()),
    quota: texts,
    batch_quota: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    approved: Type.Optional(Type.Boolean()),
    omit_liveness: Type.Optional(Type.Boolean()),
    redirect_uri: texts,
  },
  { additionalProperties: false },
)
export type SettingsInput = Static<typeof settingsInput>

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
      throw new Refusal(
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
    throw new Refusal(
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
    throw new Refusal('application_setting_invalid', error instanceof Error ? error.message : String(error))
  }
}

/** Applies the given settings to the current ones. An unknown value is refused with the list of known values. */
export const applySettings = (
  before: Partial<ApplicationSettings>,
  input: SettingsInput,
): ApplicationSettings => {
  const environment = input.environment ?? before.environment ?? ''
  if (!isEnvironment(environment)) {
    throw new Refusal(
      'application_setting_invalid',
      `The environment must be one of ${environments.join(', ')}.`,
    )
  }
  const name = (input.name ?? before.name ?? '').trim()
  if (name === '' || name.length > 200)
    throw new Refusal('application_setting_invalid', 'The name must have 1 to 200 characters.')
  const services = listed('service', input.services, serviceNames, isServiceName) ?? before.services ?? []
  const burst = input.burst ?? before.burst_per_second ?? defaultBurstPerSecond
  if (!Number.isInteger(burst) || burst < 1 || burst > 1_000_000) {
    throw new Refusal(
      'application_setting_invalid',
      'The burst must be a whole number of calls per second, from 1 to 1,000,000.',
    )
  }
  const batchQuota =
    input.batch_quota === undefined ? (before.batch_items_per_day ?? null) : input.batch_quota
  if (
    batchQuota !== null &&
    !(Number.isInteger(batchQuota) && batchQuota >= 0 && batchQuota <= maxBatchQuota)
  ) {
    throw new Refusal(
      'application_setting_invalid',
      'The batch quota must be a whole number of items per day, or none.',
    )
  }
  return {
    name,
    environment,
    services,
    ...approval(environment, services, before, input.approved),
    scopes: listed('scope', input.scopes, scopes, isScope) ?? before.scopes ?? [],
    purposes: listed('purpose', input.purposes, purposes, isPurpose) ?? before.purposes ?? [],
    ip_allowlist: checked(input.allow_ip ?? before.ip_allowlist ?? []),
    burst_per_second: burst,
    quotas: mergeQuotas(services, environment, before, input.quota),
    batch_items_per_day: batchQuota,
    ...livenessSettings(before, input.omit_liveness),
    redirect_uris: redirectUris(input.redirect_uri ?? before.redirect_uris ?? [], environment),
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

/**
 * An approval covers the services that it was given for; a service added later needs its own. A suspended service gets
 * its approval back when the suspension ends.
 */
const approval = (
  environment: Environment,
  services: ServiceName[],
  before: Partial<ApplicationSettings>,
  approved: boolean | undefined,
): Pick<ApplicationSettings, 'approved_services' | 'suspended_services' | 'withheld_approvals'> => {
  const suspended = before.suspended_services ?? []
  if (environment === 'sandbox' || approved === false)
    return { approved_services: [], suspended_services: suspended, withheld_approvals: [] }
  const { approved_services = [], withheld_approvals = [] } = before
  if (!approved) return { approved_services, suspended_services: suspended, withheld_approvals }
  return {
    approved_services: services.filter((one) => !suspended.includes(one)),
    suspended_services: suspended,
    withheld_approvals: services.filter((one) => suspended.includes(one)),
  }
}
