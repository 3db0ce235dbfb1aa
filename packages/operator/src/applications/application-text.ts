import { columns } from '@nani/cli'
import type {
  ApplicationDetails,
  ApplicationSummary,
} from '@nani/server/organizations/organizations/index.ts'
import { recordText } from '../command-line/views.ts'

type Credentials = { base_url: string | null; application_id: string }

const unknownAddress = `
The address of the processes is unknown to this command, because DATABASE_URL is set. Set NANI_SANDBOX_URL and
NANI_PRODUCTION_URL to the addresses that callers use.
`

/** Credentials and where they are used, one per line, with what to remember of them. */
export const credentialsText = ({ base_url, ...keys }: Credentials): string =>
  `${columns(
    Object.entries({ base_url: base_url ?? 'unknown', ...keys }).filter(
      ([, value]) => typeof value === 'string',
    ),
    '  ',
  )}
${base_url === null ? unknownAddress : ''}
The Secret Key and the Payload Encryption Key are shown only once. To replace lost keys, use
nani applications rotate-keys ${keys.application_id}
`

type Shown = ApplicationSummary & Partial<ApplicationDetails>

/** The configuration of an application, with the use of its quotas where it is known. */
export const applicationText = ({ usage, quotas, overlapping_keys = [], ...rest }: Shown): string => {
  const rows = rest.services.map((service) => {
    const used = (period: string) =>
      usage?.find((count) => count.service === service && count.period === period)?.used ?? 0
    const quota = quotas[service]
    const calls = usage ? [`${used('day')} today, ${used('month')} this month`] : []
    return [service, [...calls, quota ? `at most ${quota.limit} a ${quota.period}` : 'no quota'].join('; ')]
  })
  const old_keys = overlapping_keys.map(({ api_key, ends_at }) => `${api_key} · ends ${ends_at}`)
  return `${recordText({ ...rest, old_keys })}${rows.length > 0 ? `${columns(rows, '  ')}\n` : ''}`
}
