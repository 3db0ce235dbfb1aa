import { Badge, Switch } from '@mantine/core'
import { serviceNames } from '@nani/contract'
import type { LoggedRequest, RefusedAuthentication } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { type Filters, useList } from '../../staff/reading.ts'
import { serviceName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useRequestStream } from './request-stream.ts'

/** A date of the address is a day of the browser; the API wants a time. */
const timed = ({ from, to, ...filters }: Filters): Filters => ({
  ...filters,
  ...(from && { from: new Date(from).toISOString() }),
  ...(to && { to: new Date(to).toISOString() }),
})

export const LogsPage = () => {
  const say = useSay()
  const { application } = usePlace()
  const [isLive, setLive] = useState(false)
  const fields: FilterField[] = [
    { name: 'from', label: say('From', 'Du'), type: 'datetime-local' },
    { name: 'to', label: say('To', 'Au'), type: 'datetime-local' },
    { name: 'status', label: say('Status', 'Statut') },
    { name: 'error', label: say('Error', 'Erreur') },
    {
      name: 'service',
      label: say('Service', 'Service'),
      options: serviceNames.map((value) => ({ value, label: serviceName(say, value) })),
    },
    { name: 'path', label: say('Path', 'Chemin') },
    { name: 'address', label: say('Address', 'Adresse') },
    { name: 'request_id', label: say('Request', 'Requête') },
  ]
  const filters = useFilters(fields)
  const query = useList<LoggedRequest>(`${application}/requests`, timed(filters))
  const arrived = useRequestStream(`/api${application}/requests/stream`, isLive)
  return (
    <Page
      title={say('Logs', 'Journaux')}
      about={say(
        'Verified requests, without bodies and without data of people.',
        'Les requêtes vérifiées, sans contenus et sans données de personnes.',
      )}
      actions={
        <Switch
          label={say('Follow new requests', 'Suivre les nouvelles requêtes')}
          checked={isLive}
          onChange={(event) => setLive(event.currentTarget.checked)}
        />
      }
    >
      <FilterBar fields={fields} filters={filters} />
      {isLive ? (
        <Section title={say('New requests', 'Nouvelles requêtes')}>
          {arrived.length === 0 ? (
            <Empty title={say('Waiting for requests…', 'En attente de requêtes…')} />
          ) : (
            <Requests requests={arrived} />
          )}
        </Section>
      ) : null}
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No request', 'Aucune requête')}
            next={say('Make a call, or change the filters.', 'Faites un appel, ou changez les filtres.')}
          />
        }
      >
        {(requests) => <Requests requests={requests} />}
      </LoadedList>
      <Refused />
    </Page>
  )
}

const Requests = ({ requests }: { requests: readonly LoggedRequest[] }) => {
  const say = useSay()
  const { application } = usePlace()
  return (
    <Records
      caption={say('Requests', 'Requêtes')}
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        {
          label: say('Time', 'Moment'),
          cell: ({ id, at }) => (
            <Link to={`${application}/logs/${encodeURIComponent(id)}`}>
              <Time at={at} />
            </Link>
          ),
        },
        {
          label: say('Request', 'Requête'),
          cell: ({ method, path }) => (
            <code>
              <bdi>{method}</bdi> <bdi>{path}</bdi>
            </code>
          ),
        },
        {
          label: say('Status', 'Statut'),
          cell: ({ status }) => (
            <Badge color={status < 400 ? 'green' : 'red'} variant="light">
              {status}
            </Badge>
          ),
        },
        { label: say('Error', 'Erreur'), cell: ({ error }) => error ?? '–' },
        { label: say('Address', 'Adresse'), cell: ({ address }) => <code>{address ?? '–'}</code> },
      ]}
    />
  )
}

/** A stranger can send a request under a public key id, so that those are only counted. */
const Refused = () => {
  const say = useSay()
  const { application } = usePlace()
  const query = useList<RefusedAuthentication>(`${application}/refused-authentication`)
  return (
    <Section
      title={say('Refused authentication', 'Authentifications refusées')}
      about={say(
        'Counted by minute: the sender is not known.',
        'Comptées par minute : l’expéditeur n’est pas connu.',
      )}
    >
      <LoadedList query={query} empty={<Empty title={say('None', 'Aucune')} />}>
        {(minutes) => (
          <Records
            caption={say('Refused authentication', 'Authentifications refusées')}
            rows={minutes}
            keyOf={({ minute, code }) => `${minute} ${code}`}
            columns={[
              { label: say('Minute', 'Minute'), cell: ({ minute }) => <Time at={minute} /> },
              { label: say('Reason', 'Raison'), cell: ({ code }) => <code>{code}</code> },
              { label: say('Count', 'Nombre'), cell: ({ count }) => count },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
