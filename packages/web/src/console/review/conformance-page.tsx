import { Button } from '@mantine/core'
import type { ConformanceRun } from '@nani/contract/console'
import { runStatusName } from '../../staff/conformance-words.ts'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { RunChecks, RunFacts } from '../../staff/parts/run-checks.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'

const isUnfinished = ({ status }: ConformanceRun): boolean => status === 'queued' || status === 'running'
const pollMs = 2_000

/** Our kit examines the endpoint and the recorded calls of the sandbox. */
export const ConformancePage = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<ConformanceRun>(
    `${application}/conformance-runs`,
    {},
    { repeatMs: pollMs, isRepeated: (pages) => pages.some(({ data }) => data.some(isUnfinished)) },
  )
  const start = useChange(() => send<ConformanceRun>('POST', `${application}/conformance-runs`), {
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

const RunResult = ({ run }: { run: ConformanceRun }) => {
  const say = useSay()
  return (
    <Section title={runStatusName(say, run)} about={<RunFacts run={run} />}>
      <RunChecks run={run} />
    </Section>
  )
}
