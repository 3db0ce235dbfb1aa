import { Button, Group, TextInput } from '@mantine/core'
import type { PasskeyOptionsAnswer, RegisteredPasskey } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useSay } from '../language.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notices.tsx'
import { useChange } from '../reading.ts'
import { send } from '../send.ts'
import { createPasskey, hasPasskeys } from './passkeys.ts'

const register = async (name: string): Promise<RegisteredPasskey | null> => {
  const body = { purpose: 'registration' }
  const { options } = await send<PasskeyOptionsAnswer>('POST', '/me/passkeys/options', {
    body,
  })
  const response = await createPasskey(options)
  return response && (await send<RegisteredPasskey>('POST', '/me/passkeys', { body: { name, response } }))
}

/** Adds a passkey of this device or of a security key. */
export const PasskeySetup = ({ onCodes }: { onCodes: (codes: readonly string[]) => void }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const add = useChange(register, {
    rereads: ['/me'],
    onDone(registered) {
      if (!registered) return
      setOpen(false)
      if (registered.recovery_codes) onCodes(registered.recovery_codes)
    },
  })
  if (!hasPasskeys()) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(String(new FormData(event.currentTarget).get('name')))
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {say('Add a passkey', 'Ajouter une clé d’accès')}
      </Button>
      <Dialog
        title={say('Add a passkey', 'Ajouter une clé d’accès')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <form onSubmit={submit}>
          <TextInput
            label={say('Name of the passkey', 'Nom de la clé')}
            description={say(
              'So that you recognize it in the list, for example “Phone”.',
              'Pour la reconnaître dans la liste, par exemple « Téléphone ».',
            )}
            name="name"
            maxLength={100}
            required
          />
          <ErrorNotice error={add.error} />
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={add.isPending}>
              {say('Continue', 'Continuer')}
            </Button>
          </Group>
        </form>
      </Dialog>
    </>
  )
}
