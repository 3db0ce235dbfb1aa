import { Button } from '@mantine/core'
import type { OrganizationAct } from '@nani/contract/console'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { readableJson } from '../../staff/readable-json.ts'
import { queryOf, useList } from '../../staff/reading.ts'
import { usePlace } from '../paths.ts'
import { useRoles } from '../shell/session.tsx'

/** The acts of people of the organization. The values of strangers are shown as text. */
export const ActsPage = () => {
  const say = useSay()
  const { organization } = usePlace()
  const { may } = useRoles()
  const fields: FilterField[] = [
    { name: 'action', label: say('Act', 'Acte') },
    { name: 'actor', label: say('Person', 'Personne') },
    { name: 'subject', label: say('Object', 'Objet') },
    { name: 'since', label: say('From', 'Du'), type: 'date' },
    { name: 'until', label: say('Before', 'Avant le'), type: 'date' },
  ]
  const filters = useFilters(fields)
  const query = useList<OrganizationAct>(`${organization}/acts`, filters)
  const address = `/api${organization}/acts/export?${queryOf(filters)}`
  return (
    <Page
      title={say('Acts', 'Actes')}
      actions={
        may('GET O/acts/export') ? (
          <Button variant="default" component="a" href={address} download>
            {say('Export as CSV', 'Exporter en CSV')}
          </Button>
        ) : null
      }
    >
      <FilterBar fields={fields} filters={filters} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No act', 'Aucun acte')}
            next={say('Change the filters to see others.', 'Changez les filtres pour en voir d’autres.')}
          />
        }
      >
        {(acts) => (
          <Records
            caption={say('Acts', 'Actes')}
            rows={acts}
            keyOf={({ number, cell = '' }) => `${cell} ${number}`}
            columns={[
              { label: say('Time', 'Moment'), cell: ({ at }) => <Time at={at} /> },
              {
                label: say('Person', 'Personne'),
                cell: ({ actor_name, actor }) => <bdi>{actor_name ?? actor}</bdi>,
              },
              { label: say('Act', 'Acte'), cell: ({ action }) => <code>{action}</code> },
              {
                label: say('Object', 'Objet'),
                cell: ({ subject }) => <code className="breakable">{subject}</code>,
              },
              { label: say('Change', 'Modification'), cell: (act) => <Change act={act} /> },
            ]}
          />
        )}
      </LoadedList>
    </Page>
  )
}

const Change = ({ act: { before, after } }: { act: OrganizationAct }) => {
  const say = useSay()
  if (!before && !after) return '–'
  return (
    <details>
      <summary>{say('Before and after', 'Avant et après')}</summary>
      <pre className="code">{readableJson({ before, after })}</pre>
    </details>
  )
}
