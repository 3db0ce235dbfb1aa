import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from './reasoned-act.tsx'

type Props = {
  title: string
  about: string
  emailLabel: string
  /** Where the people of this realm are: `operators` or `members`. */
  realm: 'operators' | 'members'
}

/** The removal of a second factor that a person lost. Two people decide. */
export const RecoveryForm = ({ title, about, emailLabel, realm }: Props) => {
  const say = useSay()
  const [email, setEmail] = useState('')
  return (
    <Section title={title} about={about}>
      <ReasonedAct
        about={`second-factor-recovery ${realm}`}
        label={say('Reason, and how you checked the identity', 'Motif, et comment l’identité a été vérifiée')}
        button={say('Propose the removal', 'Proposer le retrait')}
        isDangerous
        rereads={['/proposals', '/queue']}
        perform={(reason) =>
          send<{ status: 'proposed' | 'executed' }>(
            'POST',
            `/${realm}/${encodeURIComponent(email.trim())}/second-factor-recovery`,
            { body: { reason, proposal_id: null } },
          )
        }
        done={({ status }) =>
          status === 'executed'
            ? say(
                'The factor is removed. The person signs in and adds a new one.',
                'Le facteur est retiré. La personne se connecte et en ajoute un autre.',
              )
            : say('It waits for another operator.', 'La proposition attend un autre opérateur.')
        }
      >
        <TextInput
          label={emailLabel}
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </ReasonedAct>
    </Section>
  )
}
