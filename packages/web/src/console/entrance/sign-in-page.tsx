import { Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { SignInForm } from '../../staff/account/sign-in-form.tsx'
import { useSay } from '../../staff/language.tsx'
import { Entrance } from './entrance.tsx'

/** A path of this site only: a link must not lead elsewhere after the sign-in. */
const ownPath = (given: unknown): string =>
  typeof given === 'string' && /^\/(?![/\\])/.test(given) ? given : '/'

export const SignInPage = () => {
  const say = useSay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const goOn = async () => {
    queries.clear()
    await navigate({ to: ownPath(next) })
  }
  return (
    <Entrance title={say('Sign in', 'Se connecter')}>
      <SignInForm onSignedIn={goOn} />
      <Group justify="space-between">
        <Anchor component={Link} to="/registrations" size="sm">
          {say('Create an account', 'Créer un compte')}
        </Anchor>
        <Anchor component={Link} to="/password-resets" size="sm">
          {say('Forgot the password?', 'Mot de passe oublié ?')}
        </Anchor>
      </Group>
    </Entrance>
  )
}
