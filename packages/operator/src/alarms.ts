import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { listAlarms, listAuthenticationFailures } from '@nani/server/detection/index.ts'
import { withInstallation } from './installation.ts'
import { readSince } from './since.ts'

type Options = { json?: boolean; since: string; limit: number }

const maxListed = 1_000
const minuteOf = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ')

const print = <Row>(rows: Row[], cells: (row: Row) => string[], none: string, options: Options) => ({
  to(terminal: Terminal) {
    if (options.json) printJson(terminal, { data: rows })
    else terminal.out(rows.length > 0 ? `${columns(rows.map(cells), '  ')}\n` : `  ${none}\n`)
  },
})

/** `nani alarms list`. */
export const list = async (options: Options & { application?: string }, terminal: Terminal) => {
  const alarms = await withInstallation(terminal, ({ pool, clock }) =>
    listAlarms(pool, {
      since: new Date(readSince(options.since, clock.now())),
      limit: Math.min(options.limit, maxListed),
      applicationId: options.application ?? null,
    }),
  )
  print(
    alarms,
    ({ application_id, kind, raised_at, details }) => [
      minuteOf(raised_at),
      kind,
      application_id,
      `${details.identifiers} identifiers in ${details.minutes} minutes, ${details.not_found} not found`,
    ],
    'No alarm was raised.',
    options,
  ).to(terminal)
}

/** `nani alarms authentication`. */
export const authentication = async (options: Options, terminal: Terminal) => {
  const failures = await withInstallation(terminal, ({ pool, clock }) =>
    listAuthenticationFailures(pool, {
      since: new Date(readSince(options.since, clock.now())),
      limit: Math.min(options.limit, maxListed),
    }),
  )
  print(
    failures,
    ({ minute, api_key, client_address, code, application_id, failures: count }) => [
      minuteOf(minute),
      String(count),
      code,
      printable(api_key),
      printable(client_address),
      application_id ?? 'unknown key',
    ],
    'No authentication failed.',
    options,
  ).to(terminal)
}
