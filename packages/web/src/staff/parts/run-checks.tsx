import { Badge } from '@mantine/core'
import type { ConformanceRun } from '@nani/contract/console'
import { checkName, reasonText } from '../conformance-words.ts'
import { useSay } from '../language.tsx'
import { colorOf } from '../words.ts'
import { Records } from './records.tsx'
import { Time } from './time.tsx'

/** When a run began, and its id. */
export const RunFacts = ({ run }: { run: ConformanceRun }) => (
  <>
    <Time at={run.created_at} /> · <code className="breakable">{run.id}</code>
  </>
)

/** The checks of a run with their results and reasons. */
export const RunChecks = ({ run }: { run: ConformanceRun }) => {
  const say = useSay()
  const names = {
    passed: say('Passed', 'Réussi'),
    failed: say('Failed', 'Échoué'),
    not_seen: say('Not seen', 'Non observé'),
  }
  if (run.checks.length === 0) return null
  return (
    <Records
      caption={say('Checks', 'Contrôles')}
      rows={run.checks}
      keyOf={({ name }) => name}
      columns={[
        { label: say('Check', 'Contrôle'), cell: ({ name }) => checkName(say, name) },
        {
          label: say('Result', 'Résultat'),
          cell: ({ result }) => (
            <Badge color={colorOf(result)} variant="light">
              {names[result]}
            </Badge>
          ),
        },
        { label: say('Reason', 'Raison'), cell: (check) => reasonText(say, check) },
      ]}
    />
  )
}
