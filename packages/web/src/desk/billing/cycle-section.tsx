import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Done, Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { useMay } from '../rights.ts'
import { cycleActionName } from './money-words.ts'

type CycleAction = { at: string; action: string; number?: string }
type CycleRun = { as_of: string; actions: CycleAction[] }

/**
 * The invoices, reminders and suspensions that are due now: first what would happen, then the run. The server runs the cycle by
 * itself every hour.
 */
export const CycleSection = ({ path }: { path: string }) => {
  const say = useSay()
  const may = useMay()
  const [isAsked, setAsked] = useState(false)
  const due = useRead<CycleRun>(`${path}/rehearsal`, {}, isAsked)
  const run = useChange(() => send<CycleRun>('POST', `${path}/run`), {
    rereads: ['/billing', '/queue'],
  })
  if (!may('GET /billing/organizations/{organization_id}/rehearsal')) return null
  return (
    <Section
      title={say('Billing cycle', 'Cycle de facturation')}
      about={say(
        'Invoices, reminders and suspensions. The server runs it every hour.',
        'Factures, rappels et suspensions. Le serveur l’exécute toutes les heures.',
      )}
    >
      {isAsked ? (
        <Loaded query={due}>
          {({ actions }) => (
            <>
              <CycleActions actions={actions} />
              {actions.length > 0 && may('POST /billing/organizations/{organization_id}/run') ? (
                <div>
                  <Confirmed
                    label={say('Run the cycle now', 'Exécuter le cycle maintenant')}
                    title={say('Run the cycle now', 'Exécuter le cycle maintenant')}
                    preview={<CycleActions actions={actions} />}
                    perform={() => run.mutateAsync(undefined)}
                  />
                </div>
              ) : null}
            </>
          )}
        </Loaded>
      ) : (
        <div>
          <Button size="xs" variant="default" onClick={() => setAsked(true)}>
            {say('Show what is due now', 'Montrer ce qui est dû maintenant')}
          </Button>
        </div>
      )}
      {run.data ? (
        <Done>
          {say(`Done: ${run.data.actions.length} actions.`, `Fait : ${run.data.actions.length} actions.`)}
        </Done>
      ) : null}
    </Section>
  )
}

const CycleActions = ({ actions }: { actions: readonly CycleAction[] }) => {
  const say = useSay()
  return actions.length === 0 ? (
    <Empty title={say('Nothing is due now', 'Rien n’est dû maintenant')} />
  ) : (
    <Records
      caption={say('What a run does', 'Ce que fait une exécution')}
      rows={actions}
      keyOf={({ at, action, number }) => `${at} ${action} ${number ?? ''}`}
      columns={[
        { label: say('Date', 'Date'), cell: ({ at }) => <Time at={at} /> },
        { label: say('Action', 'Action'), cell: ({ action }) => cycleActionName(say, action) },
        { label: say('Invoice', 'Facture'), cell: ({ number }) => number ?? '–' },
      ]}
    />
  )
}
