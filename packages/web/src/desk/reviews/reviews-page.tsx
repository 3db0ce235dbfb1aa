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
import { colorOf, reviewStatus } from '../../staff/words.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import type { ListedReview } from './review.ts'

const statuses = ['submitted', 'in_review', 'changes_requested', 'approved', 'rejected'] as const

export const ReviewsPage = () => {
  const say = useSay()
  useEnvironmentOf('production')
  const fields: FilterField[] = [
    {
      ...{ name: 'status', label: say('Status', 'État') },
      options: statuses.map((value) => ({ value, label: reviewStatus(say, value) })),
    },
  ]
  const filters = useFilters(fields)
  const query = useList<ListedReview>('/reviews', filters)
  return (
    <Page title={say('Production reviews', 'Examens de production')}>
      <FilterBar fields={fields} filters={filters} />
      <LoadedList query={query} empty={<Empty title={say('No review', 'Aucun examen')} />}>
        {(reviews) => (
          <Records
            caption={say('Reviews', 'Examens')}
            rows={reviews}
            keyOf={({ id }) => id}
            columns={[
              {
                label: say('Application', 'Application'),
                cell: ({ id, name }) => (
                  <Link to={`/reviews/${encodeURIComponent(id)}`}>
                    <bdi>{name}</bdi>
                  </Link>
                ),
              },
              {
                label: say('Organization', 'Organisation'),
                cell: ({ organization }) => <bdi>{organization}</bdi>,
              },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={colorOf(status)} variant="light">
                    {reviewStatus(say, status)}
                  </Badge>
                ),
              },
              {
                label: say('Kind', 'Type'),
                cell: ({ enhanced }) =>
                  enhanced
                    ? say('Enhanced: two reviewers', 'Renforcé : deux réviseurs')
                    : say('Standard', 'Standard'),
              },
              {
                label: say('Taken by', 'Pris par'),
                cell: ({ claimed_by }) => <bdi>{claimed_by ?? '–'}</bdi>,
              },
              {
                label: say('Submitted', 'Soumis'),
                cell: ({ submitted_at }) => <Time at={submitted_at} />,
              },
            ]}
          />
        )}
      </LoadedList>
    </Page>
  )
}
