import { Badge, Button } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { colorOf } from '../words.ts'

/* The shape of a run as the console reads it, until the contract declares it. */
type Check = { name: string; result: 'passed' | 'failed' | 'not_seen'; reason: string | null }
type Run = { id: string; status: string; created_at: string; checks: Check[] }

/** Our kit examines the endpoint and the recorded calls of the sandbox. */
export const ConformancePage = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<Run>(`${application}/conformance-runs`)
  const start = useChange(() => send<Run>('POST', `${application}/conformance-runs`), {
    rereads: [`${application}/conformance-runs`],
  })
  const button = (
    <Button onClick={() => start.mutate(undefined)} loading={start.isPending}>
      {say('Start a run', 'Lancer les tests')}
    </Button>
  )
  return (
    <Page
      title={say('Conformance', 'Tests de conformité')}
      about={say(
        'A run sends forged, duplicated, reordered and unknown events to your endpoint. It also examines your recorded calls.',
        'Les tests envoient des événements falsifiés, doublés, mélangés et inconnus à votre adresse. Ils examinent aussi vos appels enregistrés.',
      )}
      actions={button}
    >
      <ErrorNotice error={start.error} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No run yet', 'Aucun test')}
            next={say(
              'Set a webhook endpoint, make some calls, then start a run.',
              'Réglez un webhook, faites quelques appels, puis lancez les tests.',
            )}
            action={button}
          />
        }
      >
        {(runs) => runs.map((run) => <RunResult key={run.id} run={run} />)}
      </LoadedList>
    </Page>
  )
}

const RunResult = ({ run }: { run: Run }) => {
  const say = useSay()
  const names = {
    passed: say('Passed', 'Réussi'),
    failed: say('Failed', 'Échoué'),
    not_seen: say('Not seen', 'Non observé'),
  }
  return (
    <Section title={run.id} about={<Time at={run.created_at} />}>
      <Records
        caption={say('Checks', 'Contrôles')}
        rows={run.checks ?? []}
        keyOf={({ name }) => name}
        columns={[
          { label: say('Check', 'Contrôle'), cell: ({ name }) => <code>{name}</code> },
          {
            label: say('Result', 'Résultat'),
            cell: ({ result }) => (
              <Badge color={colorOf(result)} variant="light">
                {names[result]}
              </Badge>
            ),
          },
          { label: say('Reason', 'Raison'), cell: ({ reason }) => reason ?? '–' },
        ]}
      />
    </Section>
  )
}
