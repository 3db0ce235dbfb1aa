import { Alert, Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { purposeName, scopeName, serviceName } from '../../staff/words.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { useMe } from '../shell/session.ts'
import { missingByPart } from './dossier-words.ts'
import { type DeskReview, isOpen } from './review.ts'
import { ReviewProposal } from './review-proposal.tsx'

type Props = { review: DeskReview; path: string }

/** Take it, ask for changes, propose; and decide what was proposed. */
export const ReviewActs = ({ review, path }: Props) => {
  const say = useSay()
  const may = useMay()
  if (review.proposal) return <ReviewProposal review={review} proposal={review.proposal} path={path} />
  if (!isOpen(review) || !may('POST /reviews/{id}/propose')) return null
  return (
    <Section title={say('Decision', 'Décision')}>
      <Claim review={review} path={path} />
      <div className="decision">
        <Proposing review={review} path={path} />
        <ReasonedAct
          about={`changes ${review.id}`}
          label={say('Changes that you ask for', 'Corrections demandées')}
          button={say('Ask for changes', 'Demander des corrections')}
          rereads={[path, '/queue']}
          perform={(reason) => send('POST', `${path}/request-changes`, { body: { reason } })}
        />
      </div>
    </Section>
  )
}

const Claim = ({ review, path }: Props) => {
  const say = useSay()
  const isOwn = review.claimed_by === useMe().name
  const claim = useChange(() => send('POST', `${path}/claim`), { rereads: [path, '/queue'] })
  if (isOwn) return null
  return (
    <Group>
      <Button variant="default" size="xs" loading={claim.isPending} onClick={() => claim.mutate(undefined)}>
        {say('Take this review', 'Prendre cet examen')}
      </Button>
      <ErrorNotice error={claim.error} />
    </Group>
  )
}

const Proposing = ({ review, path }: Props) => {
  const say = useSay()
  const [decision, setDecision] = useState<'approve' | 'reject'>('approve')
  const [services, setServices] = useState(review.services)
  const [scopes, setScopes] = useState(review.scopes)
  const [purposes, setPurposes] = useState(review.purposes)
  const isBlocked = decision === 'approve' && review.missing.length > 0
  const isApproval = decision === 'approve'
  const fields = (
    <>
      <NativeSelect
        label={say('Decision to propose', 'Décision à proposer')}
        value={decision}
        data={[
          { value: 'approve', label: say('Approve', 'Approuver') },
          { value: 'reject', label: say('Reject', 'Rejeter') },
        ]}
        onChange={(event) => setDecision(event.currentTarget.value as 'approve' | 'reject')}
      />
      {isApproval ? (
        <>
          <Choices
            label={say('Services', 'Services')}
            values={review.services}
            chosen={services}
            nameOf={(one) => serviceName(say, one)}
            onChange={setServices}
          />
          <Choices
            label={say('Data', 'Données')}
            values={review.scopes}
            chosen={scopes}
            nameOf={(one) => scopeName(say, one)}
            onChange={setScopes}
          />
          <Choices
            label={say('Purposes', 'Finalités')}
            values={review.purposes}
            chosen={purposes}
            nameOf={(one) => purposeName(say, one)}
            onChange={setPurposes}
          />
        </>
      ) : null}
    </>
  )
  if (isBlocked)
    return (
      <div>
        {fields}
        <Alert
          color="orange"
          title={say(
            'An approval cannot be proposed yet',
            'Une approbation ne peut pas encore être proposée',
          )}
        >
          {say('These items are missing:', 'Ces pièces manquent :')}
          <ul>
            {missingByPart(say, review.items).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {say('Ask for changes, or propose to reject.', 'Demandez des corrections, ou proposez le rejet.')}
        </Alert>
      </div>
    )
  return (
    <ReasonedAct
      about={`propose ${review.id}`}
      label={say('Reason of the decision', 'Motif de la décision')}
      button={say('Propose', 'Proposer')}
      isDangerous={!isApproval}
      rereads={[path, '/queue', '/proposals']}
      perform={(reason) =>
        send('POST', `${path}/propose`, {
          body: { decision, reason, ...(isApproval && { services, scopes, purposes }) },
        })
      }
    >
      {fields}
    </ReasonedAct>
  )
}
