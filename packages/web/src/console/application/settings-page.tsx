import { Alert, Badge, Button, Stack, Textarea, TextInput } from '@mantine/core'
import type { ConsoleApplication } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { isEmpty, useDraft } from '../../staff/draft.ts'
import { useSay } from '../../staff/language.tsx'
import { ChangedMeanwhile } from '../../staff/parts/changed-meanwhile.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf, environmentName, purposeName, reviewStatus, scopeName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useApplication, useRoles } from '../shell/session.tsx'
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

const settingsOf = ({
  name,
  services,
  scopes,
  purposes,
  ip_allowlist,
  redirect_uris,
}: ConsoleApplication) => ({
  ...{ name, services, scopes, purposes, ip_allowlist, redirect_uris },
})

const trimmed = (lines: string[]): string[] => lines.map((line) => line.trim()).filter((line) => line !== '')

/** The lines of a text field as the API takes them. */
const withoutEmptyLines = (entries: Partial<ReturnType<typeof settingsOf>>) => ({
  ...entries,
  ...(entries.ip_allowlist && { ip_allowlist: trimmed(entries.ip_allowlist) }),
  ...(entries.redirect_uris && { redirect_uris: trimmed(entries.redirect_uris) }),
})

const Change = ({ read }: { read: ConsoleApplication }) => {
  const say = useSay()
  const { application, organization } = usePlace()
  const { draft, edit, theirs, attempt, accept } = useDraft(read, settingsOf)
  const change = useChange(
    () =>
      attempt(({ all, changed }, version) =>
        send<ConsoleApplication>('PATCH', application, {
          body: withoutEmptyLines(isEmpty(changed) ? all : changed),
          version,
        }),
      ),
    { rereads: [application, `${organization}/applications`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(undefined)
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
            value={draft.name}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <SelectionFields selection={draft} onChange={edit} />
          <Textarea
            label={say('Permitted addresses', 'Adresses permises')}
            description={say(
              'One address or network on each line. Empty: every address.',
              'Une adresse ou un réseau par ligne. Vide : toutes.',
            )}
            name="addresses"
            rows={3}
            value={draft.ip_allowlist.join('\n')}
            onChange={(event) => edit({ ip_allowlist: event.currentTarget.value.split('\n') })}
          />
          <Textarea
            label={say('Redirect addresses of sign-in', 'Adresses de retour de la connexion')}
            description={say('One https address on each line.', 'Une adresse https par ligne.')}
            name="redirects"
            rows={3}
            value={draft.redirect_uris.join('\n')}
            onChange={(event) => edit({ redirect_uris: event.currentTarget.value.split('\n') })}
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
