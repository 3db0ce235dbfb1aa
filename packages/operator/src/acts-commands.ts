import type { ListedAct } from '@nani/server/gateway/acts/index.ts'
import { area } from './command-line/command-area.ts'
import { momentOf } from './command-line/derive-options.ts'
import { atMost, moment } from './command-line/named-application.ts'
import { listText } from './command-line/views.ts'

const about = 'changes to the installation: who changed what, and the values before and after (--json)'

const withActor = ({ actor_kind, actor, account, number, cell, ...act }: ListedAct) => ({
  ...act,
  number: cell === undefined ? number : `${cell} ${number}`,
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
      // Each database has a log of acts.
      async perform(call) {
        const { module, installation, actor, input, perform } = call
        const { inEveryCell } = await import('./command-line/in-place.ts')
        const asked = input as Parameters<typeof module.listActs>[1]
        const own = await perform(module.listActs, asked)
        const others = await inEveryCell(installation, call, async (place, cell) =>
          (await module.listActs(actor, asked, place)).map((act) => ({ ...act, cell })),
        )
        const newest = [...own, ...others.flat()].toSorted(
          (one, other) => Date.parse(other.at) - Date.parse(one.at),
        )
        return newest.slice(0, asked.limit)
      },
      text: (acts: ListedAct[], terminal) =>
        listText(acts.map(withActor), 'number at actor action subject', terminal),
    },
  },
})
