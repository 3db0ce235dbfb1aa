import { columns, labelled, paint, printable, type Terminal } from '@nani/cli'
import type {
  ApplicationDetails,
  ApplicationSummary,
} from '@nani/server/organizations/organizations/index.ts'

const listed = (names: string[]): string[] => [names.length > 0 ? names.map(printable).join(', ') : 'none']

/** Credentials and where they are used, one per line, with what to remember of them. */
export const credentialsText = (credentials: Record<string, string | null>): string =>
  `${columns(
    Object.entries(credentials).filter((entry): entry is [string, string] => entry[1] !== null),
    '  ',
  )}

The Secret Key and the Payload Encryption Key are shown only once. To replace lost keys, use
nani applications rotate-keys ${credentials.application_id}
`

/** One line per application. */
export const applicationList = (applications: ApplicationSummary[], terminal: Terminal): string => {
  if (applications.length === 0)
    return 'There are no applications. Create one: nani applications create --help\n'
  const head = ['APPLICATION', 'NAME', 'ENVIRONMENT', 'SERVICES', 'API KEY'].map((cell) =>
    paint(terminal, 'quiet', cell),
  )
  const rows = applications.map((application) => [
    application.application_id,
    printable(application.name),
    application.environment,
    String(application.services.length),
    application.api_key ?? 'none',
  ])
  return `${columns([head, ...rows])}\n`
}

const quotaLines = ({
  quotas,
  usage,
  services,
}: ApplicationSummary & Partial<ApplicationDetails>): string[] =>
  services.map((service) => {
    const quota = quotas[service]
    const used = (period: string) =>
      usage?.find((count) => count.service === service && count.period === period)?.used ?? 0
    const calls = usage ? `${used('day')} today, ${used('month')} this month` : ''
    return `${service.padEnd(18)}  ${[calls, quota ? `at most ${quota.limit} a ${quota.period}` : 'no quota'].filter(Boolean).join('; ')}`
  })

/** The configuration of an application and, when it is known, what was used of its quotas. */
export const applicationText = (
  application: ApplicationSummary & Partial<ApplicationDetails>,
  terminal: Terminal,
): string => {
  const { environment, certificates = [] } = application
  const head = `${paint(terminal, 'strong', printable(application.name))}  ${application.application_id}  ${paint(terminal, 'quiet', environment)}`
  const body = labelled([
    [
      'API key',
      [
        application.api_key ?? 'none',
        ...(application.overlapping_keys ?? []).map(({ api_key, ends_at }) => `${api_key} · ends ${ends_at}`),
      ],
    ],
    ['Services', services(application)],
    ['Approved', environment === 'production' ? listed(application.approved_services) : []],
    ['Liveness', application.may_omit_liveness ? ['none is allowed'] : []],
    ['Scopes', listed(application.scopes)],
    ['Purposes', listed(application.purposes)],
    ['Addresses', application.ip_allowlist.length > 0 ? listed(application.ip_allowlist) : ['any']],
    ['Redirects', listed(application.redirect_uris)],
    ['Logo', application.logo_hash === null ? [] : [application.logo_hash]],
    ['Burst', [`${application.burst_per_second} calls a second`]],
    [
      'Batch items',
      application.batch_items_per_day === null ? [] : [`at most ${application.batch_items_per_day} a day`],
    ],
    ['Certificates', certificates.map((one) => certificateLine(one))],
    ['Created', [application.created_at]],
  ])
  return `${head}\n\n${body}\n`
}

const services = (application: ApplicationSummary & Partial<ApplicationDetails>): string[] =>
  application.services.length > 0 ? quotaLines(application) : ['none']

const certificateLine = ({
  thumbprint,
  subject,
  not_after,
  revoked_at,
}: ApplicationDetails['certificates'][number]) =>
  `${thumbprint} · ${printable(subject)} · ${revoked_at ? `revoked ${revoked_at}` : `until ${not_after}`}`
