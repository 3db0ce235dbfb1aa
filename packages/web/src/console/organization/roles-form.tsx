import { Button, Group, Stack } from '@mantine/core'
import type { Member } from '@nani/contract/console'
import { useState } from 'react'
import { useDraft } from '../../staff/draft.ts'
import { useSay } from '../../staff/language.tsx'
import { ChangedMeanwhile } from '../../staff/parts/changed-meanwhile.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { Dialog } from '../../staff/parts/dialog.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { usePlace } from '../paths.ts'
import { roleName, roleNote, roles } from '../role-words.ts'
import { useRoles } from '../shell/session.tsx'

export const RolesForm = ({ member }: { member: Member }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {say('Roles', 'Rôles')}
      </Button>
      <Dialog
        title={`${say('Roles of', 'Rôles de')} ${member.name}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Form member={member} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const rolesOf = ({ roles }: Member) => ({ roles })

const Form = ({ member, onDone }: { member: Member; onDone: () => void }) => {
  const say = useSay()
  const { organization } = usePlace()
  const { roles: own } = useRoles()
  const { draft, edit, theirs, attempt, accept } = useDraft(member, rolesOf)
  const chosen = draft.roles
  const change = useChange(
    () =>
      attempt(({ all }, version) =>
        send<Member>('PATCH', `${organization}/members/${member.id}`, { body: all, version }),
      ),
    { rereads: [`${organization}/members`, '/me'], onDone: (changed) => changed && onDone() },
  )
  return (
    <Stack gap="md">
      <Choices
        label={say('Roles', 'Rôles')}
        values={roles}
        chosen={chosen}
        nameOf={(role) => roleName(say, role)}
        noteOf={(role) => roleNote(say, role)}
        isDisabled={(role) => role === 'owner' && !own.includes('owner')}
        onChange={(roles) => edit({ roles })}
      />
      <ChangedMeanwhile theirs={theirs} fields={[['roles', say('Roles', 'Rôles')]]} onAccept={accept} />
      <ErrorNotice error={change.error} />
      <Group justify="flex-end">
        <Button
          loading={change.isPending}
          disabled={chosen.length === 0}
          onClick={() => change.mutate(undefined)}
        >
          {say('Save', 'Enregistrer')}
        </Button>
      </Group>
    </Stack>
  )
}
