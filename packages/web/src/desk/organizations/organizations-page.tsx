import { Badge } from '@mantine/core'
import type { Organization } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { colorOf, organizationStatus } from '../../staff/words.ts'
import { MemberHelp } from './member-help.tsx'

const statuses = ['pending', 'verified', 'refused', 'suspended'] as const

export const OrganizationsPage = () => {
  const say = useSay()
  const fields: FilterField[] = [
    {
      ...{ name: 'status', label: say('Status', 'État') },
      options: statuses.map((value) => ({ value, label: organizationStatus(say, value) })),
    },
    { name: 'q', label: say('Name, RCCM or id', 'Nom, RCCM ou id') },
  ]
  const filters = useFilters(fields)
  const query = useList<Organization>('/organizations', filters)
  return (
    <Page title={say('Organizations', 'Organisations')}>
      <FilterBar fields={fields} filters={filters} />
      <LoadedList query={query} empty={<Empty title={say('No organization', 'Aucune organisation')} />}>
        {(organizations) => (
          <Records
            caption={say('Organizations', 'Organisations')}
            rows={organizations}
            keyOf={({ id }) => id}
            columns={[
              {
                label: say('Name', 'Nom'),
                cell: ({ id, name }) => (
                  <Link to={`/organizations/${encodeURIComponent(id)}`}>
                    <bdi>{name}</bdi>
                  </Link>
                ),
              },
              { label: 'RCCM', cell: ({ rccm }) => <bdi>{rccm}</bdi> },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={colorOf(status)} variant="light">
                    {organizationStatus(say, status)}
                  </Badge>
                ),
              },
              { label: say('Since', 'Depuis'), cell: ({ created_at }) => <Time at={created_at} /> },
            ]}
          />
        )}
      </LoadedList>
      <MemberHelp />
    </Page>
  )
}
