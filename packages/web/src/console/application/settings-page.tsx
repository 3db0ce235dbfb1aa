import { Alert, Badge, Button, Stack, Textarea, TextInput } from '@mantine/core'
import type { ConsoleApplication } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { ChangedMeanwhile, useBase } from '../../staff/parts/changed-meanwhile.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { useApplication, useRoles } from '../shell/session.tsx'
import { colorOf, environmentName, purposeName, reviewStatus, scopeName } from '../words.ts'
import { LogoForm } from './logo-form.tsx'
import { SelectionFields } from './selection.tsx'

export const SettingsPage = () => (
  <Loaded query={useApplication()}>{(read) => <Settings read={read} key={read.id} />}</Loaded>
)

const Settings = ({ read }: { read: ConsoleApplication }) => {
  const say = useSay()
  const { organization } = usePlace()
  const { may } = useRoles()
  const other = read.environment === 'sandbox' ? 'production' : 'sandbox'
  return (
    <Page
      title={read.name}
      about={
        read.environment === 'production' ? (
          <Badge color={colorOf(read.production_status)} variant="light">
            {reviewStatus(say, read.production_status)}
          </Badge>
        ) : null
      }
      actions={
        read.counterpart_id ? (
          <Button
            variant="default"
            component={Link}
            to={`${organization}/applications/${encodeURIComponent(read.counterpart_id)}`}
          >
            {say('Go to:', 'Aller à :')} {environmentName(say, other)}
          </Button>
        ) : null
      }
    >
      {read.proposed_name ? (
        <Alert
          color="yellow"
          title={say('A new name waits for acceptance', 'Un nouveau nom attend l’acceptation')}
        >
          <bdi>{read.proposed_name}</bdi>
        </Alert>
      ) : null}
      <InForce read={read} />
      {may('PATCH A') ? (
        <>
          <Change read={read} />
          <LogoForm application={read} />
        </>
      ) : null}
    </Page>
  )
}

const InForce = ({ read }: { read: ConsoleApplication }) => {
  const say = useSay()
  return (
    <Section title={say('In force', 'En vigueur')}>
      <Facts
        facts={[
          [say('Identifier', 'Identifiant'), <code key="id">{read.id}</code>],
          [say('Key id', 'Identifiant de clé'), read.api_key && <code key="key">{read.api_key}</code>],
          [
            say('Data of calls', 'Données des appels'),
            read.scopes_in_force.map((scope) => scopeName(say, scope)).join(', '),
          ],
          [
            say('Purposes of calls', 'Finalités des appels'),
            read.purposes_in_force.map((one) => purposeName(say, one)).join(', '),
          ],
          [say('Calls in one second', 'Appels par seconde'), read.burst_per_second],
          [say('Since', 'Depuis'), <Time key="at" at={read.created_at} />],
        ]}
      />
    </Section>
  )
}

const linesOf = (text: unknown): string[] =>
  String(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const Change = ({ read }: { read: ConsoleApplication }) => {
  const say = useSay()
  const { application, organization } = usePlace()
  const { services, scopes, purposes } = read
  const [selection, setSelection] = useState({ services, scopes, purposes })
  const { theirs, attempt, accept } = useBase(read)
  const change = useChange(
    (body: Record<string, unknown>) =>
      attempt((version) => send<ConsoleApplication>('PATCH', application, { body, version })),
    { rereads: [application, `${organization}/applications`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    change.mutate({
      name: String(given.get('name')).trim(),
      ip_allowlist: linesOf(given.get('addresses')),
      redirect_uris: linesOf(given.get('redirects')),
      ...selection,
    })
  }
  return (
    <Section title={say('Change', 'Modifier')}>
      <form onSubmit={submit} className="form">
        <Stack gap="md">
          <TextInput
            label={say('Name', 'Nom')}
            name="name"
            maxLength={200}
            required
            defaultValue={read.name}
          />
          <SelectionFields selection={selection} onChange={setSelection} />
          <Textarea
            label={say('Permitted addresses', 'Adresses permises')}
            description={say(
              'One address or network on each line. Empty: every address.',
              'Une adresse ou un réseau par ligne. Vide : toutes.',
            )}
            name="addresses"
            rows={3}
            defaultValue={read.ip_allowlist.join('\n')}
          />
          <Textarea
            label={say('Redirect addresses of sign-in', 'Adresses de retour de la connexion')}
            description={say('One https address on each line.', 'Une adresse https par ligne.')}
            name="redirects"
            rows={3}
            defaultValue={read.redirect_uris.join('\n')}
          />
          <ChangedMeanwhile
            theirs={theirs}
            fields={[
              ['name', say('Name', 'Nom')],
              ['services', say('Services', 'Services')],
              ['scopes', say('Data', 'Données')],
              ['purposes', say('Purposes', 'Finalités')],
              ['ip_allowlist', say('Permitted addresses', 'Adresses permises')],
              ['redirect_uris', say('Redirect addresses', 'Adresses de retour')],
            ]}
            onAccept={accept}
          />
          <ErrorNotice error={change.error} />
          {change.data ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
          <div>
            <Button type="submit" loading={change.isPending}>
              {say('Save', 'Enregistrer')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
