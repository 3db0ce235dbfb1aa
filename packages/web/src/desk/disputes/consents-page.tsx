import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'

/** Ends a consent for a citizen who asks for it. The number comes from the citizen or from the organization. */
export const ConsentsPage = () => {
  const say = useSay()
  const may = useMay()
  const [id, setId] = useState('')
  return (
    <Page
      title={say('Consents', 'Consentements')}
      about={say(
        'Ends a consent at once. The organization and the citizen see the reason.',
        'Met fin à un consentement aussitôt. L’organisation et le citoyen voient le motif.',
      )}
    >
      {may('POST /consents/{id}/revoke') ? (
        <ReasonedAct
          about="consent revoke"
          label={say('Reason', 'Motif')}
          button={say('Revoke the consent', 'Révoquer le consentement')}
          isDangerous
          perform={(reason) =>
            send('POST', `/consents/${encodeURIComponent(id.trim())}/revoke`, { body: { reason } })
          }
          onDone={() => setId('')}
          done={() => say('The consent is revoked.', 'Le consentement est révoqué.')}
        >
          <TextInput
            label={say('Number of the consent', 'Numéro du consentement')}
            name="consent"
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            maxLength={64}
            required
            autoComplete="off"
          />
        </ReasonedAct>
      ) : (
        <Empty title={say('Your roles revoke no consent.', 'Vos rôles ne révoquent aucun consentement.')} />
      )}
    </Page>
  )
}
