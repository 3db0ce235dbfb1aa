import { Button, Group, NativeSelect } from '@mantine/core'
import type { ConsoleApplication, Credentials, NewKeys, RotatedKeys } from '@nani/contract/console'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { useApplication, useRoles } from '../shell/session.tsx'
import { CertificatesSection } from './certificates-section.tsx'
import { CredentialsShown } from './credentials-shown.tsx'

const hour = 3_600
const day = 24 * hour

export const KeysPage = () => {
  const say = useSay()
  return (
    <Page title={say('Keys and certificates', 'Clés et certificats')}>
      <Loaded query={useApplication()}>
        {(application) => (
          <>
            <KeySection application={application} />
            <CertificatesSection application={application} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const KeySection = ({ application: read }: { application: ConsoleApplication }) => {
  const say = useSay()
  const { application } = usePlace()
  const { may } = useRoles()
  const [issued, setIssued] = useState<Credentials | null>(null)
  const mayChange = may('PATCH A') || (read.environment === 'sandbox' && may('POST A/keys'))
  const first = useChange(() => send<NewKeys>('POST', `${application}/keys`), {
    rereads: [application],
    onDone: setIssued,
  })
  return (
    <Section
      title={say('Keys', 'Clés')}
      actions={
        mayChange && read.api_key === null ? (
          <Button onClick={() => first.mutate(undefined)} loading={first.isPending}>
            {say('Issue keys', 'Émettre des clés')}
          </Button>
        ) : null
      }
    >
      <Facts
        facts={[
          [say('Key id', 'Identifiant de clé'), read.api_key && <code key="key">{read.api_key}</code>],
          ...read.overlapping_keys.map(
            ({ api_key, ends_at }) =>
              [
                api_key,
                <span key={api_key}>
                  {say('works until', 'valable jusqu’au')} <Time at={ends_at} />
                </span>,
              ] as const,
          ),
        ]}
      />
      {issued ? (
        <CredentialsShown title={say('The new keys', 'Les nouvelles clés')} credentials={issued} />
      ) : null}
      {mayChange && read.api_key !== null ? <Rotation onIssued={setIssued} /> : null}
    </Section>
  )
}

const Rotation = ({ onIssued }: { onIssued: (credentials: Credentials) => void }) => {
  const say = useSay()
  const { application } = usePlace()
  const [overlap, setOverlap] = useState(String(day))
  const rotate = useChange(
    () =>
      send<RotatedKeys>('POST', `${application}/keys/rotate`, { body: { overlap_seconds: Number(overlap) } }),
    { rereads: [application], onDone: onIssued },
  )
  const options = [
    { value: '0', label: say('At once', 'Aussitôt') },
    { value: String(hour), label: say('After 1 hour', 'Après 1 heure') },
    { value: String(day), label: say('After 1 day', 'Après 1 jour') },
    { value: String(7 * day), label: say('After 7 days', 'Après 7 jours') },
  ]
  const chosen = options.find(({ value }) => value === overlap)?.label ?? ''
  return (
    <Group align="flex-end">
      <NativeSelect
        size="xs"
        label={say('The present keys end', 'Les clés actuelles finissent')}
        value={overlap}
        data={options}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      />
      <Confirmed
        label={say('Rotate the keys', 'Renouveler les clés')}
        title={say('Rotate the keys', 'Renouveler les clés')}
        preview={
          <>
            {say(
              'You get a new key set. The present keys end:',
              'Vous recevez de nouvelles clés. Les clés actuelles finissent :',
            )}{' '}
            <strong>{chosen}</strong>
          </>
        }
        perform={() => rotate.mutateAsync(undefined)}
      />
    </Group>
  )
}
