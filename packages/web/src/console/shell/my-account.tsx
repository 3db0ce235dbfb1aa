import { AccountPage } from '../../staff/account/account-page.tsx'
import { useSay } from '../../staff/language.tsx'
import { LinkedIdentity } from '../entrance/national-identity.tsx'
import { useMe } from './session.tsx'

export const MyAccount = () => {
  const say = useSay()
  const note = say(
    'Every role except Developer acts only with a second factor.',
    'Tous les rôles, sauf développeur, agissent seulement avec un second facteur.',
  )
  const me = useMe()
  return (
    <AccountPage me={me} factorNote={note}>
      <LinkedIdentity me={me} />
    </AccountPage>
  )
}
