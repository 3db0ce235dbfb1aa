import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { type DeskReview, isOpen } from './review.ts'

const maxText = 5_000

/** The messages between the reviewers and the organization. */
export const Conversation = ({ review, path }: { review: DeskReview; path: string }) => {
  const say = useSay()
  const may = useMay()
  return (
    <Section title={say('Conversation', 'Échanges')}>
      {review.messages.length === 0 ? <Empty title={say('No message', 'Aucun message')} /> : null}
      <ul className="messages">
        {review.messages.map(({ id, from, text, created_at }) => (
          <li key={id}>
            <strong>
              {from === 'reviewer' ? say('Reviewer', 'Réviseur') : say('Organization', 'Organisation')}
            </strong>{' '}
            · <Time at={created_at} />
            <br />
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {isOpen(review) && may('POST /reviews/{id}/messages') ? (
        <ReasonedAct
          about={`message ${review.id}`}
          label={say('Message to the organization', 'Message à l’organisation')}
          note={
            review.proposal?.content.decision === 'approve'
              ? say(
                  'The proposal to approve this review ends with a message.',
                  'La proposition d’approuver cet examen prend fin avec un message.',
                )
              : null
          }
          button={say('Send', 'Envoyer')}
          maxLength={maxText}
          rereads={[path]}
          perform={(text) => send('POST', `${path}/messages`, { body: { text } })}
        />
      ) : null}
    </Section>
  )
}
