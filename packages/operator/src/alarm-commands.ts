import { area } from './command-area.ts'
import { atMost, moment } from './named-application.ts'

/** `nani alarms …`: signs of an attack. */
export const alarms = area<typeof import('@nani/server/risk/detection/index.ts')>({
  name: 'alarms',
  about: 'signs of an attack: enumeration of identifiers, failed authentication',
  load: () => import('@nani/server/risk/detection/index.ts'),
  options: { since: moment('7d'), limit: atMost(1_000, 100) },
  commands: {
    list: { act: 'readAlarms', columns: 'raised_at kind application_id details' },
    authentication: 'readAuthenticationFailures',
  },
})
