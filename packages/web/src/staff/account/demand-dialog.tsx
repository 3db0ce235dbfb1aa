import { Button, Group, Stack, Text } from '@mantine/core'
import type { Me, PasskeyOptionsAnswer } from '@nani/contract/console'
import { useSyncExternalStore } from 'react'
import { currentDemand, onDemand, settleDemand } from '../demands.ts'
import { useSay } from '../language.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { send } from '../send.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const assertionOptions = async () => {
  const body = { purpose: 'assertion' }
  const { options } = await send<PasskeyOptionsAnswer>('POST', '/me/passkeys/options', {
    body,
    isQuiet: true,
  })
  return options
}

/** Another person than before must not go on with the form of the first. */
const continueAs = async (me: Me): Promise<void> => {
  const now = await send<Me>('GET', '/me', { isQuiet: true })
  if (now.id === me.id) settleDemand(true)
  else location.assign('/')
}

/** Asks over the page for what a request needs: the session or the second factor. The page behind it keeps its entries. */
export const DemandDialog = ({ me, accountPath }: { me: Me; accountPath: string }) => {
  const say = useSay()
  const asked = useSyncExternalStore(onDemand, currentDemand)
  const decline = () => settleDemand(false)
  const giveFactor = async (body: unknown) => {
    await send('POST', '/session/step-up', { body, isQuiet: true })
    settleDemand(true)
  }
  if (asked === null) return null
  if (asked.kind === 'sign_in')
    return (
      <Dialog title={say('Your session has ended', 'Votre session est terminée')} isOpen onClose={decline}>
        <Text size="sm" mb="md">
          {say('Sign in again. What you entered is kept.', 'Reconnectez-vous. Vos saisies sont gardées.')}
        </Text>
        <SignInForm email={me.email} onSignedIn={() => continueAs(me)} />
      </Dialog>
    )
  if (asked.methods.length === 0)
    return (
      <Dialog
        title={say('You need a second factor', 'Il vous faut un second facteur')}
        isOpen
        onClose={decline}
      >
        <Stack gap="md">
          <Text size="sm">
            {say(
              'Your roles need a second factor. Add one on the page of your account, then come back to this page.',
              'Vos rôles demandent un second facteur. Ajoutez-en un sur la page de votre compte, puis revenez ici.',
            )}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" component="a" href={accountPath} target="_blank" rel="noopener">
              {say('Open my account', 'Ouvrir mon compte')}
            </Button>
            <Button onClick={() => settleDemand(true)}>
              {say('It is done, go on', 'C’est fait, continuer')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  return (
    <Dialog title={say('Confirm that it is you', 'Confirmez que c’est vous')} isOpen onClose={decline}>
      <SecondFactorForm methods={asked.methods} passkeyOptions={assertionOptions} give={giveFactor} />
    </Dialog>
  )
}
