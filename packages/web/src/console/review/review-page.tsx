import { Alert, Anchor, Badge, Group } from '@mantine/core'
import type { Review } from '@nani/contract/console'
import { Link, useParams } from '@tanstack/react-router'
import { runStatusName } from '../../staff/conformance-words.ts'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { RunChecks, RunFacts } from '../../staff/parts/run-checks.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { missingName } from '../../staff/review-words.ts'
import { send } from '../../staff/send.ts'
import { colorOf, purposeName, reviewStatus, scopeName, serviceName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { AnswersForm } from './answers-form.tsx'
import { FilesSection } from './files-section.tsx'
import { MessagesSection } from './messages-section.tsx'

const closed = ['approved', 'rejected']
const editable = [null, 'changes_requested']

export const ReviewPage = () => {
  const { application } = usePlace()
  const { reviewId = '' } = useParams({ strict: false }) as { reviewId?: string }
  const path = `${application}/reviews/${encodeURIComponent(reviewId)}`
  return (
    <Loaded query={useRead<Review>(path)}>
      {(review) => <Dossier review={review} path={path} key={review.id} />}
    </Loaded>
  )
}

const Dossier = ({ review, path }: { review: Review; path: string }) => {
  const say = useSay()
  const isEditable = editable.includes(review.status)
  return (
    <Page
      title={say('Dossier', 'Dossier')}
      about={
        <Badge color={colorOf(review.status)} variant="light">
          {reviewStatus(say, review.status)}
        </Badge>
      }
      actions={<Actions review={review} path={path} isEditable={isEditable} />}
    >
      {review.reason ? (
        <Alert
          color={review.status === 'approved' ? 'green' : 'orange'}
          title={say('Reason of the reviewer', 'Motif du réviseur')}
        >
          <bdi>{review.reason === 'withdrawn' ? say('Withdrawn', 'Retiré') : review.reason}</bdi>
        </Alert>
      ) : null}
      {isEditable && review.missing.length > 0 ? (
        <Alert color="yellow" title={say('Before you can submit', 'Avant de soumettre')}>
          <ul>
            {review.missing.map((field) => (
              <li key={field}>{missingName(say, field)}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Facts
        facts={[
          [say('Services', 'Services'), review.services.map((one) => serviceName(say, one)).join(', ')],
          [say('Data', 'Données'), review.scopes.map((one) => scopeName(say, one)).join(', ')],
          [say('Purposes', 'Finalités'), review.purposes.map((one) => purposeName(say, one)).join(', ')],
          [
            say('Kind', 'Type'),
            review.enhanced
              ? say('Enhanced: two reviewers', 'Renforcée : deux réviseurs')
              : say('Standard', 'Standard'),
          ],
        ]}
      />
      <ConformanceSection run={review.conformance_run} />
      <AnswersForm review={review} path={path} isEditable={isEditable} />
      <FilesSection review={review} path={path} isEditable={isEditable} />
      <MessagesSection review={review} path={path} isOpen={!closed.includes(review.status ?? '')} />
    </Page>
  )
}

/** Reviewers see the same run. */
const ConformanceSection = ({ run }: { run: Review['conformance_run'] }) => {
  const say = useSay()
  const { application } = usePlace()
  const title = say('Conformance', 'Tests de conformité')
  if (!run)
    return (
      <Section title={title}>
        <Empty
          title={say('No run has ended yet', 'Aucun test n’est terminé')}
          next={say('Reviewers see the newest run here.', 'Les réviseurs voient ici le dernier test.')}
          action={
            <Anchor component={Link} to={`${application}/conformance`}>
              {say('Start a run', 'Lancer les tests')}
            </Anchor>
          }
        />
      </Section>
    )
  return (
    <Section title={`${title} : ${runStatusName(say, run)}`} about={<RunFacts run={run} />}>
      <RunChecks run={run} />
    </Section>
  )
}

type ActionProps = { review: Review; path: string; isEditable: boolean }

const Actions = ({ review, path, isEditable }: ActionProps) => {
  const say = useSay()
  const { application } = usePlace()
  const rereads = [application]
  const submit = useChange(() => send('POST', `${path}/submit`), { rereads })
  const withdraw = useChange(() => send('POST', `${path}/withdraw`), { rereads })
  if (isEditable)
    return (
      <Confirmed
        label={say('Submit', 'Soumettre')}
        title={say('Submit the dossier', 'Soumettre le dossier')}
        preview={
          <>
            <p>
              {say(
                'A reviewer reads it. You cannot change it while it is in review. It asks for:',
                'Un réviseur le lit. Vous ne pourrez pas le modifier pendant la revue. Il demande :',
              )}
            </p>
            <ul>
              {review.services.map((one) => (
                <li key={one}>{serviceName(say, one)}</li>
              ))}
              {review.scopes.map((one) => (
                <li key={one}>{scopeName(say, one)}</li>
              ))}
            </ul>
          </>
        }
        isDangerous={false}
        isDisabled={review.missing.length > 0}
        perform={() => submit.mutateAsync(undefined)}
      />
    )
  if (review.status !== 'submitted' && review.status !== 'in_review') return null
  return (
    <Group>
      <Confirmed
        label={say('Withdraw', 'Retirer')}
        title={say('Withdraw the dossier', 'Retirer le dossier')}
        preview={say(
          'The review ends. You can change the dossier and submit it again.',
          'La revue s’arrête. Vous pourrez modifier le dossier et le soumettre à nouveau.',
        )}
        perform={() => withdraw.mutateAsync(undefined)}
      />
    </Group>
  )
}
