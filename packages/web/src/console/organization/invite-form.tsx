import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { Invitation } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { Dialog } from '../../staff/parts/dialog.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { type Role, roleName, roleNote, roles } from '../role-words.ts'
import { useRoles } from '../shell/session.tsx'

/** Invites an address. Only an Owner gives the role Owner. */
export const InviteForm = () => {
  const say = useSay()
  const { organization } = usePlace()
  const { roles: own } = useRoles()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Role[]>(['developer'])
  const invite = useChange(
    (body: { email: string; roles: Role[] }) =>
      send<Invitation>('POST', `${organization}/invitations`, { body }),
    { rereads: [`${organization}/invitations`], onDone: () => setOpen(false) },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    invite.mutate({ email: String(new FormData(event.currentTarget).get('email')).trim(), roles: chosen })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('Invite', 'Inviter')}</Button>
      <Dialog
        title={say('Invite a person', 'Inviter une personne')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label="E-mail"
              description={say(
                'The invitation is valid for 7 days, for this address only.',
                'L’invitation vaut 7 jours, pour cette adresse seulement.',
              )}
              name="email"
              type="email"
              required
              autoComplete="off"
              data-autofocus
            />
            <Choices
              label={say('Roles', 'Rôles')}
              values={roles}
              chosen={chosen}
              nameOf={(role) => roleName(say, role)}
              noteOf={(role) => roleNote(say, role)}
              isDisabled={(role) => role === 'owner' && !own.includes('owner')}
              onChange={setChosen}
            />
            <ErrorNotice error={invite.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={invite.isPending} disabled={chosen.length === 0}>
                {say('Send the invitation', 'Envoyer l’invitation')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
