import { Text } from '@mantine/core'
import { SignIn } from '../../staff/entrance/sign-in.tsx'
import { useSay } from '../../staff/language.tsx'

export const SignInPage = () => {
  const say = useSay()
  return (
    <SignIn>
      <Text size="sm" c="dimmed">
        {say(
          'You lost your second factor: two other operators remove it on the page Operators.',
          'Second facteur perdu : deux autres opérateurs le retirent sur la page Opérateurs.',
        )}
      </Text>
    </SignIn>
  )
}
