import { Button, NativeSelect, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core'
import type { ConsoleApplication, ConsoleInstallation } from '@nani/contract/console'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Empty, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { useChange, useRead } from '../../staff/reading.ts'
import { useApplication } from '../shell/session.tsx'
import { AnswerShown } from './answer-shown.tsx'
import { CodeShown } from './code-shown.tsx'
import { fitted, type SandboxOperation, useOperations } from './operations.ts'
import { type Call, type Keys, makeCall } from './signed-call.ts'

export const TryPage = () => {
  const say = useSay()
  const query = useRead<ConsoleInstallation>('/installation')
  return (
    <Page
      title={say('Try it', 'Essayer')}
      about={say(
        'Calls of the sandbox are signed and encrypted in this browser. Your keys stay in this page and are never sent.',
        'Les appels du bac à sable sont signés et chiffrés dans ce navigateur. Vos clés restent dans cette page et ne sont jamais envoyées.',
      )}
    >
      <Loaded query={query}>
        {({ sandbox_url: url }) =>
          url === null ? (
            <Empty
              title={say('There is no sandbox', 'Il n’y a pas de bac à sable')}
              next={say(
                'This installation serves production only. Ask its operator for a sandbox.',
                'Cette installation sert seulement la production. Demandez un bac à sable à son exploitant.',
              )}
            />
          ) : (
            <Operations origin={url.replace(/\/+$/, '')} />
          )
        }
      </Loaded>
    </Page>
  )
}

const Operations = ({ origin }: { origin: string }) => {
  const say = useSay()
  const application = useApplication()
  return (
    <>
      <Facts
        facts={[[say('Address of the sandbox', 'Adresse du bac à sable'), <code key="at">{origin}</code>]]}
      />
      <Loaded query={useOperations(origin)}>
        {(operations) => (
          <Loaded query={application}>
            {(read) => <Trial origin={origin} operations={operations} application={read} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** A key of production has no use in the sandbox, and should not be pasted into a page. */
const isSandboxKey = (key: string): boolean => /^(key|sk|pek)_test_[\w-]+$/.test(key)

type TrialProps = {
  origin: string
  operations: readonly SandboxOperation[]
  application: ConsoleApplication
}

const Trial = ({ origin, operations, application }: TrialProps) => {
  const say = useSay()
  const first = operations.find(({ method }) => method === 'POST') ?? operations[0]
  const [call, setCall] = useState<Omit<Call, 'origin'>>({
    ...{ method: first?.method ?? 'GET', target: first?.path ?? '' },
    body: first ? fitted(first.example, application) : '',
  })
  const [keys, setKeys] = useState<Keys>({ api_key: '', secret_key: '', payload_encryption_key: '' })
  const given = { ...keys, api_key: keys.api_key || (application.api_key ?? '') }
  const attempt = useChange(() => makeCall({ origin, ...call }, given))
  const choose = (id: string) => {
    const chosen = operations.find((one) => one.id === id)
    if (chosen)
      setCall({ method: chosen.method, target: chosen.path, body: fitted(chosen.example, application) })
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
            disabled={!Object.values(given).every(isSandboxKey)}
          >
            {say('Make the call', 'Faire l’appel')}
          </Button>
        </div>
      </Stack>
      {attempt.data ? <AnswerShown answer={attempt.data} /> : null}
      <Section title={say('The same call in your program', 'Le même appel dans votre programme')}>
        <CodeShown call={{ origin, ...call }} signed={attempt.data?.unsent ?? null} />
      </Section>
    </>
  )
}

const KeyFields = ({ keys, onChange }: { keys: Keys; onChange: (keys: Keys) => void }) => {
  const say = useSay()
  const faultOf = (key: string) =>
    key === '' || isSandboxKey(key)
      ? null
      : say('This is not a key of the sandbox.', 'Ce n’est pas une clé du bac à sable.')
  const shown = { 'aria-label': say('Show the key', 'Afficher la clé') }
  return (
    <>
      <TextInput
        label={say('Key id', 'Identifiant de clé')}
        autoComplete="off"
        error={faultOf(keys.api_key)}
        value={keys.api_key}
        onChange={(event) => onChange({ ...keys, api_key: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        label={say('Secret key', 'Clé secrète')}
        autoComplete="off"
        placeholder="sk_test_…"
        visibilityToggleButtonProps={shown}
        error={faultOf(keys.secret_key)}
        value={keys.secret_key}
        onChange={(event) => onChange({ ...keys, secret_key: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        label={say('Payload encryption key', 'Clé de chiffrement des contenus')}
        autoComplete="off"
        placeholder="pek_test_…"
        visibilityToggleButtonProps={shown}
        error={faultOf(keys.payload_encryption_key)}
        value={keys.payload_encryption_key}
        onChange={(event) => onChange({ ...keys, payload_encryption_key: event.currentTarget.value.trim() })}
      />
    </>
  )
}
