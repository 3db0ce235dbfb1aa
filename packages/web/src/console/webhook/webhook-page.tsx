import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { eventTypes } from '@nani/contract'
import type { ConsoleWebhook } from '@nani/contract/console'
import type { FormEvent } from 'react'
import { ApiError } from '../../staff/api-error.ts'
import { useDraft } from '../../staff/draft.ts'
import { useSay } from '../../staff/language.tsx'
import { ChangedMeanwhile } from '../../staff/parts/changed-meanwhile.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Done, Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { useRoles } from '../shell/session.tsx'
import { WebhookTest } from './webhook-test.tsx'

type Endpoint = Pick<ConsoleWebhook, 'url' | 'event_types' | 'version'>
const newEndpoint: Endpoint = { url: '', event_types: null, version: 0 }
const settingsOf = ({ url, event_types }: Endpoint) => ({ url, event_types })

export const WebhookPage = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useRead<ConsoleWebhook>(`${application}/webhook`)
  const { may } = useRoles()
  const mayChange = may('PUT A/webhook')
  const isAbsent = query.error instanceof ApiError && query.error.status === 404
  return (
    <Page
      title="Webhook"
      about={say(
        'We send events to this address, signed with your payload encryption key.',
        'Nous envoyons les événements à cette adresse, signés avec votre clé de chiffrement.',
      )}
    >
      {isAbsent ? (
        <>
          <Empty
            title={say('No endpoint yet', 'Aucune adresse')}
            next={
              mayChange
                ? say('Enter the address of your program.', 'Saisissez l’adresse de votre programme.')
                : say('A Developer enters it.', 'Un développeur la saisit.')
            }
          />
          {mayChange ? <EndpointForm read={newEndpoint} /> : null}
        </>
      ) : (
        <Loaded query={query}>{(read) => <Existing read={read} mayChange={mayChange} />}</Loaded>
      )}
    </Page>
  )
}

const Existing = ({ read, mayChange }: { read: ConsoleWebhook; mayChange: boolean }) => {
  const say = useSay()
  return (
    <>
      <Facts
        facts={[
          [say('Address', 'Adresse'), <bdi key="url">{read.url}</bdi>],
          [say('Events that wait', 'Événements en attente'), read.waiting],
          [say('Next attempt', 'Prochaine tentative'), <Time key="next" at={read.next_attempt_at} />],
        ]}
      />
      {mayChange ? <EndpointTools read={read} /> : null}
    </>
  )
}

const EndpointTools = ({ read }: { read: ConsoleWebhook }) => {
  const say = useSay()
  const { application } = usePlace()
  const remove = useChange(() => send('DELETE', `${application}/webhook`), {
    rereads: [`${application}/webhook`],
  })
  return (
    <>
      <WebhookTest />
      <Section title={say('Change', 'Modifier')}>
        <EndpointForm read={read} />
      </Section>
      <Section title={say('Remove', 'Retirer')}>
        <div>
          <Confirmed
            label={say('Remove the endpoint', 'Retirer l’adresse')}
            title={say('Remove the endpoint', 'Retirer l’adresse')}
            preview={say(
              'No event is sent from now on. Events are kept and can be sent again later.',
              'Plus aucun événement n’est envoyé. Les événements sont gardés et peuvent être renvoyés plus tard.',
            )}
            perform={() => remove.mutateAsync(undefined)}
          />
        </div>
      </Section>
    </>
  )
}

const EndpointForm = ({ read }: { read: Endpoint }) => {
  const say = useSay()
  const { application } = usePlace()
  const { draft, edit, theirs, attempt, accept } = useDraft(read, settingsOf)
  const { url, event_types: types } = draft
  const save = useChange(
    () =>
      attempt(({ all }, version) =>
        send<ConsoleWebhook>('PUT', `${application}/webhook`, {
          body: { ...all, url: all.url.trim() },
          ...(version > 0 && { version }),
        }),
      ),
    { rereads: [`${application}/webhook`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form onSubmit={submit} className="form">
      <Stack gap="md">
        <TextInput
          label={say('Address', 'Adresse')}
          name="url"
          type="url"
          required
          maxLength={2_048}
          placeholder="https://hooks.example.cd/nani"
          value={url}
          onChange={(event) => edit({ url: event.currentTarget.value })}
        />
        <Checkbox
          label={say(
            'Every type of event, also future ones',
            'Tous les types d’événements, aussi les futurs',
          )}
          checked={types === null}
          onChange={(event) => edit({ event_types: event.currentTarget.checked ? null : [...eventTypes] })}
        />
        {types === null ? null : (
          <Choices
            label={say('Types of events', 'Types d’événements')}
            values={eventTypes}
            chosen={types}
            nameOf={(type) => type}
            onChange={(chosen) => edit({ event_types: chosen })}
          />
        )}
        <ChangedMeanwhile
          theirs={theirs}
          fields={[
            ['url', say('Address', 'Adresse')],
            ['event_types', say('Types', 'Types')],
          ]}
          onAccept={accept}
        />
        <ErrorNotice error={save.error} />
        {save.data ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
        <div>
          <Button type="submit" loading={save.isPending} disabled={types?.length === 0}>
            {say('Save', 'Enregistrer')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
