import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { listActs } from '@nani/server/gateway/acts/index.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'
import { readSince } from './since.ts'

export type ActsOptions = {
  json?: boolean
  as?: string
  since: string
  subject?: string
  actor?: string
  organization?: string
  limit: number
}

const maxListed = 1_000

/** `nani acts`. */
export const list = async (options: ActsOptions, terminal: Terminal): Promise<void> => {
  const { subject, actor, organization } = options
  const acts = await withInstallation(terminal, (installation) =>
    listActs(
      operatorOf(options, terminal),
      {
        since: new Date(readSince(options.since, installation.clock.now())).toISOString(),
        ...(subject !== undefined && { subject }),
        ...(actor !== undefined && { actor }),
        ...(organization !== undefined && { organization_id: organization }),
        limit: Math.min(options.limit, maxListed),
      },
      installation,
    ),
  )
  if (options.json) {
    printJson(terminal, { data: acts })
    return
  }
  const rows = acts.map(({ at, actor_kind, actor, account, action, subject }) => [
    at,
    `${actor_kind} ${printable(actor)}${account === null || account === actor ? '' : ` (${printable(account)})`}`,
    action,
    printable(subject),
  ])
  terminal.out(rows.length > 0 ? `${columns(rows, '  ')}\n` : '  There are no acts.\n')
}
