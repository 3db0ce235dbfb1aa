import { Badge } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { serviceName } from '../../staff/words.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import type { ShownDispute } from './dispute.ts'
import { disputeStatus } from './dispute-words.ts'

const maxAnswer = 2_000

export const DisputePage = () => {
  const { disputeId = '' } = useParams({ strict: false }) as { disputeId?: string }
  const path = `/disputes/${encodeURIComponent(disputeId)}`
  return (
    <Loaded query={useRead<ShownDispute>(path)}>
      {(dispute) => <OneDispute dispute={dispute} path={path} key={dispute.id} />}
    </Loaded>
  )
}

const OneDispute = ({ dispute, path }: { dispute: ShownDispute; path: string }) => {
  const say = useSay()
  const may = useMay()
  const { access } = dispute
  useEnvironmentOf(dispute.environment)
  return (
    <Page
      title={say('Dispute', 'Contestation')}
      about={
        <Badge variant="light" color={dispute.status === 'open' ? 'orange' : 'green'}>
          {disputeStatus(say, dispute.status)}
        </Badge>
      }
    >
      <Facts
        facts={[
          [say('Organization', 'Organisation'), <bdi key="organization">{access.organization}</bdi>],
          [say('Application', 'Application'), <bdi key="application">{access.application}</bdi>],
          [say('Service', 'Service'), serviceName(say, access.service)],
          [say('Access', 'Accès'), <Time key="at" at={access.at} />],
          [say('Result', 'Résultat'), <code key="id">{access.id}</code>],
          [say('Data', 'Données'), access.scopes.join(', ')],
        ]}
      />
      <Section title={say('Messages', 'Messages')}>
        <ul className="messages">
          <li>
            <strong>{say('Citizen', 'Citoyen')}</strong> · <Time at={dispute.created_at} />
            <br />
            <bdi>{dispute.text}</bdi>
          </li>
          {dispute.answers.map(({ from, at, text }) => (
            <li key={at}>
              <strong>{from === 'organization' ? say('Organization', 'Organisation') : 'Nani'}</strong> ·{' '}
              <Time at={at} />
              <br />
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
        {may('POST /disputes/{id}/answers') ? (
          <ReasonedAct
            about={`${dispute.id} answer`}
            label={say('Answer', 'Réponse')}
            note={say('The citizen reads it in the app.', 'Le citoyen la lit dans l’application.')}
            button={say('Send the answer', 'Envoyer la réponse')}
            maxLength={maxAnswer}
            perform={(text) => send('POST', `${path}/answers`, { body: { text } })}
            rereads={['/disputes', '/queue']}
          />
        ) : null}
      </Section>
    </Page>
  )
}
