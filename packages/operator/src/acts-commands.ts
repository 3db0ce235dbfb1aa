import type { ListedAct } from '@nani/server/gateway/acts/index.ts'
import { area } from './command-area.ts'
import { momentOf } from './derive-options.ts'
import { atMost, moment } from './named-application.ts'
import { shown, table } from './views.ts'

const actorOf = ({ actor_kind, actor, account }: ListedAct): string =>
  `${actor_kind} ${shown(actor)}${account === null || account === actor ? '' : ` (${shown(account)})`}`

/** `nani acts`: the audit log of changes to the installation. */
export const acts = area<typeof import('@nani/server/gateway/acts/index.ts'), unknown>({
  name: 'acts',
  about: 'changes to the installation: who changed what, and the values before and after (--json)',
  load: () => import('@nani/server/gateway/acts/index.ts'),
  needs: ({ installation }) => installation,
  commands: [
    {
      words: '',
      about: 'changes to the installation: who changed what, and the values before and after (--json)',
      example: 'acts --since 24h --subject app_…',
      act: 'listActs',
      options: {
        ...{ until: null, before_number: null, action: null },
        since: { ...moment('7d'), read: momentOf },
        subject: 'only changes to this application, list or file',
        actor: 'only acts of this person',
        organization_id: 'only acts for this organization',
        limit: atMost(1_000, 100),
      },
      json: (data) => ({ data }),
      text: table<ListedAct>(['at', actorOf, 'action', 'subject'], '  There are no acts.'),
    },
  ],
})
