import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Entrance } from '../../staff/entrance/entrance.tsx'
import { useLanguage, useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

export const RegistrationPage = () => {
  const say = useSay()
  const { language } = useLanguage()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const register = useChange(
    (body: { email: string; password: string; name: string }) =>
      send('POST', '/registrations', { body: { ...body, language }, isQuiet: true }),
    { onDone: (_answer, { email }) => setSentTo(email) },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name))
    register.mutate({ email: text('email').trim(), password: text('password'), name: text('name').trim() })
  }
  const title = say('Create an account', 'Créer un compte')
  if (sentTo)
    return (
      <Entrance title={title}>
        <Done>
          {say('We have sent a message to', 'Nous avons envoyé un message à')} <strong>{sentTo}</strong>.{' '}
          {say('Open its link to confirm the address.', 'Ouvrez son lien pour confirmer l’adresse.')}
        </Done>
        <Anchor component={Link} to="/sign-in" size="sm">
          {say('Sign in', 'Se connecter')}
        </Anchor>
      </Entrance>
    )
  return (
    <Entrance title={title}>
      <Text size="sm" c="dimmed">
        {say(
          'For people of an organization that wants to call the API.',
          'Pour les personnes d’une organisation qui veut appeler l’API.',
        )}
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={say('Your name', 'Votre nom')}
            name="name"
            autoComplete="name"
            maxLength={100}
            required
          />
          <TextInput
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            maxLength={254}
            required
          />
          <PasswordInput
            label={say('Password', 'Mot de passe')}
            description={say(
              'At least 12 characters. A sentence of four words is good.',
              'Au moins 12 caractères. Une phrase de quatre mots convient.',
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
          <ErrorNotice error={register.error} />
          <Button type="submit" loading={register.isPending}>
            {title}
          </Button>
        </Stack>
      </form>
      <Anchor component={Link} to="/sign-in" size="sm">
        {say('I have an account', 'J’ai un compte')}
      </Anchor>
    </Entrance>
  )
}
