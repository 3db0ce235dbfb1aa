import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import type { ListedDispute } from './dispute.ts'
import { disputeStatus } from './dispute-words.ts'

/** The text of a citizen is read one at a time, because each reading is recorded. */
export const DisputesPage = () => {
  const say = useSay()
  const fields: FilterField[] = [
    {
      name: 'status',
      label: say('Status', 'État'),
      options: (['open', 'answered'] as const).map((value) => ({ value, label: disputeStatus(say, value) })),
    },
    { name: 'application_id', label: say('Application', 'Application') },
    {
      name: 'environment',
      label: say('Environment', 'Environnement'),
      options: [
        { value: 'production', label: say('Production', 'Production') },
        { value: 'sandbox', label: say('Sandbox', 'Bac à sable') },
      ],
    },
  ]
  const filters = useFilters(fields)
  const query = useList<ListedDispute>('/disputes', filters)
  return (
    <Page
      title={say('Disputes', 'Contestations')}
      about={say(
        'A citizen asks why an organization read their data. The newest is first.',
        'Un citoyen demande pourquoi une organisation a lu ses données. La plus récente est en premier.',
      )}
    >
      <FilterBar fields={fields} filters={filters} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No dispute', 'Aucune contestation')}
            next={say('Nothing needs an answer.', 'Rien n’attend de réponse.')}
          />
        }
      >
        {(data) => (
          <Records
            caption={say('Disputes', 'Contestations')}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                label: say('Received', 'Reçue'),
                cell: ({ id, created_at }) => (
                  <Link to={`/disputes/${encodeURIComponent(id)}`}>
                    <Time at={created_at} />
                  </Link>
                ),
              },
              {
                label: say('Organization', 'Organisation'),
                cell: ({ access }) => <bdi>{access.organization}</bdi>,
              },
              {
                label: say('Application', 'Application'),
                cell: ({ access }) => <bdi>{access.application}</bdi>,
              },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge variant="light" color={status === 'open' ? 'orange' : 'green'}>
                    {disputeStatus(say, status)}
                  </Badge>
                ),
              },
            ]}
          />
        )}
      </LoadedList>
    </Page>
  )
}
