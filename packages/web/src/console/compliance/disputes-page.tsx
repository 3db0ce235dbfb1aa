import { Badge, Button, Stack, Textarea } from '@mantine/core'
import type { ConsoleDispute } from '@nani/contract/console'
import type { FormEvent } from 'react'
import { useSay } from '../../staff/language.tsx'
import { FilterBar, type FilterField, useFilters } from '../../staff/parts/filters.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { environmentName, serviceName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'

const maxText = 2_000

/** Citizens dispute accesses to their data. Their words are shown as text. */
export const DisputesPage = () => {
  const say = useSay()
  const { organization } = usePlace()
  const fields: FilterField[] = [
    {
      name: 'status',
      label: say('Status', 'État'),
      options: [
        { value: 'open', label: say('Open', 'Ouverte') },
        { value: 'answered', label: say('Answered', 'Répondue') },
      ],
    },
  ]
  const filters = useFilters(fields)
  const query = useList<ConsoleDispute>(`${organization}/disputes`, filters)
  return (
    <Page
      title={say('Disputes', 'Contestations')}
      about={say(
        'A citizen asks why you read their data. Your answer reaches the citizen.',
        'Un citoyen demande pourquoi vous avez lu ses données. Votre réponse lui parvient.',
      )}
    >
      <FilterBar fields={fields} filters={filters} />
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No dispute', 'Aucune contestation')}
            next={say('Nothing needs an answer.', 'Rien n’attend de réponse.')}
          />
        }
      >
        {(disputes) => disputes.map((one) => <Dispute key={one.id} dispute={one} />)}
      </LoadedList>
    </Page>
  )
}

const Dispute = ({ dispute }: { dispute: ConsoleDispute }) => {
  const say = useSay()
  const { organization } = usePlace()
  const answer = useChange(
    (text: string) => send('POST', `${organization}/disputes/${dispute.id}/answers`, { body: { text } }),
    { rereads: [`${organization}/disputes`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    answer.mutate(String(new FormData(event.currentTarget).get('text')).trim())
  }
  return (
    <article className="section">
      <h2 className="dispute-title">
        {serviceName(say, dispute.access.service)} · <Time at={dispute.access.at} />{' '}
        <Badge variant="light" color={dispute.status === 'open' ? 'orange' : 'green'}>
          {dispute.status === 'open' ? say('Open', 'Ouverte') : say('Answered', 'Répondue')}
        </Badge>
      </h2>
      <p className="quiet">
        <bdi>{dispute.access.application}</bdi> · {environmentName(say, dispute.environment)} ·{' '}
        {say('Access', 'Accès')} <code className="breakable">{dispute.access.id}</code>
      </p>
      <ul className="messages">
        <li>
          <strong>{say('Citizen', 'Citoyen')}</strong> · <Time at={dispute.created_at} />
          <br />
          <bdi>{dispute.text}</bdi>
        </li>
        {dispute.answers.map(({ from, at, text }) => (
          <li key={at}>
            <strong>{from === 'organization' ? say('You', 'Vous') : say('Nani', 'Nani')}</strong> ·{' '}
            <Time at={at} />
            <br />
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {dispute.status === 'open' ? (
        <form onSubmit={submit} className="form">
          <Stack gap="sm">
            <Textarea
              label={say('Your answer', 'Votre réponse')}
              name="text"
              rows={3}
              required
              maxLength={maxText}
            />
            <ErrorNotice error={answer.error} />
            <div>
              <Button type="submit" loading={answer.isPending}>
                {say('Send the answer', 'Envoyer la réponse')}
              </Button>
            </div>
          </Stack>
        </form>
      ) : null}
    </article>
  )
}
