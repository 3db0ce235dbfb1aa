import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { SessionAnswer } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api-error.ts'
import { useSay } from '../language.tsx'
import { ErrorNotice } from '../parts/notices.tsx'
import { send } from '../send.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

type Props = { email?: string; onSignedIn: () => unknown }

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** E-mail and password, then the second factor of accounts that have one. */
export const SignInForm = ({ email = '', onSignedIn }: Props) => {
  const say = useSay()
  const [answer, setAnswer] = useState<SessionAnswer | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setBusy(true)
    setError(null)
    try {
      const body = { email: String(given.get('email')).trim(), password: String(given.get('password')) }
      const received = await send<SessionAnswer>('POST', '/session', { body, isQuiet: true })
      if (received.status === 'signed_in') await onSignedIn()
      else setAnswer(received)
    } catch (thrown) {
      setError(
        isRefused(thrown)
          ? new Error(say('The address or the password is wrong.', 'L’adresse ou le mot de passe est faux.'))
          : thrown,
      )
    } finally {
      setBusy(false)
    }
  }
  if (answer)
    return (
      <SecondFactorForm
        methods={answer.methods}
        passkeyOptions={async () => answer.passkey_options}
        give={async (body) => {
          await send('POST', '/session/second-factor', { body, isQuiet: true })
          await onSignedIn()
        }}
      />
    )
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          label={say('E-mail', 'E-mail')}
          name="email"
          type="email"
          required
          autoComplete="username"
          defaultValue={email}
          data-autofocus
        />
        <PasswordInput
          label={say('Password', 'Mot de passe')}
          name="password"
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': say('Show the password', 'Afficher le mot de passe') }}
        />
        <ErrorNotice error={error} />
        <Button type="submit" loading={isBusy}>
          {say('Sign in', 'Se connecter')}
        </Button>
      </Stack>
    </form>
  )
}
