import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../staff/formats.ts'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import type { ScreeningLists } from './screening-list.ts'
import { Threshold } from './threshold.tsx'

export const ListsPage = () => {
  const say = useSay()
  const { number } = useFormats()
  return (
    <Page title={say('Screening lists', 'Listes de filtrage')}>
      <Loaded query={useRead<ScreeningLists>('/lists')}>
        {({ threshold, threshold_version, data }) => (
          <>
            <Records
              caption={say('Screening lists', 'Listes de filtrage')}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: say('List', 'Liste'),
                  cell: ({ id, name }) => <Link to={`/lists/${encodeURIComponent(id)}`}>{name}</Link>,
                },
                { label: say('Category', 'Catégorie'), cell: ({ category }) => category },
                { label: say('Version', 'Version'), cell: ({ version }) => version?.version ?? '–' },
                {
                  label: say('Entries', 'Entrées'),
                  cell: ({ version }) => (version ? number(version.entries) : '–'),
                },
                {
                  label: say('Confirmed', 'Confirmée'),
                  cell: ({ version, is_stale }) => (
                    <>
                      <Time at={version?.confirmed_at} />
                      {is_stale ? (
                        <div>
                          <Badge color="red" variant="light">
                            {say('Too old', 'Trop ancienne')}
                          </Badge>
                        </div>
                      ) : null}
                    </>
                  ),
                },
              ]}
            />
            <Threshold threshold={threshold} version={threshold_version} key={threshold_version} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
