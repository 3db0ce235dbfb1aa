import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { listActs } from '@nani/server/app/audit/index.ts'
import { withInstallation } from './installation.ts'
import { readSince } from './since.ts'

export type ActsOptions = { json?: boolean; since: string; subject?: string; limit: number }

const maxListed = 1_000

/** `nani acts`. */
export const list = async (options: ActsOptions, terminal: Terminal): Promise<void> => {
  const acts = await withInstallation(terminal, ({ pool, clock }) =>
    listActs(pool, {
      since: new Date(readSince(options.since, clock.now())),
      subject: options.subject ?? null,
      limit: Math.min(options.limit, maxListed),
    }),
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
