import type { ListedAct } from '@nani/server/gateway/acts/index.ts'
import { area } from './command-line/command-area.ts'
import { momentOf } from './command-line/derive-options.ts'
import { atMost, moment } from './command-line/named-application.ts'
import { listText } from './command-line/views.ts'

const about = 'changes to the installation: who changed what, and the values before and after (--json)'

const withActor = ({ actor_kind, actor, account, ...act }: ListedAct) => ({
  ...act,
  actor: `${actor_kind} ${actor}${account === null || account === actor ? '' : ` (${account})`}`,
})

/** `nani acts`: the audit log of changes to the installation. */
export const acts = area<typeof import('@nani/server/gateway/acts/index.ts')>({
  ...{ name: 'acts', about },
  load: () => import('@nani/server/gateway/acts/index.ts'),
  commands: {
    '': {
      act: 'listActs',
      about,
      options: {
        ...{ until: null, before_number: null, action: null },
        since: { ...moment('7d'), read: momentOf },
        subject: 'only changes to this application, list or file',
        actor: 'only acts of this person',
        organization_id: 'only acts for this organization',
        limit: atMost(1_000, 100),
      },
      text: (acts: ListedAct[], { terminal }) =>
        listText(acts.map(withActor), 'number at actor action subject', terminal),
    },
  },
})
