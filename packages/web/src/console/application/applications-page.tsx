import { Badge, Button } from '@mantine/core'
import type { ConsoleApplication } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { colorOf, environmentName, reviewStatus, serviceName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useRoles } from '../shell/session.tsx'

export const ApplicationsPage = () => {
  const say = useSay()
  const { organization } = usePlace()
  const { may } = useRoles()
  const fields: FilterField[] = [
    {
      name: 'environment',
      label: say('Environment', 'Environnement'),
      options: (['sandbox', 'production'] as const).map((value) => ({
        value,
        label: environmentName(say, value),
      })),
    },
  ]
  const filters = useFilters(fields)
  const query = useList<ConsoleApplication>(`${organization}/applications`, filters)
  const create = may('POST O/applications') ? (
    <Button component={Link} to={`${organization}/applications/new`}>
      {say('Make an application', 'Créer une application')}
    </Button>
  ) : null
  return (
    <Page title={say('Applications', 'Applications')} actions={create}>
      <FilterBar fields={fields} filters={filters} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No application yet', 'Aucune application')}
            next={say(
              'An application has keys for the sandbox and for production. Make one for each of your programs.',
              'Une application a des clés pour le bac à sable et pour la production. Créez-en une par programme.',
            )}
            action={create}
          />
        }
      >
        {(applications) => <Applications applications={applications} />}
      </LoadedList>
    </Page>
  )
}

const Applications = ({ applications }: { applications: ConsoleApplication[] }) => {
  const say = useSay()
  const { organization } = usePlace()
  return (
    <Records
      caption={say('Applications', 'Applications')}
      rows={applications}
      keyOf={({ id }) => id}
      columns={[
        {
          label: say('Name', 'Nom'),
          cell: ({ id, name }) => (
            <Link to={`${organization}/applications/${encodeURIComponent(id)}`}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          label: say('Environment', 'Environnement'),
          cell: ({ environment }) => (
            <Badge color={environment === 'production' ? 'red' : 'teal'} variant="light">
              {environmentName(say, environment)}
            </Badge>
          ),
        },
        {
          label: say('Services', 'Services'),
          cell: ({ services }) => services.map((one) => serviceName(say, one)).join(', ') || '–',
        },
        {
          label: say('Review', 'Revue'),
          cell: ({ environment, production_status: status }) =>
            environment === 'sandbox' ? (
              '–'
            ) : (
              <Badge color={colorOf(status)} variant="light">
                {reviewStatus(say, status)}
              </Badge>
            ),
        },
        { label: say('Since', 'Depuis'), cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  )
}
