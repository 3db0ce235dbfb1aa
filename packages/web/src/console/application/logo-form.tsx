import { Button, Group } from '@mantine/core'
import type { ConsoleApplication } from '@nani/contract/console'
import { type FormEvent, useId } from 'react'
import { base64Of } from '../../staff/base64.ts'
import { useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'

export const LogoForm = ({
  application: { logo_hash, proposed_logo_hash, version },
}: {
  application: ConsoleApplication
}) => {
  const say = useSay()
  const id = useId()
  const { application } = usePlace()
  const change = useChange(
    (data: string | null) =>
      send<ConsoleApplication>('PUT', `${application}/logo`, { body: { data }, version }),
    { rereads: [application] },
  )
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('logo')
    if (file instanceof File) change.mutate(base64Of(await file.arrayBuffer()))
  }
  return (
    <Section
      title={say('Logo', 'Logo')}
      about={say(
        'A PNG or JPEG. In production, we accept it before people see it.',
        'Un PNG ou JPEG. En production, nous l’acceptons avant que les personnes le voient.',
      )}
    >
      {proposed_logo_hash ? (
        <p>{say('A new logo waits for acceptance.', 'Un nouveau logo attend l’acceptation.')}</p>
      ) : null}
      <form onSubmit={(event) => void submit(event)}>
        <Group align="flex-end">
          <div className="file">
            <label htmlFor={id}>{say('File', 'Fichier')}</label>
            <input id={id} type="file" name="logo" accept="image/png,image/jpeg" required />
          </div>
          <Button type="submit" variant="default" loading={change.isPending}>
            {say('Send', 'Envoyer')}
          </Button>
          {logo_hash ? (
            <Button variant="subtle" onClick={() => change.mutate(null)}>
              {say('Remove the logo', 'Retirer le logo')}
            </Button>
          ) : null}
        </Group>
      </form>
      <ErrorNotice error={change.error} />
      {change.data ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
    </Section>
  )
}
