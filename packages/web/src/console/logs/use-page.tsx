import { serviceNames } from '@nani/contract'
import type { ApplicationUse } from '@nani/contract/console'
import { lazy, Suspense } from 'react'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { useRead } from '../../staff/reading.ts'
import { serviceName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { QuotasSection } from './quotas-section.tsx'

const Chart = lazy(() => import('./use-chart.tsx').then(({ UseChart }) => ({ default: UseChart })))

/** The calls of each day, and the limits. The table has the same values as the picture. */
export const UsePage = () => {
  const say = useSay()
  const { application } = usePlace()
  const fields: FilterField[] = [
    { name: 'from', label: say('From', 'Du'), type: 'date' },
    { name: 'to', label: say('To', 'Au'), type: 'date' },
    {
      name: 'service',
      label: say('Service', 'Service'),
      options: serviceNames.map((value) => ({ value, label: serviceName(say, value) })),
    },
  ]
  const filters = useFilters(fields)
  const query = useRead<ApplicationUse>(`${application}/use`, filters)
  return (
    <Page
      title={say('Use', 'Usage')}
      about={say('Calls of each day, in UTC.', 'Appels de chaque jour, en UTC.')}
    >
      <FilterBar fields={fields} filters={filters} />
      <Loaded query={query}>
        {({ from, to, data }) =>
          data.length === 0 ? (
            <Empty
              title={say('No call in this time', 'Aucun appel sur cette période')}
              next={say(
                'Make a call, or choose other days.',
                'Faites un appel, ou choisissez d’autres jours.',
              )}
            />
          ) : (
            <>
              <Suspense>
                <Chart from={from} to={to} days={data} />
              </Suspense>
              <Records
                caption={say('Calls', 'Appels')}
                rows={data}
                keyOf={({ day, service }) => `${day} ${service}`}
                columns={[
                  { label: say('Day', 'Jour'), cell: ({ day }) => day },
                  { label: say('Service', 'Service'), cell: ({ service }) => serviceName(say, service) },
                  { label: say('Calls', 'Appels'), cell: ({ used }) => used },
                ]}
              />
            </>
          )
        }
      </Loaded>
      <QuotasSection />
    </Page>
  )
}
