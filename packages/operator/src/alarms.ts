import { columns, printable, printJson, type Terminal } from '@nani/cli'
import { type Alarm, listAlarms, listAuthenticationFailures } from '@nani/server/risk/detection/index.ts'
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

const identifiersText = ({ identifiers, minutes, not_found }: Alarm['details']) =>
  `${identifiers} identifiers in ${minutes} minutes, ${not_found} not found`
const texts: Readonly<Record<Alarm['kind'], (details: Alarm['details']) => string>> = {
  budget_exceeded: ({ spent, budget }) => `${spent} spent in this month, the budget is ${budget}`,
  codes_guessed: ({ wrong_codes, minutes }) =>
    `${wrong_codes} wrong codes for a citizen in ${minutes} minutes`,
  messages_half_used: ({ sent, bound }) => `${sent} messages with codes in an hour, the bound is ${bound}`,
  audit_log_altered: ({ size }) => `the stored tree is not that of the checkpoint of ${size} leaves`,
  audit_log_refused: ({ size, witness_size }) =>
    `a witness that knows ${witness_size} leaves of the audit log refused ${size}`,
  identifier_enumeration: identifiersText,
  identifier_volume: identifiersText,
  sign_in_not_started: ({ requests_ended }) =>
    `a citizen reported a sign-in of a stranger; ${requests_ended} requests were ended`,
}
const textOf = ({ kind, details }: Alarm): string => texts[kind](details)

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
    (alarm) => [minuteOf(alarm.raised_at), alarm.kind, alarm.application_id, textOf(alarm)],
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
