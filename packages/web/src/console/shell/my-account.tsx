import { AccountPage } from '../../staff/account/account-page.tsx'
import { useMe } from './session.tsx'

export const MyAccount = () => <AccountPage me={useMe()} />
