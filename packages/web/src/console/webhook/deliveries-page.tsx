import { Badge, Button, Group, TextInput } from '@mantine/core'
import type { ConsoleDelivery, ConsoleEvent, Resent } from '@nani/contract/console'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Done, Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf, stateName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

export const DeliveriesPage = () => {
  const say = useSay()
  return (
    <Page title={say('Deliveries and events', 'Livraisons et événements')} actions={<Replay />}>
      <Deliveries />
      <Events />
    </Page>
  )
}

const Deliveries = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<ConsoleDelivery>(`${application}/deliveries`)
  return (
    <Section title={say('Deliveries', 'Livraisons')}>
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No delivery yet', 'Aucune livraison')}
            next={say(
              'Set an endpoint and send a test event.',
              'Réglez une adresse et envoyez un événement d’essai.',
            )}
          />
        }
      >
        {(deliveries) => (
          <Records
            caption={say('Deliveries', 'Livraisons')}
            rows={deliveries}
            keyOf={({ event_id }) => event_id}
            columns={[
              { label: say('Event', 'Événement'), cell: ({ event_id }) => <code>{event_id}</code> },
              { label: 'Type', cell: ({ type }) => type },
              {
                label: say('State', 'État'),
                cell: ({ state }) => (
                  <Badge color={colorOf(state)} variant="light">
                    {stateName(say, state)}
                  </Badge>
                ),
              },
              {
                label: say('Next attempt', 'Prochaine tentative'),
                cell: ({ next_attempt_at }) => <Time at={next_attempt_at} />,
              },
              {
                label: say('Attempts', 'Tentatives'),
                cell: ({ attempts }) => <Attempts attempts={attempts} />,
              },
              { label: say('Action', 'Action'), cell: ({ event_id }) => <Resend id={event_id} /> },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

const Attempts = ({ attempts }: { attempts: ConsoleDelivery['attempts'] }) =>
  attempts.length === 0 ? (
    '0'
  ) : (
    <details>
      <summary>{attempts.length}</summary>
      <ul>
        {attempts.map(({ round, attempt, at, status, latency_ms, failure, answer }) => (
          <li key={`${round}-${attempt}`}>
            <Time at={at} /> · {status ?? failure ?? '–'} · {latency_ms} ms
            {answer ? <pre className="code">{answer}</pre> : null}
          </li>
        ))}
      </ul>
    </details>
  )

const Resend = ({ id }: { id: string }) => {
  const say = useSay()
  const { application } = usePlace()
  const resend = useChange(() => send('POST', `${application}/events/${id}/resend`), {
    rereads: [`${application}/deliveries`],
  })
  return (
    <>
      <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
        {resend.isSuccess ? say('Sent again', 'Renvoyé') : say('Send again', 'Renvoyer')}
      </Button>
      <ErrorNotice error={resend.error} />
    </>
  )
}

const Events = () => {
  const say = useSay()
  const { application } = usePlace()
  const fields: FilterField[] = [{ name: 'type', label: 'Type' }]
  const filters = useFilters(fields)
  const query = useList<ConsoleEvent>(`${application}/events`, filters)
  return (
    <Section title={say('Events', 'Événements')}>
      <FilterBar fields={fields} filters={filters} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No event', 'Aucun événement')}
            next={say('Events follow asynchronous calls.', 'Les événements suivent les appels asynchrones.')}
          />
        }
      >
        {(events) => (
          <Records
            caption={say('Events', 'Événements')}
            rows={events}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Event', 'Événement'), cell: ({ id }) => <code>{id}</code> },
              { label: 'Type', cell: ({ type }) => type },
              { label: say('Time', 'Moment'), cell: ({ created_at }) => <Time at={created_at} /> },
              { label: say('Action', 'Action'), cell: ({ id }) => <Resend id={id} /> },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}

/** Sends every event since a time again. The receiver must be able to ignore what it has. */
const Replay = () => {
  const say = useSay()
  const { application } = usePlace()
  const [since, setSince] = useState('')
  const replay = useChange(
    () =>
      send<Resent>('POST', `${application}/events/replay`, {
        body: { since: new Date(since).toISOString() },
      }),
    { rereads: [`${application}/deliveries`] },
  )
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        size="xs"
        type="datetime-local"
        label={say('Events since', 'Événements depuis')}
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
      <Confirmed
        label={say('Send all again', 'Tout renvoyer')}
        title={say('Send events again', 'Renvoyer des événements')}
        preview={say(
          'Your endpoint receives every event since this time once more.',
          'Votre adresse reçoit encore une fois chaque événement depuis ce moment.',
        )}
        isDangerous={false}
        isDisabled={since === ''}
        perform={() => replay.mutateAsync(undefined)}
      />
      {replay.data ? (
        <Done>
          {say('Scheduled:', 'Prévus :')} {replay.data.scheduled}
        </Done>
      ) : null}
    </Group>
  )
}
