import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Entrance } from '../../staff/entrance/entrance.tsx'
import { useSay } from '../../staff/language.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

/** The link of the message. A button confirms, because programs that check mail open links as well. */
export const ConfirmationPage = () => {
  const say = useSay()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const confirm = useChange(() => send('POST', '/registrations/confirm', { body: { token }, isQuiet: true }))
  const title = say('Confirm your address', 'Confirmer votre adresse')
  return (
    <Entrance title={title}>
      {confirm.isSuccess ? (
        <>
          <Done>{say('Your address is confirmed.', 'Votre adresse est confirmée.')}</Done>
          <Button component={Link} to="/sign-in">
            {say('Sign in', 'Se connecter')}
          </Button>
        </>
      ) : (
        <Button onClick={() => confirm.mutate(undefined)} loading={confirm.isPending}>
          {title}
        </Button>
      )}
      <ErrorNotice error={confirm.error} />
    </Entrance>
  )
}
