import { Badge } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { colorOf, stateName } from '../words.ts'
import type { FaceReason, ListedAlert, Monitor } from './compliance-objects.ts'
import { DispositionsSection } from './dispositions-section.tsx'

export const CompliancePage = () => {
  const say = useSay()
  return (
    <Page
      title={say('Compliance', 'Conformité')}
      about={say(
        'For the Owner and Compliance officers.',
        'Pour le propriétaire et les responsables conformité.',
      )}
    >
      <Alerts />
      <DispositionsSection />
      <Monitors />
      <FaceReasons />
    </Page>
  )
}

const Alerts = () => {
  const say = useSay()
  const { application } = usePlace()
  const fields: FilterField[] = [{ name: 'monitor_id', label: say('Monitor', 'Surveillance') }]
  const filters = useFilters(fields)
  const query = useList<ListedAlert>(`${application}/alerts`, filters)
  return (
    <Section title={say('Alerts', 'Alertes')}>
      <FilterBar fields={fields} filters={filters} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No alert', 'Aucune alerte')}
            next={say(
              'Monitoring reports new hits here.',
              'La surveillance signale ici les nouvelles correspondances.',
            )}
          />
        }
      >
        {(alerts) => (
          <Records
            caption={say('Alerts', 'Alertes')}
            rows={alerts}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ created_at }) => <Time at={created_at} /> },
              { label: say('Kind', 'Type'), cell: ({ kind }) => kind },
              { label: say('Risk', 'Risque'), cell: ({ risk_level }) => risk_level ?? '–' },
              {
                label: say('Screening', 'Contrôle'),
                cell: ({ screening_id }) => <code>{screening_id}</code>,
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

const Monitors = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<Monitor>(`${application}/monitors`)
  const stop = useChange((id: string) => send('POST', `${application}/monitors/${id}/stop`), {
    rereads: [`${application}/monitors`],
  })
  return (
    <Section title={say('Monitors', 'Surveillances')}>
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No monitor', 'Aucune surveillance')}
            next={say('A call of AML screening starts one.', 'Un appel du contrôle AML en démarre une.')}
          />
        }
      >
        {(monitors) => (
          <Records
            caption={say('Monitors', 'Surveillances')}
            rows={monitors}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Monitor', 'Surveillance'), cell: ({ id }) => <code>{id}</code> },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={colorOf(status)} variant="light">
                    {stateName(say, status)}
                  </Badge>
                ),
              },
              { label: say('Since', 'Depuis'), cell: ({ created_at }) => <Time at={created_at} /> },
              {
                label: say('Last check', 'Dernier contrôle'),
                cell: ({ last_screened_at }) => <Time at={last_screened_at} />,
              },
              {
                label: say('Action', 'Action'),
                cell: ({ id, status }) =>
                  status === 'active' ? (
                    <Confirmed
                      label={say('Stop', 'Arrêter')}
                      title={say('Stop the monitor', 'Arrêter la surveillance')}
                      preview={say(
                        'No alert is sent for this person from now on. A new call is needed to start again.',
                        'Plus aucune alerte ne sera envoyée pour cette personne. Il faudra un nouvel appel pour reprendre.',
                      )}
                      perform={() => stop.mutateAsync(id)}
                    />
                  ) : (
                    '–'
                  ),
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

const FaceReasons = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<FaceReason>(`${application}/face-reasons`)
  return (
    <Section title={say('Reasons of face searches', 'Motifs des recherches par visage')}>
      <LoadedList query={query} empty={<Empty title={say('No search', 'Aucune recherche')} />}>
        {(reasons) => (
          <Records
            caption={say('Reasons of face searches', 'Motifs des recherches par visage')}
            rows={reasons}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ created_at }) => <Time at={created_at} /> },
              { label: say('Request', 'Requête'), cell: ({ request_id }) => <code>{request_id}</code> },
              { label: say('Reason', 'Motif'), cell: ({ reason }) => <bdi>{reason}</bdi> },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
