import { Alert } from '@mantine/core'
import type { Purpose, Scope, ServiceName } from '@nani/contract'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { send } from '../../staff/send.ts'
import { purposeName, scopeName, serviceName } from '../../staff/words.ts'
import type { Proposal } from '../proposals/proposal.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { useMe } from '../shell/session.ts'
import type { DeskReview } from './review.ts'

type Content = {
  decision: 'approve' | 'reject'
  services: ServiceName[]
  scopes: Scope[]
  purposes: Purpose[]
}
type Props = { review: DeskReview; proposal: Proposal; path: string }

/** Exactly what was proposed. The approval of an enhanced review needs another reviewer. */
export const ReviewProposal = ({ review, proposal, path }: Props) => {
  const say = useSay()
  const may = useMay()
  const isOwn = useMe().name === proposal.proposed_by
  const { decision, services, scopes, purposes } = proposal.content as Content
  const needsAnother = isOwn && review.enhanced && decision === 'approve'
  const rereads = [path, '/queue', '/proposals', '/organizations']
  const decide = (accept: boolean) => (reason: string) =>
    send('POST', `${path}/decide`, {
      body: { accept, proposal_id: proposal.id, ...(reason !== '' && { reason }) },
    })
  return (
    <Section title={say('Proposed decision', 'Décision proposée')}>
      <Facts
        facts={[
          [
            say('Decision', 'Décision'),
            decision === 'approve' ? say('Approve', 'Approuver') : say('Reject', 'Rejeter'),
          ],
          [say('Services', 'Services'), services.map((one) => serviceName(say, one)).join(', ')],
          [say('Data', 'Données'), scopes.map((one) => scopeName(say, one)).join(', ')],
          [say('Purposes', 'Finalités'), purposes.map((one) => purposeName(say, one)).join(', ')],
          [say('Proposed by', 'Proposé par'), <bdi key="by">{proposal.proposed_by}</bdi>],
          [say('Reason', 'Motif'), <bdi key="reason">{proposal.reason}</bdi>],
          [say('Ends', 'Expire'), <Time key="ends" at={proposal.expires_at} />],
        ]}
      />
      {needsAnother ? (
        <Alert color="blue">
          {say('It waits for another reviewer.', 'La proposition attend un autre réviseur.')}
        </Alert>
      ) : null}
      {may('POST /reviews/{id}/decide') ? (
        <div className="decision">
          {needsAnother ? null : (
            <ReasonedAct
              about={`accept ${proposal.id}`}
              label={say('Your reason to agree', 'Votre motif pour accepter')}
              button={say('Agree and execute', 'Accepter et exécuter')}
              isOptional
              rereads={rereads}
              perform={decide(true)}
            />
          )}
          <ReasonedAct
            about={`decline ${proposal.id}`}
            label={
              isOwn
                ? say('Reason to take it back', 'Motif du retrait')
                : say('Reason to decline', 'Motif du refus')
            }
            button={isOwn ? say('Take back', 'Retirer') : say('Decline', 'Décliner')}
            isDangerous
            rereads={rereads}
            perform={decide(false)}
          />
        </div>
      ) : null}
    </Section>
  )
}
