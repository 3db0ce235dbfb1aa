import { Badge } from '@mantine/core'
import type { ConsoleMonitor } from '@nani/contract/console'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf, stateName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

export const MonitorsSection = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<ConsoleMonitor>(`${application}/monitors`)
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
              {
                label: say('Monitor', 'Surveillance'),
                cell: ({ id, reference }) =>
                  reference === null ? <code>{id}</code> : <bdi>{reference}</bdi>,
              },
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
                cell: ({ screened_at }) => <Time at={screened_at} />,
              },
              { label: say('Action', 'Action'), cell: (monitor) => <Stop monitor={monitor} /> },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

const Stop = ({ monitor: { id, status } }: { monitor: ConsoleMonitor }) => {
  const say = useSay()
  const { application } = usePlace()
  const stop = useChange(() => send('POST', `${application}/monitors/${encodeURIComponent(id)}/stop`), {
    rereads: [`${application}/monitors`],
  })
  if (status !== 'active') return '–'
  return (
    <Confirmed
      label={say('Stop', 'Arrêter')}
      title={say('Stop the monitor', 'Arrêter la surveillance')}
      preview={say(
        'No alert is sent for this person from now on. The data of the person is deleted. A new call is needed to start again.',
        'Plus aucune alerte ne sera envoyée pour cette personne. Ses données sont effacées. Il faudra un nouvel appel pour reprendre.',
      )}
      perform={() => stop.mutateAsync(undefined)}
    />
  )
}
