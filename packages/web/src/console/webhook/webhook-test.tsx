import { Alert, Button, Group, NativeSelect } from '@mantine/core'
import { eventTypes } from '@nani/contract'
import type { WebhookTestResult } from '@nani/contract/console'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'

/** Sends one event at once and shows the answer of the endpoint. */
export const WebhookTest = () => {
  const say = useSay()
  const { application } = usePlace()
  const [type, setType] = useState<string>('job.completed')
  const test = useChange(
    () => send<WebhookTestResult>('POST', `${application}/webhook/test`, { body: { type } }),
    {
      rereads: [`${application}/deliveries`, `${application}/events`],
    },
  )
  const result = test.data
  return (
    <Section title={say('Test', 'Essai')}>
      <Group align="flex-end">
        <NativeSelect
          label={say('Type of event', 'Type d’événement')}
          value={type}
          data={eventTypes}
          onChange={(event) => setType(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => test.mutate(undefined)} loading={test.isPending}>
          {say('Send a test event', 'Envoyer un événement d’essai')}
        </Button>
      </Group>
      <ErrorNotice error={test.error} />
      {result ? (
        <Alert
          color={result.delivered ? 'green' : 'red'}
          role="status"
          title={result.delivered ? say('Delivered', 'Livré') : say('Not delivered', 'Non livré')}
        >
          {say('Status', 'État')} {result.status ?? '–'}, {result.latency_ms} ms
          {result.failure ? `, ${result.failure}` : ''}
        </Alert>
      ) : null}
    </Section>
  )
}
