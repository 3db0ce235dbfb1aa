import type { FaceReason } from '@nani/contract/console'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { usePlace } from '../paths.ts'
import { faceModeName, faceOutcomeName } from './compliance-words.ts'

export const FaceReasonsSection = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<FaceReason>(`${application}/face-reasons`)
  return (
    <Section title={say('Reasons of face comparisons', 'Motifs des comparaisons de visages')}>
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No comparison', 'Aucune comparaison')}
            next={say(
              'Each call of face recognition states its reason, and the reason appears here.',
              'Chaque appel de reconnaissance du visage donne son motif, et le motif paraît ici.',
            )}
          />
        }
      >
        {(reasons) => (
          <Records
            caption={say('Reasons of face comparisons', 'Motifs des comparaisons de visages')}
            rows={reasons}
            keyOf={({ request_id }) => request_id}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ at }) => <Time at={at} /> },
              { label: say('Kind', 'Type'), cell: ({ mode }) => faceModeName(say, mode) },
              { label: say('Result', 'Résultat'), cell: ({ outcome }) => faceOutcomeName(say, outcome) },
              { label: say('Reason', 'Motif'), cell: ({ reason }) => <bdi>{reason}</bdi> },
              {
                label: say('Request', 'Requête'),
                cell: ({ request_id }) => <code className="breakable">{request_id}</code>,
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
