import type { ConsoleDisposition } from '@nani/contract/console'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { usePlace } from '../paths.ts'
import { dispositionNames } from './compliance-words.ts'

/** The decisions about hits, of the console and of calls. */
export const DispositionsSection = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<ConsoleDisposition>(`${application}/dispositions`)
  const names = dispositionNames(say)
  return (
    <Section title={say('Decisions about hits', 'Décisions sur les correspondances')}>
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No decision yet', 'Aucune décision')}
            next={say('Decide each hit of an alert.', 'Décidez chaque correspondance d’une alerte.')}
          />
        }
      >
        {(dispositions) => (
          <Records
            caption={say('Decisions about hits', 'Décisions sur les correspondances')}
            rows={dispositions}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ decided_at }) => <Time at={decided_at} /> },
              {
                label: say('Screening and hit', 'Contrôle et correspondance'),
                cell: ({ screening_id, position }) => (
                  <code className="breakable">{`${screening_id} · ${position}`}</code>
                ),
              },
              { label: say('Decision', 'Décision'), cell: ({ disposition }) => names[disposition] },
              { label: say('Reason', 'Motif'), cell: ({ reason }) => <bdi>{reason}</bdi> },
              { label: say('Officer', 'Responsable'), cell: ({ officer }) => <bdi>{officer ?? '–'}</bdi> },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
