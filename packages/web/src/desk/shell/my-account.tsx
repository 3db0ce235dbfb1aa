import { AccountPage } from '../../staff/account/account-page.tsx'
import { useSay } from '../../staff/language.tsx'
import { useMe } from './session.ts'

export const MyAccount = () => {
  const say = useSay()
  const note = say(
    'An operator acts only with a second factor. Two other operators can remove a lost one.',
    'Un opérateur agit seulement avec un second facteur. Deux autres opérateurs peuvent retirer un facteur perdu.',
  )
  return <AccountPage me={useMe()} factorNote={note} />
}
