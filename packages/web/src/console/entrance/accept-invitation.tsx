import { Button } from '@mantine/core'
import type { Membership } from '@nani/contract/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'

/** An invitation is accepted by the person who is signed in. */
export const AcceptInvitation = () => {
  const say = useSay()
  const navigate = useNavigate()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const accept = useChange(() => send<Membership>('POST', '/invitations/accept', { body: { token } }), {
    rereads: ['/me', '/organizations'],
    onDone: ({ organization_id: joined }) => navigate({ to: `/organizations/${joined}` }),
  })
  return (
    <Page
      title={say('Join an organization', 'Rejoindre une organisation')}
      about={say(
        'An invitation is for one address. Sign in with the account of that address.',
        'Une invitation vaut pour une adresse. Connectez-vous avec le compte de cette adresse.',
      )}
    >
      <ErrorNotice error={accept.error} />
      <div>
        <Button onClick={() => accept.mutate(undefined)} loading={accept.isPending} disabled={token === ''}>
          {say('Accept the invitation', 'Accepter l’invitation')}
        </Button>
      </div>
    </Page>
  )
}
