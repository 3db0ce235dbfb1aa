import { Alert, Badge } from '@mantine/core'
import type { ReviewAnswer } from '@nani/contract/console'
import { Link, useParams } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { answerName } from '../../staff/review-words.ts'
import { colorOf, purposeName, reviewStatus } from '../../staff/words.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import { Checklist } from './checklist.tsx'
import { ConformanceReport } from './conformance-report.tsx'
import { Conversation } from './conversation.tsx'
import { Difference } from './difference.tsx'
import { DossierFiles } from './dossier-files.tsx'
import { DossierItems } from './dossier-items.tsx'
import type { DeskReview } from './review.ts'
import { ReviewActs } from './review-acts.tsx'

/** A review on one screen: its facts left, the evidence right, the action below. */
export const ReviewPage = () => {
  const { reviewId = '' } = useParams({ strict: false }) as { reviewId?: string }
  const path = `/reviews/${encodeURIComponent(reviewId)}`
  return (
    <Loaded query={useRead<DeskReview>(path)}>
      {(review) => <Shown review={review} path={path} key={review.id} />}
    </Loaded>
  )
}

const Shown = ({ review, path }: { review: DeskReview; path: string }) => {
  const say = useSay()
  const { name, status, reason } = review
  useEnvironmentOf('production')
  return (
    <Page
      title={name}
      about={
        <Badge color={colorOf(status)} variant="light">
          {reviewStatus(say, status)}
        </Badge>
      }
    >
      {reason ? (
        <Alert color="gray" title={say('Reason of the last decision', 'Motif de la dernière décision')}>
          <bdi>{reason}</bdi>
        </Alert>
      ) : null}
      <div className="decision">
        <div>
          <DossierFacts review={review} />
          <DossierItems review={review} />
          <Checklist review={review} />
          <Difference path={path} />
        </div>
        <div>
          <Answers review={review} />
          <DossierFiles review={review} path={path} />
          <ConformanceReport run={review.conformance_run} />
          <Conversation review={review} path={path} />
        </div>
      </div>
      <ReviewActs review={review} path={path} />
    </Page>
  )
}

const DossierFacts = ({ review }: { review: DeskReview }) => {
  const say = useSay()
  const { organization, organization_id, application_id, enhanced, purposes } = review
  return (
    <Section title={say('The dossier', 'Le dossier')}>
      <Facts
        facts={[
          [
            say('Organization', 'Organisation'),
            <Link key="organization" to={`/organizations/${encodeURIComponent(organization_id)}`}>
              <bdi>{organization}</bdi>
            </Link>,
          ],
          [say('Application', 'Application'), <code key="application">{application_id}</code>],
          [say('Purposes', 'Finalités'), purposes.map((one) => purposeName(say, one)).join(', ')],
          [
            say('Kind', 'Type'),
            enhanced
              ? say('Enhanced: two reviewers', 'Renforcé : deux réviseurs')
              : say('Standard', 'Standard'),
          ],
          [say('Submitted', 'Soumis'), <Time key="submitted" at={review.submitted_at} />],
          [say('Taken by', 'Pris par'), <bdi key="taken">{review.claimed_by ?? '–'}</bdi>],
        ]}
      />
    </Section>
  )
}

const Answers = ({ review: { answers } }: { review: DeskReview }) => {
  const say = useSay()
  return (
    <Section title={say('Answers', 'Réponses')}>
      <dl className="answers">
        {(Object.entries(answers) as [ReviewAnswer, string][]).map(([name, text]) => (
          <div key={name}>
            <dt>{answerName(say, name)}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
