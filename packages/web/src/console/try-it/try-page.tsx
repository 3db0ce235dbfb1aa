import { Button, NativeSelect, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { useApplication } from '../shell/session.tsx'
import { AnswerShown } from './answer-shown.tsx'
import { CodeShown } from './code-shown.tsx'
import { type SandboxOperation, useOperations } from './operations.ts'
import { type Call, type Keys, makeCall } from './signed-call.ts'

const sandboxPort = 4_010

/** The sandbox next to this console. The person can name another address. */
const firstOrigin = (): string => `${location.protocol}//${location.hostname}:${sandboxPort}`

export const TryPage = () => {
  const say = useSay()
  const [origin, setOrigin] = useState(firstOrigin)
  const query = useOperations(origin)
  return (
    <Page
      title={say('Try it', 'Essayer')}
      about={say(
        'Calls of the sandbox are signed and encrypted in this browser. Your keys stay in this page and are never sent.',
        'Les appels du bac à sable sont signés et chiffrés dans ce navigateur. Vos clés restent dans cette page et ne sont jamais envoyées.',
      )}
    >
      <div className="form">
        <TextInput
          label={say('Address of the sandbox', 'Adresse du bac à sable')}
          type="url"
          defaultValue={origin}
          onBlur={(event) => setOrigin(event.currentTarget.value.replace(/\/+$/, ''))}
        />
      </div>
      <Loaded query={query}>{(operations) => <Trial origin={origin} operations={operations} />}</Loaded>
    </Page>
  )
}

type TrialProps = { origin: string; operations: readonly SandboxOperation[] }

const Trial = ({ origin, operations }: TrialProps) => {
  const say = useSay()
  const { data: application } = useApplication()
  const first = operations.find(({ method }) => method === 'POST') ?? operations[0]
  const [call, setCall] = useState<Omit<Call, 'origin'>>({
    ...{ method: first?.method ?? 'GET', target: first?.path ?? '', body: first?.example ?? '' },
  })
  const [keys, setKeys] = useState<Keys>({ api_key: '', secret_key: '', payload_encryption_key: '' })
  const given = { ...keys, api_key: keys.api_key || (application?.api_key ?? '') }
  const attempt = useChange(() => makeCall({ origin, ...call }, given))
  const choose = (id: string) => {
    const chosen = operations.find((one) => one.id === id)
    if (chosen) setCall({ method: chosen.method, target: chosen.path, body: chosen.example })
  }
  return (
    <>
      <Stack gap="sm" className="form">
        <NativeSelect
          label={say('Endpoint', 'Appel')}
          defaultValue={first?.id}
          data={operations.map(({ id, method, path }) => ({ value: id, label: `${method} ${path}` }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <TextInput
          label={say('Path and query', 'Chemin et paramètres')}
          value={call.target}
          onChange={(event) => setCall({ ...call, target: event.currentTarget.value })}
        />
        <Textarea
          label={say('Body, before encryption', 'Contenu, avant chiffrement')}
          rows={10}
          className="mono"
          spellCheck={false}
          value={call.body}
          onChange={(event) => setCall({ ...call, body: event.currentTarget.value })}
        />
        <KeyFields keys={given} onChange={setKeys} />
        <ErrorNotice error={attempt.error} />
        <div>
          <Button
            onClick={() => attempt.mutate(undefined)}
            loading={attempt.isPending}
            disabled={given.secret_key === '' || given.payload_encryption_key === ''}
          >
            {say('Make the call', 'Faire l’appel')}
          </Button>
        </div>
      </Stack>
      {attempt.data ? <AnswerShown answer={attempt.data} /> : null}
      <Section title={say('The same call in your program', 'Le même appel dans votre programme')}>
        <CodeShown call={{ origin, ...call }} signed={attempt.data ?? null} />
      </Section>
    </>
  )
}

const KeyFields = ({ keys, onChange }: { keys: Keys; onChange: (keys: Keys) => void }) => {
  const say = useSay()
  const shown = { 'aria-label': say('Show the key', 'Afficher la clé') }
  return (
    <>
      <TextInput
        label={say('Key id', 'Identifiant de clé')}
        autoComplete="off"
        value={keys.api_key}
        onChange={(event) => onChange({ ...keys, api_key: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        label={say('Secret key', 'Clé secrète')}
        autoComplete="off"
        placeholder="sk_test_…"
        visibilityToggleButtonProps={shown}
        value={keys.secret_key}
        onChange={(event) => onChange({ ...keys, secret_key: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        label={say('Payload encryption key', 'Clé de chiffrement des contenus')}
        autoComplete="off"
        placeholder="pek_test_…"
        visibilityToggleButtonProps={shown}
        value={keys.payload_encryption_key}
        onChange={(event) => onChange({ ...keys, payload_encryption_key: event.currentTarget.value.trim() })}
      />
    </>
  )
}
