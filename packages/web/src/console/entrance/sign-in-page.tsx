import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SignIn } from '../../staff/entrance/sign-in.tsx'
import { useSay } from '../../staff/language.tsx'
import { IdentitySignIn } from './national-identity.tsx'

export const SignInPage = () => {
  const say = useSay()
  return (
    <SignIn>
      <IdentitySignIn />
      <Group justify="space-between">
        <Anchor component={Link} to="/registrations" size="sm">
          {say('Create an account', 'Créer un compte')}
        </Anchor>
        <Anchor component={Link} to="/password-resets" size="sm">
          {say('Forgot the password?', 'Mot de passe oublié ?')}
        </Anchor>
      </Group>
    </SignIn>
  )
}
