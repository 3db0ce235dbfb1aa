import { Button, PasswordInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Entrance } from '../../staff/entrance/entrance.tsx'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

/** The address of an invitation opens this page. The token counts once. Its fragment is not sent to servers and logs. */
export const EnrolmentPage = () => {
  const say = useSay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const token = new URLSearchParams(useLocation().hash).get('token') ?? ''
  const enrol = useChange(
    (password: string) => send('POST', '/enrolments', { body: { token, password }, isQuiet: true }),
    {
      async onDone() {
        queries.clear()
        await navigate({ to: '/', replace: true })
      },
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    enrol.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  return (
    <Entrance title={say('Open your account', 'Ouvrir votre compte')}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordInput
            label={say('Password', 'Mot de passe')}
            description={say(
              'At least 12 characters. The second factor follows.',
              'Au moins 12 caractères. Le second facteur suit.',
            )}
            name="password"
            autoComplete="new-password"
            minLength={12}
            maxLength={128}
            required
            visibilityToggleButtonProps={{
              'aria-label': say('Show the password', 'Afficher le mot de passe'),
            }}
          />
          <ErrorNotice error={enrol.error} />
          <Button type="submit" loading={enrol.isPending} disabled={token === ''}>
            {say('Continue', 'Continuer')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  )
}
