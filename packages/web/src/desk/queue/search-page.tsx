import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { Loaded, Unread } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useRead } from '../../staff/reading.ts'
import { kindName } from './queue-words.ts'

type Found = { kind: string; id: string; title: string; organization_id: string | null }

const pathOfFound = ({ kind, id, organization_id }: Found): string => {
  const own = encodeURIComponent(id)
  const organization = encodeURIComponent(organization_id ?? '')
  if (kind === 'organization') return `/organizations/${own}`
  if (kind === 'application') return `/organizations/${organization}`
  if (kind === 'review') return `/reviews/${own}`
  if (kind === 'case') return `/cases/${own}`
  if (kind === 'invoice') return `/billing/organizations/${organization}`
  return '/operators'
}

const minLength = 2

/** Objects by id, number or the beginning of a name. Citizens are not found here: reading one needs a reason. */
export const SearchPage = () => {
  const say = useSay()
  const fields: FilterField[] = [
    { name: 'q', label: say('Id, number or beginning of a name', 'Id, numéro ou début d’un nom') },
  ]
  const filters = useFilters(fields)
  const isAsked = (filters.q ?? '').trim().length >= minLength
  const query = useRead<{ data: Found[]; unread?: string[] }>('/search', filters, isAsked)
  return (
    <Page title={say('Search', 'Recherche')}>
      <FilterBar fields={fields} filters={filters} />
      {isAsked ? (
        <Loaded query={query}>
          {({ data, unread = [] }) => (
            <Stack gap="sm">
              {unread.length > 0 ? <Unread databases={unread} onRetry={() => void query.refetch()} /> : null}
              {data.length === 0 ? (
                <Empty title={say('Nothing was found', 'Rien n’a été trouvé')} />
              ) : (
                <Records
                  caption={say('Found', 'Trouvé')}
                  rows={data}
                  keyOf={({ kind, id }) => `${kind} ${id}`}
                  columns={[
                    {
                      label: say('Name', 'Nom'),
                      cell: (found) => (
                        <Link to={pathOfFound(found)}>
                          <bdi>{found.title}</bdi>
                        </Link>
                      ),
                    },
                    { label: say('Kind', 'Type'), cell: ({ kind }) => kindName(say, kind) },
                    { label: 'Id', cell: ({ id }) => <code className="breakable">{id}</code> },
                  ]}
                />
              )}
            </Stack>
          )}
        </Loaded>
      ) : (
        <Empty title={say('Type at least two characters', 'Saisissez au moins deux caractères')} />
      )}
    </Page>
  )
}
