import { area } from './command-area.ts'
import { atMost, moment } from './named-application.ts'
import { minute, shown, table } from './views.ts'

type Detection = typeof import('@nani/server/risk/detection/index.ts')
type Alarm = Awaited<ReturnType<Detection['readAlarms']>>[number]
type Failure = Awaited<ReturnType<Detection['readAuthenticationFailures']>>[number]
type Details = Alarm['details']

const identifiersText = ({ identifiers, minutes, not_found }: Details) =>
  `${identifiers} identifiers in ${minutes} minutes, ${not_found} not found`
const texts: Readonly<Record<Alarm['kind'], (details: Details) => string>> = {
  budget_exceeded: ({ spent, budget }) => `${spent} spent in this month, the budget is ${budget}`,
  codes_guessed: ({ wrong_codes, minutes }) =>
    `${wrong_codes} wrong codes for a citizen in ${minutes} minutes`,
  messages_half_used: ({ sent, bound }) => `${sent} messages with codes in an hour, the bound is ${bound}`,
  identifier_enumeration: identifiersText,
  identifier_volume: identifiersText,
  sign_in_not_started: ({ requests_ended }) =>
    `a citizen reported a sign-in of a stranger; ${requests_ended} requests were ended`,
}

/** `nani alarms …`: signs of an attack. */
export const alarms = area<Detection, unknown>({
  name: 'alarms',
  about: 'signs of an attack: enumeration of identifiers, failed authentication',
  load: () => import('@nani/server/risk/detection/index.ts'),
  needs: ({ installation }) => installation,
  options: { since: moment('7d'), limit: atMost(1_000, 100) },
  commands: [
    {
      words: 'list',
      about: 'the newest alarms about applications that look up many different identifiers',
      example: 'alarms list --since 24h',
      act: 'readAlarms',
      options: { application_id: 'only alarms about this application' },
      json: (data) => ({ data }),
      text: table<Alarm>(
        [(one) => minute(one.raised_at), 'kind', 'application_id', (one) => texts[one.kind](one.details)],
        '  No alarm was raised.',
      ),
    },
    {
      words: 'authentication',
      about: 'failed authentication, by minute, key, address and code',
      example: 'alarms authentication --since 1h',
      act: 'readAuthenticationFailures',
      json: (data) => ({ data }),
      text: table<Failure>(
        [
          ...[(one: Failure) => minute(one.minute), 'failures' as const, 'code' as const],
          ...(['api_key', 'client_address'] as const),
          (one) => shown(one.application_id, 'unknown key'),
        ],
        '  No authentication failed.',
      ),
    },
  ],
})
