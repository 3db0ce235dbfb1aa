import type { ListedAct } from '@nani/server/gateway/acts/index.ts'
import { Option } from 'commander'
import { area } from './command-area.ts'
import { momentOf } from './derive-options.ts'
import { atMost, moment } from './named-application.ts'
import { listText } from './views.ts'

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
        listText(acts.map(withActor), 'at actor action subject', terminal),
    },
  },
})

const period = 'a duration before now, such as 2h or 7d, or a date and time'

/** `nani audit …`: the audit log of calls. */
export const audit = area<typeof import('./audit.ts')>({
  name: 'audit',
  about: 'the audit log of calls',
  load: () => import('./audit.ts'),
  commands: {
    export: {
      about: 'write the audit entries of an application to a file',
      flags: [
        new Option('--application <id>', 'the application').makeOptionMandatory(),
        new Option(
          '--out <file>',
          'a new file; CSV if its name ends in .csv, else NDJSON',
        ).makeOptionMandatory(),
        new Option('--since <when>', period).default('30d'),
        new Option('--until <when>', 'the same; the entries before this time (default: now)'),
      ],
      perform: ({ module, ...call }) => module.exportFile(call),
    },
  },
})
