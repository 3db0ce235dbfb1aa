import { Button, Stack, TextInput } from '@mantine/core'
import type { CreatedApplication } from '@nani/contract/console'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { escapedDirections } from '../../staff/direction-marks.ts'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { CredentialsShown } from './credentials-shown.tsx'
import { type Selection, SelectionFields } from './selection.tsx'

export const NewApplication = () => {
  const say = useSay()
  const { organization } = usePlace()
  const [selection, setSelection] = useState<Selection>({
    services: ['kyc_validation'],
    scopes: [],
    purposes: ['customer_onboarding'],
  })
  const create = useChange(
    (name: string) =>
      send<CreatedApplication>('POST', `${organization}/applications`, { body: { name, ...selection } }),
    { rereads: [`${organization}/applications`] },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(String(new FormData(event.currentTarget).get('name')).trim())
  }
  if (create.data) return <Made created={create.data} />
  return (
    <Page
      title={say('Make an application', 'Créer une application')}
      about={say(
        'You get one key set for the sandbox and one for production. Production opens with the approved review.',
        'Vous recevez des clés pour le bac à sable et pour la production. La production s’ouvre avec la revue approuvée.',
      )}
    >
      <form onSubmit={submit} className="form">
        <Stack gap="md">
          <TextInput
            label={say('Name', 'Nom')}
            description={say(
              'People see this name when they are asked to consent.',
              'Les personnes voient ce nom quand leur accord est demandé.',
            )}
            name="name"
            maxLength={200}
            required
          />
          <SelectionFields selection={selection} onChange={setSelection} />
          <ErrorNotice error={create.error} />
          <div>
            <Button type="submit" loading={create.isPending}>
              {say('Make the application', 'Créer l’application')}
            </Button>
          </div>
        </Stack>
      </form>
    </Page>
  )
}

const Made = ({ created }: { created: CreatedApplication }) => {
  const say = useSay()
  const { organization } = usePlace()
  return (
    <Page title={`${say('Made:', 'Créée :')} ${escapedDirections(created.name)}`}>
      <CredentialsShown
        title={say('Keys of the sandbox', 'Clés du bac à sable')}
        credentials={created.credentials}
      />
      {created.counterpart && (
        <CredentialsShown
          title={say('Keys of production', 'Clés de production')}
          credentials={created.counterpart.credentials}
        />
      )}
      <div>
        <Button component={Link} to={`${organization}/applications/${encodeURIComponent(created.id)}`}>
          {say('Keys stored: open the application', 'Clés rangées : ouvrir l’application')}
        </Button>
      </div>
    </Page>
  )
}
