import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { RecoveryForm } from '../reasons/recovery-form.tsx'
import { useMay } from '../rights.ts'

/** What operators do for a member of an organization, where no Owner can help. */
export const MemberHelp = () => {
  const say = useSay()
  const may = useMay()
  return (
    <>
      {may('POST /members/{id}/end-sessions') ? <EndSessions /> : null}
      {may('POST /members/{id}/second-factor-recovery') ? (
        <RecoveryForm
          title={say('A lost second factor of a member', 'Un second facteur perdu d’un membre')}
          about={say(
            'For the only Owner, or a member of several organizations. An Owner helps the others. Check the identity first. Two operators remove the factor.',
            'Pour l’unique Propriétaire, ou un membre de plusieurs organisations. Un Propriétaire aide les autres. Vérifiez d’abord l’identité. Deux opérateurs retirent le facteur.',
          )}
          emailLabel={say('E-mail of the member', 'E-mail du membre')}
          realm="members"
        />
      ) : null}
    </>
  )
}

const EndSessions = () => {
  const say = useSay()
  const [email, setEmail] = useState('')
  return (
    <Section
      title={say('Sessions of a member', 'Sessions d’un membre')}
      about={say(
        'For a stolen device. The person signs in again.',
        'Pour un appareil volé. La personne se reconnecte.',
      )}
    >
      <ReasonedAct
        about="end-sessions"
        label={say('Reason', 'Motif')}
        button={say('End the sessions', 'Terminer les sessions')}
        isDangerous
        perform={(reason) =>
          send<{ sessions: number }>('POST', `/members/${encodeURIComponent(email.trim())}/end-sessions`, {
            body: { reason },
          })
        }
        done={({ sessions }) => say(`Sessions ended: ${sessions}.`, `Sessions terminées : ${sessions}.`)}
      >
        <TextInput
          label={say('E-mail of the person', 'E-mail de la personne')}
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </ReasonedAct>
    </Section>
  )
}
