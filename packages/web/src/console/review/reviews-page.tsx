import { Badge, Button } from '@mantine/core'
import type { Review } from '@nani/contract/console'
import { Link, useNavigate } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf, reviewStatus } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useOrganization, useRoles } from '../shell/session.tsx'

const isOpen = ({ status }: Review): boolean => status !== 'approved' && status !== 'rejected'

export const ReviewsPage = () => {
  const say = useSay()
  const { application } = usePlace()
  const { may } = useRoles()
  const navigate = useNavigate()
  const { data: organization } = useOrganization()
  const query = useList<Review>(`${application}/reviews`)
  const create = useChange(() => send<Review>('POST', `${application}/reviews`), {
    rereads: [`${application}/reviews`],
    onDone: ({ id }) => navigate({ to: `${application}/reviews/${id}` }),
  })
  const hasOpen = query.data?.pages.some(({ data }) => data.some(isOpen)) ?? true
  const begin =
    may('POST A/reviews') && !hasOpen ? (
      <Button onClick={() => create.mutate(undefined)} loading={create.isPending}>
        {say('Begin a dossier', 'Commencer un dossier')}
      </Button>
    ) : null
  return (
    <Page
      title={say('Production review', 'Revue de production')}
      about={
        organization && organization.status !== 'verified'
          ? say(
              'You can prepare the dossier now. It can be submitted when the organization is verified.',
              'Vous pouvez préparer le dossier. Il pourra être soumis quand l’organisation sera vérifiée.',
            )
          : say(
              'A reviewer reads the dossier and decides which services open.',
              'Un réviseur lit le dossier et décide quels services s’ouvrent.',
            )
      }
      actions={begin}
    >
      <ErrorNotice error={create.error} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No dossier yet', 'Aucun dossier')}
            next={say(
              'Pass the conformance run in the sandbox first, then begin a dossier.',
              'Passez d’abord les tests de conformité dans le bac à sable, puis commencez un dossier.',
            )}
            action={begin}
          />
        }
      >
        {(reviews) => (
          <Records
            caption={say('Reviews', 'Revues')}
            rows={reviews}
            keyOf={({ id }) => id}
            columns={[
              {
                label: say('Dossier', 'Dossier'),
                cell: ({ id }) => <Link to={`${application}/reviews/${id}`}>{id}</Link>,
              },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={colorOf(status)} variant="light">
                    {reviewStatus(say, status)}
                  </Badge>
                ),
              },
              { label: say('Begun', 'Commencé'), cell: ({ created_at }) => <Time at={created_at} /> },
              { label: say('Submitted', 'Soumis'), cell: ({ submitted_at }) => <Time at={submitted_at} /> },
            ]}
          />
        )}
      </LoadedList>
    </Page>
  )
}
