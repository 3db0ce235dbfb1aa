import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { Member } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Dialog } from '../../staff/parts/dialog.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { useRoles } from '../shell/session.tsx'

/** What helps a member whose device was stolen or lost: the end of the sessions, and of the second factor. */
export const MemberAccess = ({ member }: { member: Member }) => {
  const say = useSay()
  const { organization } = usePlace()
  const { may, roles } = useRoles()
  const end = useChange(() => send('DELETE', `${organization}/members/${member.id}/sessions`))
  // An Administrator does not act on an Owner.
  if (member.roles.includes('owner') && !roles.includes('owner')) return null
  return (
    <>
      {may('DELETE O/members/{id}/sessions') ? (
        <Confirmed
          label={say('End sessions', 'Terminer les sessions')}
          title={say('End the sessions of a member', 'Terminer les sessions d’un membre')}
          preview={
            <>
              <bdi>{member.name}</bdi>{' '}
              {say(
                'must sign in again on each device, also for other organizations.',
                'devra se reconnecter sur chaque appareil, aussi pour d’autres organisations.',
              )}
            </>
          }
          perform={() => end.mutateAsync(undefined)}
        />
      ) : null}
      {member.has_second_factor && may('POST O/members/{id}/second-factor-recovery') ? (
        <Recovery member={member} />
      ) : null}
    </>
  )
}

const Recovery = ({ member }: { member: Member }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const title = say('Remove a lost second factor', 'Retirer un second facteur perdu')
  return (
    <>
      <Button size="xs" variant="light" color="red" onClick={() => setOpen(true)}>
        {say('Lost factor', 'Facteur perdu')}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <RecoveryForm member={member} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const maxReason = 500

const RecoveryForm = ({ member, onDone }: { member: Member; onDone: () => void }) => {
  const say = useSay()
  const { organization } = usePlace()
  const recover = useChange(
    (reason: string) =>
      send<Member>('POST', `${organization}/members/${member.id}/second-factor-recovery`, {
        body: { reason },
      }),
    { rereads: [`${organization}/members`], onDone },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    recover.mutate(String(new FormData(event.currentTarget).get('reason')).trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div>
          <bdi>{member.name}</bdi>{' '}
          {say(
            'loses every second factor, recovery code and session, and adds a new factor after the next sign-in. A mail reports it to the person. Check the identity first.',
            'perd tout second facteur, code de secours et session, et ajoute un nouveau facteur après la prochaine connexion. Un e-mail l’en informe. Vérifiez d’abord l’identité.',
          )}
        </div>
        <TextInput
          label={say(
            'Reason, and how you checked the identity',
            'Motif, et comment l’identité a été vérifiée',
          )}
          name="reason"
          required
          maxLength={maxReason}
          pattern=".*\S.*"
          autoComplete="off"
        />
        <ErrorNotice error={recover.error} />
        <Group justify="flex-end">
          <Button type="submit" color="red" loading={recover.isPending}>
            {say('Remove the factor', 'Retirer le facteur')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
