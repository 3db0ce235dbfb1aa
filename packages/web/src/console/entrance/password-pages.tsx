import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Entrance } from '../../staff/entrance/entrance.tsx'
import { useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

const given = (event: FormEvent<HTMLFormElement>, name: string): string => {
  event.preventDefault()
  return String(new FormData(event.currentTarget).get(name))
}

export const PasswordResetPage = () => {
  const say = useSay()
  const ask = useChange((email: string) =>
    send('POST', '/password-resets', { body: { email }, isQuiet: true }),
  )
  return (
    <Entrance title={say('Forgotten password', 'Mot de passe oublié')}>
      {ask.isSuccess ? (
        <Done>
          {say(
            'If an account has this address, a message with a link is on its way.',
            'Si un compte a cette adresse, un message avec un lien est en route.',
          )}
        </Done>
      ) : (
        <form onSubmit={(event) => ask.mutate(given(event, 'email').trim())}>
          <Stack gap="sm">
            <TextInput label="E-mail" name="email" type="email" autoComplete="username" required />
            <ErrorNotice error={ask.error} />
            <Button type="submit" loading={ask.isPending}>
              {say('Send the link', 'Envoyer le lien')}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        {say('Back to sign-in', 'Retour à la connexion')}
      </Anchor>
    </Entrance>
  )
}

export const NewPasswordPage = () => {
  const say = useSay()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const reset = useChange((password: string) =>
    send('POST', '/password-resets/confirm', { body: { token, password }, isQuiet: true }),
  )
  return (
    <Entrance title={say('New password', 'Nouveau mot de passe')}>
      {reset.isSuccess ? (
        <>
          <Done>
            {say(
              'The new password is set. All sessions have ended.',
              'Le nouveau mot de passe est enregistré. Toutes les sessions sont terminées.',
            )}
          </Done>
          <Button component={Link} to="/sign-in">
            {say('Sign in', 'Se connecter')}
          </Button>
        </>
      ) : (
        <form onSubmit={(event) => reset.mutate(given(event, 'password'))}>
          <Stack gap="sm">
            <PasswordInput
              label={say('New password', 'Nouveau mot de passe')}
              description={say('At least 12 characters.', 'Au moins 12 caractères.')}
              name="password"
              autoComplete="new-password"
              minLength={12}
              maxLength={128}
              required
              visibilityToggleButtonProps={{
                'aria-label': say('Show the password', 'Afficher le mot de passe'),
              }}
            />
            <ErrorNotice error={reset.error} />
            <Button type="submit" loading={reset.isPending}>
              {say('Save', 'Enregistrer')}
            </Button>
          </Stack>
        </form>
      )}
    </Entrance>
  )
}
