import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api-error.ts'
import { useSay } from '../language.tsx'
import { Done, ErrorNotice } from '../parts/notices.tsx'
import { Section } from '../parts/page.tsx'
import { useChange } from '../reading.ts'
import { send } from '../send.ts'

const isWrong = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.field === 'current_password'

/** A new password by the current one. */
export const Password = () => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const change = useChange(
    (body: { current_password: string; password: string }) => send('PUT', '/me/password', { body }),
    { rereads: ['/me/sessions'], onDone: () => setOpen(false) },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name))
    change.mutate({ current_password: text('current'), password: text('new') })
  }
  const toggle = { 'aria-label': say('Show the password', 'Afficher le mot de passe') }
  const wrong = say('The current password is wrong.', 'Le mot de passe actuel est faux.')
  return (
    <Section
      title={say('Password', 'Mot de passe')}
      actions={
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say('Change the password', 'Changer le mot de passe')}
        </Button>
      }
    >
      {isOpen ? (
        <form onSubmit={submit} className="form">
          <Stack gap="sm">
            <PasswordInput
              label={say('Current password', 'Mot de passe actuel')}
              name="current"
              autoComplete="current-password"
              required
              visibilityToggleButtonProps={toggle}
            />
            <PasswordInput
              label={say('New password', 'Nouveau mot de passe')}
              description={say(
                'At least 12 characters. Your other sessions end.',
                'Au moins 12 caractères. Vos autres sessions se terminent.',
              )}
              name="new"
              autoComplete="new-password"
              minLength={12}
              maxLength={128}
              required
              visibilityToggleButtonProps={toggle}
            />
            <ErrorNotice error={isWrong(change.error) ? new Error(wrong) : change.error} />
            <div>
              <Button type="submit" loading={change.isPending}>
                {say('Save', 'Enregistrer')}
              </Button>
            </div>
          </Stack>
        </form>
      ) : null}
      {change.isSuccess && !isOpen ? (
        <Done>{say('The new password is set.', 'Le nouveau mot de passe est enregistré.')}</Done>
      ) : null}
    </Section>
  )
}
