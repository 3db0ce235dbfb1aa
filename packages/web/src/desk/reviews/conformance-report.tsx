import type { Review } from '@nani/contract/console'
import { runStatusName } from '../../staff/conformance-words.ts'
import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { RunChecks, RunFacts } from '../../staff/parts/run-checks.tsx'

/** The conformance run that the organization sees with its dossier. */
export const ConformanceReport = ({ run }: { run: Review['conformance_run'] }) => {
  const say = useSay()
  const title = say('Conformance', 'Tests de conformité')
  if (!run)
    return (
      <Section title={title}>
        <Empty
          title={say('No run has ended yet', 'Aucun test n’est terminé')}
          next={say(
            'The organization starts a run in its console.',
            'L’organisation lance les tests dans sa console.',
          )}
        />
      </Section>
    )
  return (
    <Section title={`${title} : ${runStatusName(say, run)}`} about={<RunFacts run={run} />}>
      <RunChecks run={run} />
    </Section>
  )
}
