import { columns } from '@nani/cli'
import type { Alarm } from '@nani/server/risk/detection/index.ts'
import { area } from './command-line/command-area.ts'
import { atMost, moment } from './command-line/named-application.ts'

const identifiersText = ({ identifiers, minutes, not_found }: Alarm['details']) =>
  `${identifiers} identifiers in ${minutes} minutes, ${not_found} not found`

const texts: Readonly<Record<Alarm['kind'], (details: Alarm['details']) => string>> = {
  budget_exceeded: ({ spent, budget }) => `${spent} spent in this month, the budget is ${budget}`,
  cell_outbox_late: ({ waiting, seconds }) =>
    `${waiting} effects of acts in a cell are not carried to home yet, the oldest for ${seconds} seconds`,
  codes_guessed: ({ wrong_codes, minutes }) =>
    `${wrong_codes} wrong codes for a citizen in ${minutes} minutes`,
  messages_half_used: ({ sent, bound }) => `${sent} messages with codes in an hour, the bound is ${bound}`,
  audit_log_altered: ({ size }) => `the stored tree is not that of the checkpoint of ${size} leaves`,
  audit_log_refused: ({ size, witness_size }) =>
    `a witness that knows ${witness_size} leaves of the audit log refused ${size}`,
  audit_log_moved: ({ production, sandbox }) =>
    `the audit log went on in another database, after ${production} leaves of production and ${sandbox} of the sandbox`,
  identifier_enumeration: identifiersText,
  identifier_volume: identifiersText,
  register_outbox_late: ({ waiting, seconds }) =>
    `${waiting} acts on the register are not carried to home yet, the oldest for ${seconds} seconds`,
  sign_in_not_started: ({ requests_ended }) =>
    `a citizen reported a sign-in of a stranger; ${requests_ended} requests were ended`,
}

type Listed = Omit<Alarm, 'raised_at'> & { raised_at: string }

const alarmsText = (alarms: readonly Listed[]): string => {
  const rows = alarms.map(({ raised_at, kind, application_id, details }) => [
    ...[raised_at, kind, application_id, texts[kind](details)],
  ])
  return rows.length > 0 ? `${columns(rows, '  ')}\n` : '  No alarm was raised.\n'
}

/** `nani alarms …`: signs of an attack. */
export const alarms = area<typeof import('@nani/server/risk/detection/index.ts')>({
  name: 'alarms',
  about: 'signs of an attack: enumeration of identifiers, failed authentication',
  load: () => import('@nani/server/risk/detection/index.ts'),
  options: { since: moment('7d'), limit: atMost(1_000, 100) },
  commands: {
    list: {
      act: 'readAlarms',
      // Alarms about calls in a cell are rows of the cell.
      async perform(call) {
        const { module, installation, actor, input, perform } = call
        const { inEveryCell } = await import('./command-line/in-place.ts')
        const asked = input as Parameters<typeof module.readAlarms>[1]
        const own = await perform(module.readAlarms, asked)
        const others = await inEveryCell(installation, call, (place) =>
          module.readAlarms(actor, asked, place),
        )
        return [...own, ...others.flat()]
          .toSorted((one, other) => Date.parse(other.raised_at) - Date.parse(one.raised_at))
          .slice(0, asked.limit)
      },
      text: alarmsText,
    },
    authentication: 'readAuthenticationFailures',
  },
})
